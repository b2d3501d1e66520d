import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect } from "vitest";
import { describeSettings, loadSettings } from "../src/index.ts";
import type { LoadedSettings, SettingRow } from "../src/index.ts";
import {
  changeSettings,
  exampleConfig,
  findVariable,
  environmentVariables,
  isSecretVariable,
  migrateOriginal,
  parseSetting,
  resolveSetting,
  settingValues,
  suggestSettings,
  writtenSettings,
} from "../src/editing.ts";
import { test } from "./home-fixture.ts";
import { propertyRuns } from "./property-runs.ts";

const notThere = Object.assign(new Error("not there"), { code: "ENOENT" });

function load(text: string, env: Readonly<Record<string, string>> = {}): Promise<LoadedSettings> {
  const readFile = (path: string): Promise<string> =>
    path.endsWith("config.yaml") ? Promise.resolve(text) : Promise.reject(notThere);
  const options = { homedir: "/home/ada", allowProblems: true, readFile };
  return loadSettings({ ...options, env: { ...env, HERMES_HOME: "/h" } });
}

/** As `hermes config set` does it. */
async function set(text: string, key: string, ...words: readonly string[]): Promise<string> {
  const place = resolveSetting(key);
  if (place === undefined) throw new Error(`no setting ${key}`);
  const parsed = await parseSetting(place, words);
  if (!parsed.ok) throw new Error(parsed.problems.join(" "));
  return await changeSettings(text, [{ path: place.path, value: parsed.value }], "f");
}

/** A value that is not the default, and what it is loaded as. */
function sampleOf(
  key: string,
  { type, default: preset }: SettingRow,
): { readonly word: string; readonly value: unknown } {
  const [first = "", second = first] = settingValues(key);
  if (type === "true | false") {
    const word = preset === "true" ? "false" : "true";
    return { word, value: word === "true" };
  }
  if (first !== "") {
    const word = preset === JSON.stringify(first) ? second : first;
    return { word, value: word };
  }
  const named: Readonly<Record<string, string>> = {
    timezone: "Europe/Berlin",
    "heartbeat.quiet_hours": "22:00-07:00",
    "voice.record_key": "ctrl+r",
  };
  const word = named[key];
  if (word !== undefined) return { word, value: word };
  if (type === "whole number") return { word: "7", value: 7 };
  if (type === "number") return { word: "0.5", value: 0.5 };
  if (type === "list of strings") return { word: "one, two", value: ["one", "two"] };
  if (key === "hooks.some") return { word: '[{"command": "ring"}]', value: [{ command: "ring" }] };
  if (type === "list of objects" || type === "list")
    return { word: '[{"model": "m", "provider": "openai"}]', value: [{ model: "m", provider: "openai" }] };
  if (type.startsWith("allow")) return { word: "deny", value: "deny" };
  return { word: "some text", value: "some text" };
}

/** What can't stand alone: the rest of its entry. */
const companions: Readonly<Record<string, readonly string[]>> = {
  "models.some.name.price": ["models.some.name.price", "{input: 1, output: 2}"],
  "mixture_of_agents.aggregator_model": ["mixture_of_agents.aggregator_model", "{model: other}"],
};

const comments = "# above\nagent:\n  # within\n  clarify_timeout: 5 # beside\n# below\n";

test("every setting can be set to a value of its type, is loaded as that, and is told of in the docs", async () => {
  const page = readFileSync(new URL("../../../docs/reference/settings.md", import.meta.url), "utf8");
  const untold: string[] = [];

  for (const row of describeSettings()) {
    const key = row.key.replace("<name>", row.key.startsWith("models.") ? "some.name" : "some");
    const { word, value } = sampleOf(key, row);
    let text = comments;
    for (const [part, [partKey = "", words = ""]] of Object.entries(companions))
      if (key.startsWith(`${part}.`)) text = await set(text, partKey, words);
    text = await set(text, key, word);
    const { settings, findings } = await load(text);
    const loaded = resolveSetting(key)?.path.reduce<unknown>(
      (part, name) => Reflect.get(Object(part), name),
      settings,
    );

    expect([key, findings]).toEqual([key, []]);
    expect([key, loaded]).toEqual([key, value]);
    for (const comment of ["# above", "# within", "# beside", "# below"]) expect(text).toContain(comment);
    expect([key, row.description]).not.toEqual([key, ""]);
    if (!page.includes(`\`${row.key}\``)) untold.push(row.key);
  }

  expect(untold).toEqual([]);
}, 60_000);

test("any order of set and unset keeps every comment and every other value", async () => {
  const keys = [
    "agent.max_turns",
    "terminal.timeout",
    "terminal.cwd",
    "toolsets",
    "budget.day.usd",
    "budget.day.tokens",
  ];
  const words = { toolsets: ["web", "file"] as const };
  const step = fc.record({
    key: fc.constantFrom(...keys),
    unset: fc.boolean(),
    value: fc.integer({ min: 1, max: 99 }),
  });
  const file =
    "# c1\nmodel: m # c2\nagent:\n  # c3\n  max_turns: 3 # c4\n  # c5\nterminal:\n  # c6\n  #timeout: 5\n# c7\ntoolsets:\n  # c8\n  - web # c9\nbudget: { day: { usd: 5 } } # c10\ndisplay:\n  notify: off # c11\n# c12\n";

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      let text = file;
      const expected = new Map<string, unknown>();
      for (const { key, unset, value } of steps) {
        if (unset) {
          text = await changeSettings(text, [{ path: key.split("."), value: undefined }], "f");
          expected.set(key, undefined);
        } else {
          const given = key === "toolsets" ? words.toolsets : [String(value)];
          text = await set(text, key, ...given);
          expected.set(key, key === "toolsets" ? [...given] : key === "terminal.cwd" ? String(value) : value);
        }
      }

      for (let number = 1; number <= 12; number++) expect(text).toMatch(new RegExp(`# c${number}$`, "m"));
      const { settings, findings } = await load(text);
      expect(findings).toEqual([]);
      expect(settings.model.default).toBe("m");
      expect(settings.display.notify).toBe("off");
      const written = new Map(
        (await writtenSettings(await load(text))).map((each) => [each.key, each.value]),
      );
      for (const [key, value] of expected) expect([key, written.get(key)]).toEqual([key, value]);
    }),
    propertyRuns(25),
  );
}, 30_000);

test("the example sets nothing, names every setting, and can be set to work", async () => {
  const example = exampleConfig();
  const { settings, findings } = await load(example);

  expect(findings).toEqual([]);
  expect(settings).toEqual((await load("")).settings);
  for (const { key } of describeSettings())
    expect(example).toMatch(new RegExp(`^ *#?${key.slice(key.lastIndexOf(".") + 1)}:`, "m"));

  const changed = await set(await set(example, "terminal.timeout", "5"), "budget.day.usd", "2");

  expect((await load(changed)).settings).toMatchObject({
    terminal: { timeout: 5 },
    budget: { day: { usd: 2 } },
  });
  const lines = (text: string): readonly string[] =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.startsWith("#"));
  expect(new Set(lines(changed))).toEqual(new Set(lines(example)));
});

test("every default of the example is one that can be written", async () => {
  const all = exampleConfig()
    .replaceAll(/^( *)#([a-z_]+:)/gm, "$1$2")
    .replaceAll(/^.*<name>:.*$/gm, "");
  const plain = all
    .replace(/^models:[^]*?^(?=fallback)/m, "")
    .replaceAll(/^ *aggregator_model:[^]*?(?=^ {2}# Seconds)/gm, "");
  const { findings, settings } = await load(
    plain.replaceAll(/^(logins|auxiliary|platforms|skills_):\n( .*\n)+/gm, ""),
  );

  expect(findings?.filter(({ kind }) => kind === "problem")).toEqual([]);
  expect(settings.agent).toEqual((await load("")).settings.agent);
});

test("a wrong word is answered with the nearest one that is allowed", async () => {
  const problem = async (key: string, word: string): Promise<string> => {
    const place = resolveSetting(key);
    const parsed = place && (await parseSetting(place, [word]));
    return parsed?.ok === false ? parsed.problems.join() : "fine";
  };

  expect(await problem("approvals.mode", "aks")).toContain('received "aks" (did you mean "ask"?)');
  expect(await problem("display.show_reasoning", "ture")).toContain('(did you mean "true"?)');
  expect(await problem("permissions.terminal.*", "alow")).toContain('(did you mean "allow"?)');
  expect(await problem("agent.max_turns", "many")).toContain('expected a whole number, received "many"');
  expect(await problem("approvals.mode", "manual")).toBe("fine");
});

test("a wrong word in a file is named with its line and the nearest one, and so is a key by its last part", async () => {
  const { findings } = await load("approvals:\n  mode: aks\nmax_turns: 5\n");

  expect(findings).toMatchObject([
    {
      kind: "unknown",
      line: 3,
      message: '"max_turns" is unknown and has no effect. Did you mean "agent.max_turns"?',
    },
    {
      kind: "problem",
      line: 2,
      key: "approvals.mode",
      message: expect.stringContaining('did you mean "ask"?'),
    },
  ]);
});

test("keys are found by their last part, and by what is near", () => {
  expect(suggestSettings("max_turns")).toEqual(["agent.max_turns"]);
  expect(suggestSettings("terminal.backnd")).toEqual(["terminal.backend"]);
  expect(suggestSettings("timeout").length).toBeGreaterThan(1);
  expect(suggestSettings("qqqqqq")).toEqual([]);
});

test("a key of the original leads to its place here, and names may have dots", () => {
  expect(resolveSetting("agent.reasoning_effort")?.path).toEqual(["model", "reasoning_effort"]);
  expect(resolveSetting("models.gpt-5.2.context_length")?.path).toEqual([
    "models",
    "gpt-5.2",
    "context_length",
  ]);
  expect(resolveSetting("permissions.terminal.*")?.path).toEqual(["permissions", "terminal.*"]);
  expect(resolveSetting("mcp_servers.box.env.HOST")?.path).toEqual(["mcp_servers", "box", "env", "HOST"]);
  for (const key of ["agent", "agent.no", "", ".", "agent..max_turns", "__proto__"])
    expect([key, resolveSetting(key)?.path]).toEqual([key, key === "agent" ? ["agent"] : undefined]);
});

test("broken YAML is a finding with line and column, and variables are looked at all the same", async () => {
  const { findings } = await load("a: b: c\n", { TERMINAL_TIMEOUT: "soon" });

  expect(findings).toMatchObject([
    { kind: "problem", line: 1, column: 4 },
    { kind: "problem", source: "TERMINAL_TIMEOUT", key: "terminal.timeout" },
  ]);
});

test("what is set is told with its line, secrets without their value, and the variable that counts", async () => {
  const written = await writtenSettings(
    await load(
      "model:\n  max_tokens: 5\n  api_key: sk-1\nmcp_servers:\n  box: {command: x, env: {A: t-2}}\nweb:\n  addresses: {exa: 'http://me:pass@h'}\nagent:\n  reasoning_effort: low\n  max_turns: 4\n",
      { HERMES_MAX_ITERATIONS: "9" },
    ),
  );

  expect(written).toMatchObject([
    { key: "model.max_tokens", value: 5, line: 2 },
    { key: "model.api_key", isSecret: true, line: 3 },
    { key: "mcp_servers.box.command", value: "x" },
    { key: "mcp_servers.box.env.A", isSecret: true },
    { key: "web.addresses.exa", isSecret: true },
    { key: "agent.reasoning_effort", value: "low" },
    { key: "agent.max_turns", value: 4, line: 10, overruledBy: "HERMES_MAX_ITERATIONS" },
    { key: "agent.max_turns", value: "9", source: "HERMES_MAX_ITERATIONS" },
  ]);
  expect(JSON.stringify(written)).not.toMatch(/sk-1|t-2|pass@/);
});

test("a file of the original becomes one of ours that means the same, with its comments", async () => {
  const original =
    "# c1\nmodel: gpt # c2\nagent:\n  # c3\n  max_turns: 5\n  reasoning_effort: none # c4\n  disabled_toolsets: [web]\napprovals:\n  mode: manual # c5\n# c6\ntelegram:\n  # c7\n  allow_from: [1]\nauxiliary:\n  title_generation:\n    model: x # c8\ntts: {provider: edge}\nfallback_model: {model: y}\nterminal:\n  cwd: . # c9\n";
  const { text, moved, renamed } = await migrateOriginal(original, "f");

  const { platforms, terminal, ...others } = (await load(text)).settings;
  const { platforms: before, terminal: terminalBefore, ...othersBefore } = (await load(original)).settings;
  expect(others).toEqual(othersBefore);
  expect(platforms["telegram"]).toEqual({ allowed_users: ["1"] });
  expect(before["telegram"]).toMatchObject({ allowed_users: ["1"] });
  expect(JSON.stringify(terminal)).toBe(JSON.stringify(terminalBefore));
  for (let number = 1; number <= 9; number++) expect(text).toContain(`# c${number}`);
  expect(text).toContain("tts: {provider: auto}");
  expect(moved.map(({ to }) => to)).toEqual(
    expect.arrayContaining([
      "model.reasoning_effort",
      "platforms.telegram",
      "platforms.telegram.allowed_users",
      "auxiliary.title",
    ]),
  );
  expect(renamed).toContainEqual({ key: "approvals.mode", from: "manual", to: "ask" });
  expect(await migrateOriginal(text, "f")).toEqual({ text, moved: [], renamed: [] });
});

test("a variable has a row of its own; those that are secrets or are asked for say so", () => {
  expect(environmentVariables.filter(({ name }) => /[, ]/.test(name))).toEqual([]);
  for (const { name, prompt, link, secret } of environmentVariables) {
    if (/_API_KEY$/.test(name)) expect([name, secret]).toEqual([name, true]);
    if (link !== undefined)
      expect([name, link, prompt]).toEqual([name, expect.stringMatching(/^https:\/\//), expect.any(String)]);
  }
  expect(findVariable("TELEGRAM_ALLOWED_USERS")?.group).toBe("messaging");
  expect(findVariable("AUXILIARY_TITLE_API_KEY")?.secret).toBe(true);
  expect([isSecretVariable("TERMINAL_SSH_KEY"), isSecretVariable("SOME_TOKEN")]).toEqual([false, true]);
});
