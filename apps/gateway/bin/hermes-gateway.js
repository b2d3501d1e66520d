#!/usr/bin/env node
import { main } from "../dist/main.js";

// oxlint-disable-next-line node/no-process-env -- the only place of the program that reads it
process.exitCode = await main(process.env);
