#!/usr/bin/env node
// The two commands of a fresh machine: `npm start` and `npm test`. Runs on Node 20 with nothing installed;
// everything after the set-up runs on the Node that the lock file names.
import { main } from "../src/setup/main.js";

process.exitCode = await main(process.argv.slice(2), process.env);
