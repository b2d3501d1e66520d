import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startScriptedServer, type ScriptedServer } from "@hermes/models/testing";
import { expect, onTestFinished, test } from "vitest";
import { hermes, newPerson, type Fixture, type Outcome } from "./support/hermes.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const key = "key-0123456789-wxyz";
const apply = ["setup", "model", "--non-interactive"];
/** No server of this machine shall be found. */
const nobody = { OLLAMA_HOST: "127.0.0.1:9", LM_BASE_URL: "http://127.0.0.1:9/v1" };

interface Provider {
  readonly server: ScriptedServer;
  readonly person: Fixture;
}

/** A new person, and a server that takes one key alone, at the address of a provider. */
async function provider(variable: string, atPath = ""): Promise<Provider> {
  const server = await startScriptedServer({
    models: ["claude-sonnet-4-5", "anthropic/claude-sonnet-4.5", "small-model"],
    script({ headers, body }) {
      const isKnown = [headers["authorization"], headers["x-api-key"]].join().includes(key);
      if (!isKnown && variable !== "OLLAMA_HOST") return { status: 401 };
      if (JSON.stringify(body).includes('"smal-model"'))
        return { status: 404, body: { error: { message: "model not found", code: "model_not_found" } } };
      return { text: "Hello." };
    },
  });
  onTestFinished(() => server.close());
  const person = newPerson();
  return {
    server,
    person: { ...person, env: { ...person.env, ...nobody, [variable]: server.url + atPath } },
  };
}

function written(person: Fixture): readonly string[] {
  return ["config.yaml", "auth.json", ".env"].filter((name) => existsSync(join(person.home, name)));
}

function expectSilence(outcomes: readonly Outcome[]): void {
  for (const { stdout, stderr } of outcomes) expect(stdout + stderr).not.toContain(key);
}

test.each([
  ["openrouter", "OPENROUTER_BASE_URL", "/v1", "anthropic/claude-sonnet-4.5"],
  ["anthropic", "ANTHROPIC_BASE_URL", "", "claude-sonnet-4-5"],
] as const)(
  "from nothing to an answer of %s: a refused key writes nothing, one that works is kept for its owner alone",
  async (name, variable, path, model) => {
    const { person } = await provider(variable, path);

    const wrong = await hermes(person, [...apply, "--provider", name], { input: "key-that-is-wrong\n" });
    const before = written(person);
    const right = await hermes(person, [...apply, "--provider", name], { input: `${key}\n` });
    const answer = await hermes(person, ["-q", "hi"]);

    expect(wrong).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("refused the key") });
    expect(wrong.stderr).not.toContain("key-that-is-wrong");
    expect(before).toEqual([]);
    expect(right).toMatchObject({ code: 0, stdout: expect.stringContaining(`Model: ${model} of `) });
    expect(answer).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("Hello.") });
    for (const file of ["config.yaml", "auth.json"])
      expect(statSync(join(person.home, file)).mode & 0o777).toBe(0o600);
    expectSilence([wrong, right, answer]);
  },
);

test("a server on this machine needs no key: its first model is taken", async () => {
  const { person } = await provider("OLLAMA_HOST");

  const set = await hermes(person, [...apply, "--provider", "ollama", "--json"]);
  const answer = await hermes(person, ["-q", "hi"]);

  expect(JSON.parse(set.stdout)).toEqual({
    model: expect.objectContaining({ provider: "ollama", model: "claude-sonnet-4-5", checked: true }),
  });
  expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining("Hello.") });
});

test("the key of a variable is kept for the address that was given, and a model by its name; comments stay", async () => {
  const { server, person } = await provider("UNUSED");
  writeFileSync(join(person.home, "config.yaml"), "# mine\nagent:\n  max_turns: 7 # few\n");
  const args = ["--base-url", server.openaiUrl, "--api-key-env", "MY_KEY"];

  const set = await hermes(person, [...apply, ...args, "--model", "small-model"], { env: { MY_KEY: key } });
  const answer = await hermes(person, ["-q", "hi"]);

  expect(set.code).toBe(0);
  expect(readFileSync(join(person.home, "config.yaml"), "utf8")).toBe(
    `# mine\nagent:\n  max_turns: 7 # few\nmodel:\n  provider: custom\n  default: small-model\n  base_url: ${server.openaiUrl}\n`,
  );
  expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining("Hello.") });
  expectSilence([set, answer]);
});

test("a wrong key in .env is replaced there, where it would win over any other", async () => {
  const { person } = await provider("ANTHROPIC_BASE_URL");
  writeFileSync(join(person.home, ".env"), "# keys\nANTHROPIC_API_KEY=key-that-is-wrong\n", { mode: 0o600 });
  const args = [...apply, "--provider", "anthropic", "--api-key-env", "MY_KEY"];

  const set = await hermes(person, args, { env: { MY_KEY: key } });

  expect(set.code).toBe(0);
  expect(readFileSync(join(person.home, ".env"), "utf8")).toBe(`# keys\nANTHROPIC_API_KEY=${key}\n`);
  expect(statSync(join(person.home, ".env")).mode & 0o777).toBe(0o600);
});

test("what can't work is said in plain words, and nothing is written", async () => {
  const { person, server } = await provider("OPENROUTER_BASE_URL", "/v1");
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  // A server that listens has an address with a port.
  const { port } = silent.address() as AddressInfo;
  const env = { MY_KEY: key };
  const to = (...flags: readonly string[]) => hermes(person, [...apply, ...flags], { env });

  const outcomes = await Promise.all([
    to("--provider", "opnrouter"),
    to("--provider", "openrouter"),
    to("--provider", "openrouter", "--api-key-env", "NO_SUCH"),
    to("--provider", "openrouter", "--api-key-env", "MY_KEY", "--model", "smal-model"),
    to("--base-url", "http://127.0.0.1:9/v1", "--model", "m"),
    to("--base-url", `http://127.0.0.1:${port}/v1`, "--model", "m", "--timeout", "1"),
    to("--base-url", "nowhere"),
    to("--provider", "ollama"),
    to(),
    hermes(person, ["setup", "modle"]),
    hermes(person, ["setup", "terminal", "--backend", "dokcer"]),
  ]);

  expect(outcomes.map(({ code }) => code)).toEqual([2, 1, 2, 1, 1, 1, 2, 1, 1, 2, 2]);
  const said = [
    "Did you mean openrouter",
    "refused the key",
    "empty or not set",
    "Did you mean small-model?",
    "Nothing answers at http://127.0.0.1:9",
    "did not answer within 1 seconds",
    "is not a base URL",
    "Ollama does not answer",
    "refused the key",
    "Did you mean model?",
    'There is no backend "dokcer"',
  ];
  for (const [index, words] of said.entries()) expect(outcomes[index]?.stderr).toContain(words);
  expect(written(person)).toEqual([]);
  expect(server.requests.length).toBeGreaterThan(0);
  expectSilence(outcomes);
});

test("--no-check writes what could not be tried", async () => {
  const person = newPerson();
  const args = [...apply, "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--no-check"];

  const set = await hermes(person, args, { env: nobody });

  expect(set.code).toBe(0);
  expect(readFileSync(join(person.home, "config.yaml"), "utf8")).toContain("default: m");
});

test("without flags a pipe is told what there is, and how to say the rest", async () => {
  const person = newPerson();

  const none = await hermes(person, ["setup"], { env: nobody });
  const question = await hermes(person, ["-q", "hi"], { env: nobody });
  const backend = await hermes(person, ["setup", "--backend", "local", "--json"], { env: nobody });

  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("--provider") });
  expect(question).toMatchObject({ code: 1, stderr: expect.stringContaining("hermes setup") });
  expect(JSON.parse(backend.stdout)).toMatchObject({
    model: { isSet: false },
    terminal: { backend: "local", changed: false },
    memory: { isSet: true, text: "notes on this machine" },
  });
});

test("settings that can't be read are told with their line and the command that opens them", async () => {
  const person = newPerson("model:\n  default: [\n");

  const broken = await hermes(person, ["setup", "--non-interactive"]);

  expect(broken).toMatchObject({ code: 1, stdout: "" });
  expect(broken.stderr).toMatch(/line \d/);
  expect(broken.stderr).toContain("hermes config edit");
});

test("a key in the settings is never taken along to another provider", async () => {
  const { person } = await provider("ANTHROPIC_BASE_URL");
  const config = "model:\n  provider: openrouter\n  api_key: sk-or-mine\n";
  writeFileSync(join(person.home, "config.yaml"), config);

  const moved = await hermes(person, [...apply, "--provider", "anthropic"], { input: key });

  expect(moved).toMatchObject({ code: 1, stderr: expect.stringContaining("model.api_key") });
  expect(readFileSync(join(person.home, "config.yaml"), "utf8")).toBe(config);
  expect(written(person)).toEqual(["config.yaml"]);
});

test.skipIf(!hasTerminals)(
  "at a terminal that can only print, questions have numbers, and steps can be skipped",
  async () => {
    const { person } = await provider("OPENROUTER_BASE_URL", "/v1");
    const terminal = openTestTerminal(person, ["setup", "model"], { env: { TERM: "dumb", NO_COLOR: "1" } });

    await terminal.shows("Your answer:");
    terminal.type("skip\r");
    await terminal.shows("(later: hermes setup model)");

    expect(await terminal.exitCode).toBe(0);
    expect(terminal.text()).toContain("1. OpenRouter");
    expect(written(person)).toEqual([]);
  },
);
