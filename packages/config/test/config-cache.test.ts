import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { loadSettings } from "../src/index.ts";
import type { LoadedSettings } from "../src/index.ts";
import { test } from "./home-fixture.ts";

async function start(home: string): Promise<LoadedSettings> {
  return await loadSettings({ env: { HERMES_HOME: home }, homedir: "/home/ada", remember: true });
}

test("the parsed file is taken from the cache until the file changes", async ({ home }) => {
  await home.write({ "config.yaml": "agent:\n  max_turns: 60\n" });
  const first = await start(home.path);
  const file = join(home.path, "cache", "config.json");
  // Only what is changed by hand shows that nobody has read the file again.
  writeFileSync(file, readFileSync(file, "utf8").replace('"max_turns":60', '"max_turns":61'));
  const second = await start(home.path);
  await home.write({ "config.yaml": "agent:\n  max_turns: 62\n" });
  const third = await start(home.path);

  expect([first, second, third].map(({ settings }) => settings.agent.max_turns)).toEqual([60, 61, 62]);
});

test("warnings and problems have their lines at every start", async ({ home }) => {
  await home.write({ "config.yaml": "agent:\n  max_turns: 60\n  max_turn: 3\n" });
  const starts = [await start(home.path), await start(home.path)];
  await home.write({ "config.yaml": "\nagent:\n  max_turns: many\n" });

  for (const { warnings } of starts) expect(warnings.join()).toContain("line 3");
  for (let each = 0; each < 2; each++) await expect(start(home.path)).rejects.toThrow("line 3");
});

test("a file that refers to itself is refused with its line at every start", async ({ home }) => {
  await home.write({ "config.yaml": "agent:\n  max_turns: 60\na: &a [*a]\n" });

  for (let each = 0; each < 2; each++)
    await expect(start(home.path)).rejects.toThrow("config.yaml, line 3: ");
});

test("a file with a key is not copied", async ({ home }) => {
  await home.write({ "config.yaml": "model:\n  api_key: sk-canary\n" });

  const { settings } = await start(home.path);

  expect(settings.model.api_key).toBe("sk-canary");
  expect(existsSync(join(home.path, "cache", "config.json"))).toBe(false);
});

test("a cache that is damaged, or can't be written, changes nothing", async ({ home }) => {
  await home.write({ "config.yaml": "agent:\n  max_turns: 60\n", cache: "a file in its place" });

  const { settings } = await start(home.path);

  expect(settings.agent.max_turns).toBe(60);
});

test("nothing is written unless it is asked for", async ({ home }) => {
  await home.write({ "config.yaml": "agent:\n  max_turns: 60\n" });

  await home.load();

  expect(existsSync(join(home.path, "cache"))).toBe(false);
});
