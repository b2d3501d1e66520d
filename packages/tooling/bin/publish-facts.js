#!/usr/bin/env node
// Part of `pnpm run docs`: manifests and READMEs say where a package comes from, as the root's `repository` does.
import { publishFacts } from "../src/publish/facts.js";

publishFacts({ write: true });
