#!/usr/bin/env node
// `pnpm check`: everything that can be wrong with the house without running its tests.
import { runChecks } from "../src/checks/run-checks.js";

process.exitCode = await runChecks(process.argv.slice(2), process.env);
