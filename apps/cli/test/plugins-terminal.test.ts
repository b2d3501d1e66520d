import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import { installed, writePlugin } from "./support/plugins.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

test.each([
  ["tools", []],
  ["hooks,commands,programs,sections,search,skins", ["--js"]],
  ["models,memory,speakers,transcribers,backends,platforms,contextEngines", []],
])("a new plug-in with %s passes its test as it is", async (kinds, more) => {
  const person = newPerson();

  const made = await hermes(person, ["plugins", "create", "my-thing", "--kind", kinds, ...more]);
  const tested = await hermes(person, ["plugins", "test", "./my-thing", "--no-jail"]);

  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("hermes plugins test ./my-thing") });
  expect(tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ checks, all passed\.$/m) });
  expect(existsSync(join(person.project, "my-thing", more.length > 0 ? "index.mjs" : "index.ts"))).toBe(true);
});

test("a test that fails says which check, and why", async () => {
  const person = newPerson();
  writePlugin(person.project, "liar", {
    parts: `{ programs: { other: { summary: "x", async *run() {} } } }`,
  });

  const tested = await hermes(person, ["plugins", "test", "./liar", "--no-jail"]);
  const json = await hermes(person, ["plugins", "test", "./liar", "--no-jail", "--json"]);

  expect(tested).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^✗ it gives what its manifest names\n {4}\S/m),
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    plugin: "liar",
    ok: false,
    checks: [{ ok: true }, { ok: false }],
  });
});

describe.runIf(hasTerminals)("at a terminal", () => {
  test("Enter does not install, y does, and all fits into 40 columns", async () => {
    const person = newPerson();
    const folder = writePlugin(person.project, "greeter");
    const args = ["plugins", "install", folder, "--no-jail"];

    const refused = openTestTerminal(person, args, { columns: 40 });
    await refused.shows("NO JAIL");
    await refused.shows("Install greeter?");
    await refused.shows("Enter takes");
    refused.type("\r");
    const code = await refused.exitCode;
    const isThere = existsSync(join(person.home, "plugins", "greeter"));
    const agreed = openTestTerminal(person, args, { columns: 40 });
    await agreed.shows("Enter takes");
    agreed.type("y");
    await agreed.shows("Installed greeter");
    const list = openTestTerminal(person, ["plugins", "list"], { columns: 40 });

    expect([code, isThere]).toEqual([1, false]);
    expect(await agreed.exitCode).toBe(0);
    expect(await list.exitCode).toBe(0);
    const widths = list
      .text()
      .split(/\r?\n/)
      .map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(40);
  });

  test("commands of plug-ins show their text, say their prompt, and stand in /help", async () => {
    const person = await personWithModel([{ text: "The model heard it." }]);
    const folder = writePlugin(person.project, "talker", {
      manifest: "provides: {commands: [hello, ask]}\n",
      parts: `{ commands: {
        hello: { summary: "Say hello", run: ({ args }) => ({ text: \`Hello \${args}!\` }) },
        ask: { summary: "Ask something", run: ({ args }) => ({ text: "Asking.", prompt: \`What about \${args}?\` }) },
      } }`,
    });
    await installed(person, folder);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("/hello Ada\r");
    await terminal.shows("Hello Ada!");
    await terminal.ready();
    terminal.type("/ask birds\r");
    await terminal.shows("Asking.");
    await terminal.shows("The model heard it.");
    await terminal.ready();
    terminal.type("/help\r");
    await terminal.shows("/hello");
    await terminal.shows("Say hello");
    await terminal.ready();
    terminal.type("/quit\r");

    expect(await terminal.exitCode).toBe(0);
    expect(JSON.stringify(person.server.requests.at(-1))).toContain("What about birds?");
  });

  test("a skin of a plug-in is listed, put on and kept", async () => {
    const person = await personWithModel([]);
    const folder = writePlugin(person.project, "looks", {
      manifest: "provides: {skins: [moss]}\n",
      parts: "{}",
      files: { "skins/moss.yaml": "description: Moss on stone.\nbranding: {prompt: '»»', name: Mossy}\n" },
    });
    await installed(person, folder);
    const first = openTestTerminal(person, []);

    await first.ready();
    first.type("/skin\r");
    await first.shows("Moss on stone.");
    await first.ready();
    first.type("/skin moss --keep\r");
    await first.shows("Skin moss; it is kept.");
    first.type("/quit\r");
    const code = await first.exitCode;
    const second = openTestTerminal(person, []);
    await second.shows("Mossy 0.");
    second.type("/quit\r");

    expect(code).toBe(0);
    expect(await second.exitCode).toBe(0);
    expect(readFileSync(join(person.home, "config.yaml"), "utf8")).toContain("skin: moss");
  });
});
