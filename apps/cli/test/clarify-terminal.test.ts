import { describe, expect, test } from "vitest";
import { personWithModel, type ScriptedPerson } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal, type TestTerminal } from "./support/terminal.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const down = "\u001b[B";
const up = "\u001b[A";
const escape = "\u001b";
const ctrlC = "\u0003";
const ctrlD = "\u0004";

const colours = { question: "Which colour?", choices: ["red", "green", "blue"] };

function asks(...questions: readonly Readonly<Record<string, unknown>>[]): Promise<ScriptedPerson> {
  const calls = questions.map((args) => ({ calls: [{ name: "clarify", arguments: args }] }));
  return personWithModel([...calls, { text: "Done." }]);
}

/** What the model was told, request by request. */
function toldTo(person: ScriptedPerson, request: number): string {
  return JSON.stringify(person.server.requests[request]?.body).replaceAll("\\", "");
}

/** A session in which the list is awake: it takes keys. */
async function listShown(person: ScriptedPerson): Promise<TestTerminal> {
  const terminal = openTestTerminal(person, []);
  await terminal.ready();
  terminal.type("Paint\r");
  await terminal.shows("❯ 1. red");
  return terminal;
}

describe.skipIf(!hasTerminals)("at a terminal (needs `script` of util-linux)", () => {
  // The keys of the list are shown one by one in clarify-list.test.ts.
  const keys: readonly (readonly [keys: string, answer: string])[] = [
    ["2", "green"],
    ["\r", "red"],
    [`${down}\r`, "green"],
    [`${up}${up}\r`, "blue"],
    ["\t\t\r", "blue"],
    [`${up}${down}\r`, "red"],
    ["\u001b[F\u001b[A\r", "blue"],
    ["teal, or mauve\r", "teal, or mauve"],
    ["\u001b[200~2\nlines\u001b[201~\r", "2nlines"],
  ];
  const tried = isLong ? keys : keys.filter((_, index) => [0, 3, 8].includes(index));
  test.each(tried)("the keys %j of a list answer %j", async (keys, answer) => {
    const person = await asks(colours);
    const terminal = await listShown(person);

    terminal.type(keys);
    await terminal.shows("Done.");

    expect(toldTo(person, 1)).toContain(`"answer":"${answer}"`);
    expect(terminal.text()).toMatch(/\? Which colour\? › /);
  });

  test("Escape skips the question, and the model learns it", async () => {
    const person = await asks(colours);
    const terminal = await listShown(person);

    terminal.type(escape);
    await terminal.shows("? Which colour? › skipped");
    await terminal.shows("Done.");

    expect(toldTo(person, 1)).toContain("The person skipped the question.");
  });

  test("Ctrl-C at a list interrupts the answer, and the conversation goes on", async () => {
    const person = await personWithModel([
      { calls: [{ name: "clarify", arguments: colours }] },
      { text: "Fresh." },
    ]);
    const terminal = await listShown(person);

    terminal.type(ctrlC);
    await terminal.shows("? Which colour? › interrupted");
    await terminal.shows("— interrupted —");
    await terminal.ready();
    terminal.type("Again\r");

    await terminal.shows("Fresh.");
  });

  test("Ctrl-D at a list leaves after the answer", async () => {
    const person = await asks(colours);
    const terminal = await listShown(person);

    terminal.type(ctrlD);
    await terminal.shows("Done.");

    expect(await terminal.exitCode).toBe(0);
    expect(toldTo(person, 1)).toContain("The person left without an answer.");
  });

  test("two questions in a row leave two lines, and what is typed next is a message", async () => {
    const person = await personWithModel([
      { calls: [{ name: "clarify", arguments: colours }] },
      { calls: [{ name: "clarify", arguments: { question: "Which size?", choices: ["big", "small"] } }] },
      { text: "Done." },
      { text: "Bye." },
    ]);
    const terminal = await listShown(person);

    terminal.type("3");
    await terminal.shows("❯ 1. big");
    terminal.type("2");
    await terminal.shows("Done.");
    await terminal.ready();
    terminal.type("Thanks\r");
    await terminal.shows("Bye.");

    expect(toldTo(person, 2)).toMatch(/"answer":"blue".*"answer":"small"/);
    expect(toldTo(person, 3)).toContain("Thanks");
  });

  test("one question asks with a list as well, and what was typed before it does not answer", async () => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "printf begun; sleep 0.4" } }] },
      { calls: [{ name: "clarify", arguments: colours }] },
      { text: "Done." },
    ]);
    const terminal = openTestTerminal(person, ["-q", "Paint"]);

    await terminal.shows("sleep 0.4");
    terminal.type("3\r\r");
    await terminal.shows("❯ 1. red");
    terminal.type("2");
    await terminal.shows("Done.");

    expect(await terminal.exitCode).toBe(0);
    expect(toldTo(person, 2)).toContain('"answer":"green"');
  });

  test("a line that is being typed does not answer a question, and is there again after it", async () => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "sleep 0.3" } }] },
      { calls: [{ name: "clarify", arguments: colours }] },
      { text: "Done." },
    ]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Paint\r");
    await terminal.shows("sleep 0.3");
    terminal.type("1 more thing");
    await terminal.sees("› 1 more thing");
    await terminal.shows("❯ 1. red");
    terminal.type("2");
    await terminal.shows("Done.");
    await terminal.sees("› 1 more thing");

    expect(toldTo(person, 2)).toContain('"answer":"green"');
    expect(person.server.requests).toHaveLength(3);
  });

  test.each([{ TERM: "dumb" }, { ACCESSIBLE: "1" }])(
    "with %o the list is numbered lines that stay",
    async (env) => {
      const person = await asks({ ...colours, allow_freetext: false });
      const terminal = openTestTerminal(person, [], { env });

      await terminal.ready();
      terminal.type("Paint\r");
      await terminal.shows("2. green");
      await terminal.shows("Your answer: ");
      terminal.type("mauve\r");
      await terminal.shows("Reply with a number from 1 to 3");
      await terminal.shows("Your answer: ");
      terminal.type("2\r");
      await terminal.shows("Done.");

      expect(toldTo(person, 1)).toContain('"answer":"green"');
      expect(terminal.text()).not.toContain("❯");
    },
  );

  test("NO_COLOR leaves a list without colours", async () => {
    const person = await asks(colours);
    const terminal = openTestTerminal(person, [], { env: { NO_COLOR: "1" } });

    await terminal.ready();
    terminal.type("Paint\r");
    await terminal.shows("❯ 1. red");
    terminal.type("1");
    await terminal.shows("Done.");

    // oxlint-disable-next-line no-control-regex -- colours are looked for
    expect(terminal.raw()).not.toMatch(/\u001b\[\d+(;\d+)*m/);
  });
});
