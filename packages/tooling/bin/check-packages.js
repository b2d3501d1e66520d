#!/usr/bin/env node
// `pnpm check:packages`: what npm would publish is what people can use.
import { checkPackages } from "../src/checks/packages.js";

process.exitCode = await checkPackages(process.env);
