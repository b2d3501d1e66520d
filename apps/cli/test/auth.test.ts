import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startScriptedServer } from "@hermes/models/testing";
import { expect, onTestFinished, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const key = "key-0123456789-wxyz";

test("a key is read from a pipe, kept for its owner alone, used for its host, listed by its end, and removed", async () => {
  const person = await personWithModel([{ text: "Hello." }]);
  const at = ["--base-url", person.server.openaiUrl];

  const added = await hermes(person, ["auth", "add", "custom", "--label", "work", ...at], {
    input: `${key}\n`,
  });
  const again = await hermes(person, ["auth", "add", "custom", ...at], { input: key });
  const answer = await hermes(person, ["-q", "hi"]);
  const list = await hermes(person, ["auth", "list"]);
  const json = await hermes(person, ["auth", "list", "--json"]);
  const status = await hermes(person, ["auth", "status"]);
  const removed = await hermes(person, ["auth", "remove", "work"]);
  const empty = await hermes(person, ["auth", "list"]);

  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Kept work …wxyz \(\w+\) of the server; it is sent to http:\/\/127/),
  });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("there already: work") });
  expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining("Hello.") });
  expect(person.server.requests[0]?.headers["authorization"]).toBe(`Bearer ${key}`);
  expect(list.stdout).toMatch(/^custom {2}work …wxyz {2}\w+ {2}key {2}manual {2}ok\n$/);
  expect(JSON.parse(json.stdout)).toMatchObject([
    { provider: "custom", label: "work", ending: "…wxyz", state: "ok" },
  ]);
  expect(status.stdout).toMatch(/^1\. scripted of custom at 127\.0\.0\.1:\d+, key: auth\.json \(work\)\n$/);
  expect(removed.stdout).toBe("Removed work …wxyz.\n");
  expect(empty.stdout).toBe("There are no keys. Add one: hermes auth add <provider>\n");
  expect(statSync(join(person.home, "auth.json")).mode & 0o777).toBe(0o600);
  for (const { stdout, stderr } of [added, again, answer, list, json, status, removed])
    expect(stdout + stderr).not.toContain(key);
});

test("a key that the provider refuses is not kept where it is to be checked", async () => {
  const server = process.getBuiltinModule("node:http").createServer((_, response) => {
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: `no such key: ${key}` } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`;
  const person = newPerson();

  const refused = await hermes(person, ["auth", "add", "custom", "--base-url", url, "--check"], {
    input: key,
  });
  const list = await hermes(person, ["auth", "list", "--json"]);

  expect(refused).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("The key was not kept: "),
  });
  expect(refused.stderr).not.toContain(key);
  expect(JSON.parse(list.stdout)).toEqual([]);
});

test.each([
  ["an unknown provider", ["auth", "add", "opnai"], "Did you mean openai"],
  ["a server without an address", ["auth", "add", "custom"], "--base-url"],
  ["nothing", ["auth", "add", "openai"], "No key was given"],
  ["a key among the arguments", ["auth", "add", "openai", "sk-key"], "too many arguments"],
])("auth add says what is wrong with %s", async (_, args, said) => {
  const outcome = await hermes(newPerson(), args);

  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
});

test("a variable's key is listed with its cool-down, and its value is on no disk", async () => {
  const person = newPerson();
  const env = { OPENAI_API_KEY: key };
  const until = Date.now() / 1000 + 3_600;
  const kept = {
    id: "e1",
    source: "env:OPENAI_API_KEY",
    access_token: key,
    last_status: "exhausted",
    last_error_reset_at: until,
  };
  const other = { ...kept, id: "e2", source: "env:GROQ_API_KEY", access_token: "an-old-copy" };
  writeFileSync(
    join(person.home, "auth.json"),
    JSON.stringify({ credential_pool: { openai: [kept], groq: [other] } }),
  );

  const list = await hermes(person, ["auth", "list", "openai"], { env });

  expect(list.stdout).toMatch(
    /OPENAI_API_KEY …wxyz {2}e1 {2}key {2}env:OPENAI_API_KEY {2}rests until \d{4}-\d\d-\d\d \d\d:\d\d\n$/,
  );
});

test("a model that stands in is told to the person in one line, and to programs as an event", async () => {
  const person = await personWithModel(() => ({ status: 402 }));
  const standIn = await startScriptedServer({ script: () => ({ text: "Hello from the other." }) });
  onTestFinished(() => standIn.close());
  const config = join(person.home, "config.yaml");
  const entry = `fallback_providers: [{provider: custom, model: other, base_url: "${standIn.openaiUrl}"}]\n`;
  writeFileSync(config, readFileSync(config, "utf8") + entry);

  const said = await hermes(person, ["-q", "hi"]);
  const status = await hermes(person, ["auth", "status", "--json"]);
  const jsonl = await hermes(person, ["-q", "hi", "--output", "jsonl"]);

  expect(said).toMatchObject({ code: 0, stdout: "Hello from the other.\n" });
  expect(said.stderr).toMatch(
    /scripted of custom \(127\.0\.0\.1:\d+\) wants to be paid first: other of custom \(127\.0\.0\.1:\d+\) answers; scripted is tried again after \d\d:\d\d/,
  );
  expect(JSON.parse(status.stdout)).toMatchObject([
    { model: "scripted", cause: "billing", restsUntil: expect.any(Number) },
    { model: "other" },
  ]);
  const events = jsonl.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "switch",
      cause: "billing",
      from: expect.objectContaining({ model: "scripted" }),
    }),
  );
  expect(person.server.requests).toHaveLength(1);
});

test.skipIf(!hasTerminals)("a key that is typed is not shown, and Ctrl-C keeps nothing", async () => {
  const person = newPerson();
  const typed = openTestTerminal(person, ["auth", "add", "openai"]);
  await typed.shows("❯ type or paste it");
  typed.type(`${key}\r`);
  const left = openTestTerminal(person, ["auth", "add", "groq"]);
  await left.shows("❯ type or paste it");
  left.type("half\u0003");

  expect([await typed.exitCode, await left.exitCode]).toEqual([0, 130]);
  expect(typed.text()).toContain("Kept key 1 …wxyz");
  expect(typed.text()).not.toContain(key);
  const { credential_pool: pool } = JSON.parse(readFileSync(join(person.home, "auth.json"), "utf8"));
  expect(Object.keys(pool)).toEqual(["openai"]);
});
