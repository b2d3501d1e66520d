import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";

const home = await mkdtemp(join(tmpdir(), "hermes-"));
await writeFile(join(home, "config.yaml"), "model: gpt-5.2\nagent:\n  max_turn: 20\n");
await writeFile(join(home, ".env"), "TERMINAL_TIMEOUT=60\n");

const { settings, warnings } = await loadSettings({ env: { HERMES_HOME: home, HERMES_MAX_ITERATIONS: "5" } });

console.log(settings.model.default, settings.agent.max_turns, settings.terminal.timeout);
for (const warning of warnings) console.log(warning.replace(home, "~/.hermes"));
await rm(home, { recursive: true });
