import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startScriptedServer } from "@hermes/models/testing";
import { expect, onTestFinished, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

/** Nobody answers there: what is listed came with Hermes. */
const offline = { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" };

test("hermes model list names the models of the providers with a key, offline, the chosen one first", async () => {
  const person = newPerson("model:\n  default: claude-opus-4-6\n");

  const outcome = await hermes(person, ["model", "list"], { env: { ...person.env, ...offline } });

  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  const [head, first] = outcome.stdout.split("\n");
  expect(head).toMatch(/^ +MODEL +PROVIDER +WINDOW +ANSWER +IN\/OUT\/CACHE/);
  expect(first).toMatch(
    /^\* +claude-opus-4-6 +anthropic +1M +128k +5 \/ 25 \/ 0\.5 +tools, images, reasoning$/,
  );
  expect(outcome.stdout).not.toContain("gpt-5");
});

test("hermes model search finds by all words, and fails where there is nothing", async () => {
  const person = newPerson();
  const env = { ...person.env, ...offline };

  const found = await hermes(person, ["model", "search", "SONNET", "4-6", "--json"], { env });
  const none = await hermes(person, ["model", "search", "llama"], { env });

  expect(JSON.parse(found.stdout)).toMatchObject([
    { model: "claude-sonnet-4-6", price: { input: 3, output: 15 } },
  ]);
  expect(none).toMatchObject({ code: 1, stdout: "" });
  expect(none.stderr).toContain('No model of your providers has "llama"');
});

test("hermes model show says where each figure comes from, and a mistyped name names the nearest", async () => {
  const person = newPerson("models:\n  claude-opus-4-6: {max_tokens: 5000}\n");
  const env = { ...person.env, ...offline };

  const shown = await hermes(person, ["model", "show", "claude-opus-4-6"], { env });
  const mistyped = await hermes(person, ["model", "show", "cluade-opus-4-6"], { env });

  expect(shown.stdout).toMatch(/window +1,000,000 tokens +\(came with Hermes\)/);
  expect(shown.stdout).toMatch(/longest answer +5,000 tokens +\(your settings\)/);
  expect(shown.stdout).toMatch(/effort +off, low, medium, high, max/);
  expect(mistyped.code).toBe(1);
  expect(mistyped.stderr).toMatch(/no model "cluade-opus-4-6".*\n?.*Did you mean claude-opus-4-6/);
});

test("hermes model set writes the model into config.yaml as the person's own hand", async () => {
  const models = ["scripted", "other-model"];
  const server = await startScriptedServer({ script: [{ text: "Hello." }, { text: "Again." }], models });
  onTestFinished(() => server.close());
  const person = newPerson(
    `model:\n  provider: custom\n  default: scripted\n  base_url: ${server.openaiUrl}\n`,
  );
  const path = join(person.home, "config.yaml");
  writeFileSync(path, `# mine\n${readFileSync(path, "utf8")}`);
  // From here on the home has a seal.
  await hermes(person, ["-q", "Hi"]);

  const outcome = await hermes(person, ["model", "set", "other-model"]);
  const after = await hermes(person, ["-q", "Hi again"]);

  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(path, "utf8")).toMatch(
    /^# mine\nmodel:\n {2}provider: custom\n {2}default: other-model\n {2}base_url: /,
  );
  expect(after).toMatchObject({ code: 0 });
  expect(after.stderr).not.toContain("config.yaml");
  expect(server.requests.at(-1)?.body).toMatchObject({ model: "other-model" });
});

test("--effort goes to the model as it knows it", async () => {
  const person = await personWithModel([{ text: "Hello." }]);

  await hermes(person, ["--effort", "max", "-q", "Hi"]);
  const wrong = await hermes(person, ["--effort", "huge", "-q", "Hi"]);

  expect(person.server.requests[0]?.body).toMatchObject({ reasoning_effort: "high" });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("off, minimal, low, medium, high, xhigh, max");
});

test.skipIf(!hasTerminals)(
  "/model lets the person choose from a list, and the session goes on with it",
  async () => {
    const second = await startScriptedServer({
      script: [{ text: "I am Claude." }],
      models: ["claude-opus-4-6"],
    });
    onTestFinished(() => second.close());
    const person = await personWithModel([{ text: "I am scripted." }]);
    const env = { ...person.env, ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: second.url };
    const terminal = openTestTerminal({ ...person, env }, ["chat"]);
    await terminal.ready();
    terminal.type("Who are you?\r");
    await terminal.shows("I am scripted.");
    terminal.type("/model\r");
    await terminal.shows("Which model? Now: scripted");
    await terminal.shows("claude-opus-4-6 --provider anthropic");
    await terminal.shows("Esc skips");
    terminal.type("\u001b[B\r");
    await terminal.shows("a window of 1,000,000 tokens");
    terminal.type("/effort xhigh\r");
    await terminal.shows("sent as high");
    terminal.type("And now?\r");
    await terminal.shows("I am Claude.");
    terminal.type("/quit\r");

    expect(await terminal.exitCode).toBe(0);
    expect(second.requests.at(-1)?.body).toMatchObject({
      model: "claude-opus-4-6",
      output_config: { effort: "high" },
    });
    expect(JSON.stringify(second.requests.at(-1)?.body)).toContain("I am scripted.");
  },
);
