#!/usr/bin/env node
// `node packages/tooling/bin/pack.js [--out DIR] [NAME …]`: packs the public packages. With names (`@hermes/state`), also
// installs each of them into an empty project of its own and says what that weighs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installTarballs, packPackages } from "../src/pack/index.js";

const { values, positionals } = parseArgs({ options: { out: { type: "string" } }, allowPositionals: true });
const work = mkdtempSync(join(tmpdir(), "hermes-pack-"));
try {
  const out = values.out === undefined ? join(work, "tarballs") : resolve(values.out);
  const tarballs = await packPackages(out, process.env);
  if (values.out !== undefined) for (const file of tarballs.values()) console.log(file);
  for (const name of positionals) {
    const folder = join(work, name.replace("/", "-"));
    const { mb, packages, seconds, heaviest } = await installTarballs(folder, [name], tarballs, process.env);
    const parts = heaviest.map(([part, size]) => `${part} ${size.toFixed(1)}`).join(", ");
    console.log(`${name}: ${mb.toFixed(1)} MB, ${packages} packages, ${seconds.toFixed(1)} s (${parts})`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
