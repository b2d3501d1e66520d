import { describe, expect, test } from "vitest";
import { newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const ctrlC = "\u0003";
const up = "\u001b[A";
const paste = (text: string) => `\u001b[200~${text}\u001b[201~\r`;

describe.skipIf(!hasTerminals)("at a terminal (needs `script` of util-linux)", () => {
  // The keys of the list are shown one by one in approval-list.test.ts.
  const keys: readonly (readonly [keys: string, runs: boolean])[] = [
    ["y", true],
    ["1", true],
    [`${up}${up}\r`, true],
    ["\r", false],
    ["n", false],
    ["whatever\r", false],
    [paste("y\n"), false],
  ];
  const tried = isLong ? keys : keys.filter((_, index) => [0, 3, 6].includes(index));
  test.each(tried)("a dangerous command asks, and %j means %s", async (keys, runs) => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "git push --force" } }] },
      { text: "Done." },
    ]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Clean\r");
    await terminal.shows("git push --force");
    await terminal.shows("❯ 4. No (n)");
    terminal.type(keys);
    await terminal.shows("Done.");

    const result = JSON.stringify(person.server.requests[1]?.body);
    // In quotes: the descriptions of the tools name it as well.
    expect(result.includes(String.raw`\"exit_code\"`)).toBe(runs);
  });

  test.each([
    [{ TERM: "dumb" }, "y\r", true],
    [{ ACCESSIBLE: "1" }, "\r", false],
  ])("with %o the question is lines that stay, and the reply %j is typed", async (env, keys, runs) => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "git push --force" } }] },
      { text: "Done." },
    ]);
    const terminal = openTestTerminal(person, ["-q", "Clean"], { env });

    await terminal.shows("always: terminal(git push --force)");
    await terminal.shows("Allow it? [y]es once / [s]ession / [a]lways / [N]o");
    terminal.type(keys);
    await terminal.shows("Done.");

    expect(terminal.text()).not.toContain("❯");
    expect(JSON.stringify(person.server.requests[1]?.body).includes(String.raw`\"exit_code\"`)).toBe(runs);
  });

  test("Ctrl-C at a question interrupts the answer", async () => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "git push --force" } }] },
      { text: "Fresh." },
    ]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Clean\r");
    await terminal.shows("❯ 4. No (n)");
    terminal.type(ctrlC);
    await terminal.shows("— interrupted —");
    await terminal.ready();
    terminal.type("Again\r");

    await terminal.shows("Fresh.");
  });

  test("Ctrl-C at the question of one question ends with 130", async () => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "git push --force" } }] },
    ]);
    const terminal = openTestTerminal(person, ["-q", "Clean"]);

    await terminal.shows("❯ 4. No (n)");
    terminal.type(ctrlC);

    expect(await terminal.exitCode).toBe(130);
  });

  test("one question asks as well, on the terminal and not in the answer", async () => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "git push --force" } }] },
      { text: "Done." },
    ]);
    const terminal = openTestTerminal(person, ["-q", "Clean"]);

    await terminal.shows("❯ 4. No (n)");
    terminal.type("y\r");
    await terminal.shows("Done.");

    expect(await terminal.exitCode).toBe(0);
    expect(JSON.stringify(person.server.requests[1]?.body)).toContain("exit_code");
  });

  test("jsonl without a question is refused at a terminal", async () => {
    const terminal = openTestTerminal(newPerson(), ["--output", "jsonl"]);

    expect(await terminal.exitCode).toBe(2);
    expect(terminal.text()).toContain("--output jsonl needs a question");
  });

  test("without a model a set-up is offered, and leaving is an answer", async () => {
    const person = newPerson();
    const terminal = openTestTerminal(person, []);

    await terminal.shows("No model");
    await terminal.shows("❯ 1. Set it up now");
    terminal.type("q");

    expect(await terminal.exitCode).toBe(1);
  });

  test("without a model the tour is one key away", async () => {
    const terminal = openTestTerminal(newPerson(), []);

    await terminal.shows("❯ 1. Set it up now");
    terminal.type("t");
    await terminal.shows(/script/i);

    expect(await terminal.exitCode).toBe(0);
  });
});
