#!/usr/bin/env node
// `pnpm bench [name …] [--peers] [--full] [--json FILE]`: every figure beside its floor and peers, from one run.
import { bench } from "../src/bench/main.js";

process.exitCode = await bench(process.argv.slice(2), process.env);
