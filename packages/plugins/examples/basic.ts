// Reads the plug-in in `tides`, calls its tool in a process of its own, and holds it against the contract.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkDescription, openPlugin, readPlugin, settingsOf, startUnheld } from "@hermes/plugins/host";
import { checkFolder } from "@hermes/plugins/testing";

const { signal } = new AbortController();
const { manifest, main, folder } = await readPlugin(fileURLToPath(new URL("tides", import.meta.url)));
const data = await mkdtemp(join(tmpdir(), "tides-"));
// Held by nothing. Hermes starts the same command in its jail.
const start = startUnheld({ env: process.env });

const settings = settingsOf(manifest, { unit: "ft" });
const plugin = openPlugin({ name: manifest.name, main, folder: data, settings, variables: {}, start });
try {
  checkDescription(manifest, await plugin.describe({ signal }));
  console.log(await plugin.call(["tools", "tides", "execute"], { place: "Lisbon" }, { signal }));
  await plugin.call(["tools", "tides", "execute"], {}, { signal });
} catch (error) {
  console.log(String(error));
} finally {
  await plugin[Symbol.asyncDispose]();
  await rm(data, { recursive: true });
}

for (const { what, problem = "yes" } of await checkFolder(folder, { start }))
  console.log(`${what}: ${problem}`);
