import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  describeSetting,
  describeSettings,
  listSettings,
  loadSettings,
  pathOfSetting,
} from "../src/index.ts";

async function listed(config: string, env: Readonly<Record<string, string>> = {}) {
  const home = await mkdtemp(join(tmpdir(), "hermes-config-"));
  try {
    await writeFile(join(home, "config.yaml"), config);
    const settings = await listSettings(await loadSettings({ env: { HERMES_HOME: home, ...env } }));
    return new Map(settings.map((setting) => [setting.key, setting]));
  } finally {
    await rm(home, { recursive: true });
  }
}

test("every setting is listed, with what the file says, and the variable that overrules it", async () => {
  const settings = await listed("agent:\n  max_turns: 12\nterminal:\n  timeout: 5\n", {
    TERMINAL_TIMEOUT: "9",
  });

  expect(settings.size).toBeGreaterThanOrEqual(describeSettings().length);
  expect(settings.get("agent.max_turns")).toMatchObject({ isSet: true, value: 12, default: "90" });
  expect(settings.get("terminal.timeout")).toMatchObject({ value: "9", source: "TERMINAL_TIMEOUT" });
  expect(settings.get("api.port")).toMatchObject({ isSet: false, isSecret: false });
});

test("what is a secret, or may hold one, has no value", async () => {
  const settings = await listed(
    "model:\n  api_key: sk-1\nmcp_servers:\n  box:\n    command: x\n    env: {A_TOKEN: t-2}\nplatforms:\n  telegram:\n    bot_token: t-3\n",
    { HERMES_API_TOKEN: "a-token-of-16-signs" },
  );

  expect(settings.get("model.api_key")).toMatchObject({ isSet: true, isSecret: true });
  expect(settings.get("api.key")).toMatchObject({ isSet: true, isSecret: true, source: "HERMES_API_TOKEN" });
  expect(JSON.stringify([...settings.values()])).not.toMatch(/sk-1|t-2|t-3|a-token-of/);
});

test("a setting has a place in the file by its name, also one within names of a person's own", () => {
  expect(pathOfSetting("agent.max_turns")).toEqual(["agent", "max_turns"]);
  expect(pathOfSetting("models.gpt-5.2.context_length")).toEqual(["models", "gpt-5.2", "context_length"]);
  expect(pathOfSetting("agent.no_such")).toBeUndefined();
  expect(describeSetting("models.gpt-5.2.context_length")).toMatchObject({ isSet: false });
});
