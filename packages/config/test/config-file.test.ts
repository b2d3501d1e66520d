import fc from "fast-check";
import { expect } from "vitest";
import { HermesError } from "@hermes/registry";
import { loadSettings } from "../src/index.ts";
import type { LoadedSettings } from "../src/index.ts";
import { test } from "./home-fixture.ts";
import { propertyRuns } from "./property-runs.ts";

const notThere = Object.assign(new Error("not there"), { code: "ENOENT" });

/** Loads a file that is not on any disk. */
function load(text: string, env: Readonly<Record<string, string>> = {}): Promise<LoadedSettings> {
  const readFile = (path: string): Promise<string> =>
    path.endsWith("config.yaml") ? Promise.resolve(text) : Promise.reject(notThere);
  return loadSettings({ env: { ...env, HERMES_HOME: "/h" }, homedir: "/home/ada", readFile });
}

async function messageOf(text: string): Promise<string> {
  const error = await load(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return HermesError.is(error) && error.code === "CONFIG_INVALID"
    ? error.message
    : `not refused: ${String(error)}`;
}

test("every kind of setting is read", async () => {
  const { settings, warnings } = await load(`
model:
  default: gpt-5.2
  provider: openai
  base_url: http://127.0.0.1:8000/v1
  context_length: 32000
  max_tokens: "4000"
  reasoning_effort: high
models:
  gpt-5.2:
    context_length: 400000
    price: {input: 1.25, output: 10, cache_read: 0.125}
toolsets: [terminal, file]
disabled_toolsets: web, browser
terminal: {timeout: 30, cwd: ~/code, env_passthrough: [DATABASE_URL]}
display: {show_reasoning: yes}
memory: {memory_enabled: false}
auxiliary:
  compression: {provider: openrouter, model: small}
state: {synchronous: full}
`);

  expect(warnings).toEqual([]);
  expect(settings).toMatchObject({
    model: {
      default: "gpt-5.2",
      provider: "openai",
      context_length: 32_000,
      max_tokens: 4000,
      reasoning_effort: "high",
    },
    models: { "gpt-5.2": { context_length: 400_000, price: { input: 1.25, output: 10, cache_read: 0.125 } } },
    toolsets: ["terminal", "file"],
    disabled_toolsets: ["web", "browser"],
    terminal: { timeout: 30, cwd: "/home/ada/code", env_passthrough: ["DATABASE_URL"] },
    display: { show_reasoning: true },
    memory: { memory_enabled: false, user_profile_enabled: true },
    auxiliary: { compression: { provider: "openrouter", model: "small" } },
    state: { synchronous: "full" },
  });
});

test("a model may be written as its bare name", async () => {
  expect((await load("model: gpt-5.2\n")).settings.model).toEqual({ default: "gpt-5.2" });
  expect((await load("model: a\n", { HERMES_MODEL: "b" })).settings.model).toEqual({ default: "b" });
});

test("broken YAML is refused with file, line, column and reason", async () => {
  expect(await messageOf("model: a\nagent: {max_turns: 1\nx: 1\n")).toMatch(
    /^\/h\/config\.yaml, line 3, column 1: \S.+\.$/,
  );
  expect(await messageOf("a: b: c\n")).toMatch(/^\/h\/config\.yaml, line 1, column 4: /);
  expect(await messageOf("a: 1\na: 2\n")).toMatch(/line 2, column 1: Map keys must be unique\./);
  expect(await messageOf("a: 1\n---\nb: 2\n")).toMatch(/^\/h\/config\.yaml/);
  expect(await messageOf("[".repeat(100_000))).toMatch(/^\/h\/config\.yaml/);
});

test("a file that is no set of settings is refused", async () => {
  expect(await messageOf("- a\n- b\n")).toBe(
    '/h/config.yaml, line 1: expected settings such as "model: …", received a list.',
  );
  expect(await messageOf("just words\n")).toContain('received the string "just words"');
});

test("circular and exponentially expanding YAML aliases are refused", async () => {
  const endless = '"*a" stands inside of what it names, which then has no end.';
  expect(await messageOf("a: &a [*a]\n")).toBe(`/h/config.yaml, line 1: ${endless}`);
  expect(await messageOf("x: 1\na: &a\n  b: {c: [1, *a]}\n")).toBe(`/h/config.yaml, line 3: ${endless}`);
  expect(await messageOf("x: 1\na: &a\n  <<: *a\n")).toBe(`/h/config.yaml, line 3: ${endless}`);
  expect(await messageOf("&a\nmodel: m\nb: *a\n")).toBe(`/h/config.yaml, line 3: ${endless}`);
  expect(await messageOf("model: m\nb: *a\n")).toContain('/h/config.yaml, line 2: "*a" names nothing');
  const lol = Array.from(
    { length: 12 },
    (_, n) => `a${n + 1}: &a${n + 1} [${Array(10).fill(`*a${n}`).join(",")}]`,
  );
  expect(await messageOf(`a0: &a0 [lol]\n${lol.join("\n")}\n`)).toMatch(/^\/h\/config\.yaml/);
});

test("every wrong value is reported with its line and what is expected", async () => {
  const message = await messageOf(
    [
      "model:",
      "  reasoning_effort: hihg",
      "agent:",
      "  max_turns: 0",
      "toolsets:",
      "  - web",
      "  - [file]",
      "terminal:",
      "  backend: dokcer",
      "auxiliary:",
      "  vision:",
      "    model: 5",
      "memory: off",
    ].join("\n"),
  );

  expect(message.split("\n").sort()).toEqual(
    [
      "6 settings can't be used:",
      '  /h/config.yaml, line 2: "model.reasoning_effort": expected one of "off", "minimal", "low", "medium", "high", "xhigh", "max", received "hihg" (did you mean "high"?).',
      '  /h/config.yaml, line 4: "agent.max_turns": must be at least 1, received 0.',
      '  /h/config.yaml, line 5: "toolsets[1]": expected a string, received a list.',
      '  /h/config.yaml, line 9: "terminal.backend": expected one of "local", "docker", "ssh", "singularity", "modal", "daytona", "vercel-sandbox", received "dokcer" (did you mean "docker"?).',
      '  /h/config.yaml, line 12: "auxiliary.vision.model": expected a string, received 5.',
      '  /h/config.yaml, line 13: "memory": expected an object with memory_enabled, user_profile_enabled, memory_char_limit, user_char_limit, save_at_end, provider, honcho, received "off".',
    ].sort(),
  );
});

test("an unknown key is a warning with its line and the nearest known key", async () => {
  const { settings, warnings } = await load("agent:\n  max_turn: 5\ntoolset: [web]\nzzz: 1\n");

  expect(settings.agent.max_turns).toBe(90);
  expect(warnings).toEqual([
    '/h/config.yaml, line 2: "agent.max_turn" is unknown and has no effect. Did you mean "max_turns"?',
    '/h/config.yaml, line 3: "toolset" is unknown and has no effect. Did you mean "toolsets"?',
    '/h/config.yaml, line 4: "zzz" is unknown and has no effect.',
  ]);
});

test("keys of the original that have no effect share one warning", async () => {
  const { warnings } = await load(
    "_config_version: 29\nkanban: {provider: x}\nagent: {gateway_timeout: 5}\nauxiliary: {vision: {provider: none, extra_body: {}}}\n",
  );

  expect(warnings).toEqual([
    "/h/config.yaml: without effect here: _config_version, kanban, agent.gateway_timeout, auxiliary.vision.extra_body.",
  ]);
});

test("folders of skills may begin with ~, and what the original says of skills is read", async () => {
  const { settings, warnings } = await load(
    "skills: {external_dirs: [~/team, /srv/skills], disabled: [a], platform_disabled: {telegram: [b]}, template_vars: true}\n",
  );

  expect(settings.skills).toMatchObject({
    external_dirs: [expect.stringMatching(/^\/.*[^~]\/team$/), "/srv/skills"],
    disabled: ["a"],
    platform_disabled: { telegram: ["b"] },
  });
  expect(warnings).toEqual(["/h/config.yaml: without effect here: skills.template_vars."]);
});

test("settings that the original keeps elsewhere or calls otherwise are taken over", async () => {
  const { settings, warnings } = await load(
    "model: a\nagent: {disabled_toolsets: [web], reasoning_effort: xhigh}\napprovals: {mode: false}\nterminal: {cwd: .}\n",
  );

  expect(warnings).toEqual([]);
  expect(settings.disabled_toolsets).toEqual(["web"]);
  expect(settings.model).toEqual({ default: "a", reasoning_effort: "xhigh" });
  expect(settings.approvals.mode).toBe("yolo");
  expect(settings.terminal.cwd).toBeUndefined();
});

test.each([
  ["fallback_providers:\n  - {provider: anthropic, model: m, key_env: OTHER_KEY}\n"],
  ["fallback_providers: {provider: anthropic, model: m, key_env: OTHER_KEY}\n"],
  ["fallback_model:\n  provider: anthropic\n  model: m\n  key_env: OTHER_KEY\n"],
])("models that stand in are a list, or a single one: %s", async (config) => {
  const loaded = await load(config);

  expect(loaded.settings.fallback_providers).toEqual([
    { provider: "anthropic", model: "m", key_env: "OTHER_KEY" },
  ]);
  expect(loaded.warnings).toEqual([]);
});

test("where commands run is read as the original writes it, and a folder there stays as it is", async () => {
  const { settings, warnings } = await load(
    "terminal: {env_type: ssh, cwd: ~/work, ssh_host: box, ssh_port: 2222, docker_volumes: [/a:/b:ro]}\n",
  );

  expect(warnings).toEqual([]);
  expect(settings.terminal).toMatchObject({
    backend: "ssh",
    cwd: "~/work",
    ssh_host: "box",
    ssh_port: 2_222,
    docker_volumes: ["/a:/b:ro"],
  });
});

test("a setting in its own place wins over one in its old place, and a wrong one is found where it stands", async () => {
  expect(
    (await load("disabled_toolsets: [a]\nagent: {disabled_toolsets: [b]}\n")).settings.disabled_toolsets,
  ).toEqual(["a"]);
  expect(await messageOf("model: a\nagent:\n  reasoning_effort: extreme\n")).toContain(
    "/h/config.yaml, line 3:",
  );
});

test("variables are filled in, and one that is not set is a warning", async () => {
  const { settings, warnings } = await load(
    'model:\n  default: "${MODEL}-mini"\n  api_key: "${MISSING_KEY}"\nagent: {max_turns: "${TURNS}"}\ntoolsets: ["${MISSING_SET}", web]\n',
    { MODEL: "gpt", TURNS: "5" },
  );

  expect(settings.model).toEqual({ default: "gpt-mini" });
  expect(settings.agent.max_turns).toBe(5);
  expect(settings.toolsets).toEqual(["web"]);
  expect(warnings).toEqual([
    '/h/config.yaml, line 3: "model.api_key" is left out, because MISSING_KEY is not set.',
    '/h/config.yaml, line 5: "toolsets.0" is left out, because MISSING_SET is not set.',
  ]);
});

test("empty values say nothing", async () => {
  const { settings } = await load("model: {default: '', provider: null}\nagent:\ntoolsets:\n");

  expect(settings.model).toEqual({});
  expect(settings.agent.max_turns).toBe(90);
  expect(settings.toolsets).toBeUndefined();
});

test("a key such as __proto__ does no harm (prototype pollution)", async () => {
  const { settings } = await load(
    "__proto__: {agent: {max_turns: 1}}\nauxiliary: {__proto__: {model: x}}\nconstructor: 1\n",
  );

  expect(settings.agent.max_turns).toBe(90);
  expect(Reflect.get({}, "model")).toBeUndefined();
});

const yamlWord = fc.constantFrom(
  ...[
    "model",
    "agent",
    "max_turns",
    "toolsets",
    "auxiliary",
    "__proto__",
    "terminal",
    "cwd",
    "web",
    "&a",
    "*a",
    "<<",
  ],
  ...[
    ": ",
    "\n",
    "  ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "|",
    ">",
    "!!set",
    "!!binary",
    "'",
    '"',
    "#",
    "?",
    "%YAML 9",
    "---",
  ],
  ...["1", "yes", "null", "~", "${HOME}", "${", "\t", "\0", "\ud800", "0x1F", "1e999", "2001-01-01"],
);

test("whatever the file says, it is read or refused with a reason", { timeout: 120_000 }, async () => {
  const texts = fc.oneof(
    fc
      .array(fc.oneof(yamlWord, fc.string({ maxLength: 5 })), { maxLength: 40 })
      .map((words) => words.join("")),
    fc.json(),
    fc.string({ unit: "binary" }),
  );

  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      try {
        const { settings } = await load(text);
        expect(settings.agent.max_turns).toBeGreaterThan(0);
      } catch (error) {
        if (!HermesError.is(error)) throw error;
        expect(error.message).toContain("/h/config.yaml");
      }
    }),
    propertyRuns(10_000),
  );
});
