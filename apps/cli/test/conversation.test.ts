import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { controllerRules, firstMessage } from "@hermes/agent-loop/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { hermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const ctrlC = "\u0003";
const ctrlD = "\u0004";

/** What the terminal says to a line that is typed while the model works. */
function remarkOn(line: string, before: readonly string[]): string {
  if (line === "/stop") return "1 waiting message forgotten.";
  if (line.startsWith("/") || before.includes("/busy queue")) return "waits:";
  return before.includes("/busy interrupt") ? "interrupts this answer" : "at its next step";
}

/** Of the person, in a request to Chat Completions, which joins messages that follow each other. */
function newestWords(body: unknown): string | undefined {
  const { messages } = requestBody.parse(body);
  return messages
    .findLast(({ role }) => role === "user")
    ?.content.split("\n")
    .at(-1);
}

const requestBody = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z
        .string()
        .nullish()
        .transform((text) => text ?? ""),
    }),
  ),
});

describe.skipIf(!hasTerminals)("at a terminal (needs `script` of util-linux)", () => {
  test("a conversation begins with model, session and help, answers, and ends with /quit", async () => {
    const person = await personWithModel([{ text: "Hello Ada." }]);
    const terminal = openTestTerminal(person, []);

    await terminal.shows("scripted");
    await terminal.shows("/help");
    await terminal.ready();
    terminal.type("I am Ada\r");
    await terminal.shows("Hello Ada.");
    await terminal.ready();
    terminal.type("/quit\r");

    expect(await terminal.exitCode).toBe(0);
  });

  test("the second message carries the first", async () => {
    const person = await personWithModel([{ text: "One." }, { text: "Two." }]);
    const terminal = openTestTerminal(person, ["chat"]);

    await terminal.ready();
    terminal.type("First\r");
    await terminal.shows("One.");
    await terminal.ready();
    terminal.type("Second\r");
    await terminal.shows("Two.");
    await terminal.ready();
    terminal.type(ctrlD);

    expect(await terminal.exitCode).toBe(0);
    expect(JSON.stringify(person.server.requests[1]?.body)).toMatch(/First.*One\..*Second/);
  });

  test("a tool leaves one quiet line that fits into 40 columns", async () => {
    const command = "echo a-rather-long-command-that-needs-more-than-one-line-日本語";
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command } }] },
      { text: "Done." },
    ]);
    const terminal = openTestTerminal(person, [], { columns: 40 });

    await terminal.ready();
    terminal.type("Go\r");
    const shown = await terminal.shows("Done.");

    const line = shown.split(/[\r\n]+/).find((each) => each.startsWith("┊") && !each.endsWith(" …"));
    expect(line).toMatch(/^┊ \S+ terminal {2}echo .*… {2}[\d.]+m?s ✓$/);
    expect(line?.length).toBeLessThanOrEqual(40);
  });

  test("NO_COLOR takes the colours away", async () => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "true" } }] },
      { text: "Done." },
    ]);
    const terminal = openTestTerminal(person, [], { env: { NO_COLOR: "1" } });

    await terminal.ready();
    terminal.type("Go\r");
    await terminal.shows("Done.");

    expect(terminal.raw()).not.toMatch(/\u001b\[\d*m/);
  });

  test("pasted lines arrive as one message", async () => {
    const person = await personWithModel([{ text: "Read." }]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("\u001b[200~first line\nsecond line\u001b[201~");
    await terminal.shows("second line");
    terminal.type("\r");
    await terminal.shows("Read.");

    expect(person.server.requests).toHaveLength(1);
    expect(JSON.stringify(person.server.requests[0]?.body)).toContain("first line\\nsecond line");
  });

  test("a backslash at the end continues the line", async () => {
    const person = await personWithModel([{ text: "Read." }]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("one\\\r");
    await terminal.shows("… ");
    terminal.type("two\r");
    await terminal.shows("Read.");

    expect(JSON.stringify(person.server.requests[0]?.body)).toContain("one\\ntwo");
  });

  test("Ctrl-C interrupts the answer, and the conversation goes on", async () => {
    const person = await personWithModel([{ text: "I begin", stall: "deltas" }, { text: "Fresh." }]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Begin\r");
    await terminal.shows("I begin");
    terminal.type(ctrlC);
    await terminal.shows("— interrupted —");
    await terminal.ready();
    terminal.type("Again\r");

    await terminal.shows("Fresh.");
  });

  test("Ctrl-C twice leaves in the middle of an answer", async () => {
    const person = await personWithModel([{ text: "I begin", stall: "deltas" }]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Begin\r");
    await terminal.shows("I begin");
    terminal.type(ctrlC + ctrlC);

    expect(await terminal.exitCode).toBe(0);
  });

  test("Ctrl-C at an empty prompt says how to leave, a second one leaves", async () => {
    const person = await personWithModel([]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type(ctrlC);
    await terminal.shows("Press Ctrl-C again to leave");
    terminal.type(ctrlC);

    expect(await terminal.exitCode).toBe(0);
  });

  test("Ctrl-C on a line that is being typed only takes the line back", async () => {
    const person = await personWithModel([{ text: "Kept." }]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("never sent");
    await terminal.shows("never sent");
    terminal.type(ctrlC);
    await terminal.ready();
    terminal.type("sent\r");
    await terminal.shows("Kept.");

    expect(JSON.stringify(person.server.requests[0]?.body)).not.toContain("never sent");
  });

  test("what is typed while a tool runs rides on its result", async () => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "while [ ! -e go ]; do sleep 0.05; done" } }] },
      { text: "Done." },
    ]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Wait\r");
    await terminal.shows("terminal");
    terminal.type("use blue\r");
    await terminal.shows("the model reads it at its next step");
    await hermes(person, ["tools", "call", "terminal", '{"command":"touch go"}']);
    await terminal.shows("Done.");

    expect(JSON.stringify(person.server.requests[1]?.body)).toContain("use blue");
  });

  test("steering text without a tool result to ride on becomes the next message", async () => {
    let answer = (_text: string) => {};
    const first = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const person = await personWithModel([async () => ({ text: await first }), { text: "Second answer." }]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Begin\r");
    await person.server.received(1);
    terminal.type("and then this\r");
    await terminal.shows("at its next step");
    answer("First answer.");
    await terminal.shows("Second answer.");

    expect(JSON.stringify(person.server.requests[1]?.body)).toMatch(/First answer\..*and then this/);
  });

  test.each(controllerRules)("as everywhere: $name", async ({ before, meanwhile, asked, first }) => {
    let answer = (_text: string) => {};
    const waiting = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const answers = ["First.", "Second.", "Third."];
    const person = await personWithModel(
      [async () => ({ text: await waiting }), ...answers.slice(1).map((text) => ({ text }))],
      { config: "memory:\n  save_at_end: false\n" },
    );
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    for (const line of before) {
      terminal.type(`${line}\r`);
      await terminal.shows("busy ");
      await terminal.ready();
    }
    terminal.type(`${firstMessage}\r`);
    await person.server.received(1);
    for (const line of meanwhile) {
      terminal.type(`${line}\r`);
      await terminal.sees(remarkOn(line, before));
    }
    answer("First.");
    await person.server.received(asked.length);
    const last = first === "answered" || asked.length > 1 ? answers[asked.length - 1] : "— interrupted —";
    await terminal.shows(last ?? "");
    terminal.type("/quit\r");

    expect(await terminal.exitCode).toBe(0);
    expect(person.server.requests.map(({ body }) => newestWords(body))).toEqual(asked);
  });

  test.each([
    [false, ""],
    [true, "display:\n  show_reasoning: true\n"],
  ])("thoughts are shown: %s", async (shown, config) => {
    const person = await personWithModel([{ reasoning: "Let me ponder.", text: "Done." }], { config });
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Think\r");
    await terminal.shows("Done.");

    expect(terminal.text().includes("Let me ponder.")).toBe(shown);
  });

  test("/help shows the commands, a mistyped one names its neighbour, /new starts afresh", async () => {
    const person = await personWithModel([{ text: "One." }, { text: "Two." }]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("/help\r");
    await terminal.shows("/quit, /exit, /q");
    await terminal.shows("Attach: @FILE:1-9");
    terminal.type("/nwe\r");
    await terminal.shows("Did you mean /new?");
    terminal.type("Zebra\r");
    await terminal.shows("One.");
    terminal.type("/new\r");
    await terminal.shows("session");
    await terminal.ready();
    terminal.type("Second\r");
    await terminal.shows("Two.");

    expect(JSON.stringify(person.server.requests[1]?.body)).not.toContain("Zebra");
  });

  test("--continue recalls where the conversation was left", async () => {
    const person = await personWithModel([{ text: "Hello Ada." }, { text: "Ada." }]);
    await hermes(person, ["-q", "My name is Ada"]);
    const terminal = openTestTerminal(person, ["-c"]);

    await terminal.shows("Continuing “My name is Ada” · 2 messages");
    await terminal.shows("Hello Ada.");
    await terminal.ready();
    terminal.type("Who am I?\r");

    await terminal.shows("Ada.");
  });

  test("a process that is killed in the middle of an answer has kept what it had shown", async () => {
    const chunks = Array.from({ length: 10 }, (_, index) => `word${index} `);
    const person = await personWithModel([{ chunks, stall: "deltas" }, { text: "Going on." }]);
    const first = openTestTerminal(person, ["-q", "Tell a story"]);
    await first.shows("word9");
    // What was shown is promised to be in the store a quarter of a second later.
    await sleep(400);
    await first.kill();
    const second = openTestTerminal(person, ["-c"]);

    await second.shows("hermes (cut off):");
    await second.shows(chunks.join("").trim());
    await second.ready();
    second.type("Go on\r");
    await second.shows("Going on.");

    expect(JSON.stringify(person.server.requests[1]?.body)).toContain(chunks.join("").trim());
  });

  test("an answer that broke off is begun again on a line of its own", async () => {
    const person = await personWithModel([
      { chunks: ["The answer ", "is forty"], breakOff: "cut" },
      { text: "The answer is forty-two." },
    ]);
    const terminal = openTestTerminal(person, ["-q", "What is it?"]);

    expect(await terminal.exitCode).toBe(0);
    expect(terminal.text()).toMatch(
      /The answer is forty\s+— .*starting the answer again —\s[^]*\sThe answer is forty-two\./,
    );
  });

  test("inputs are remembered for the next start, in a file that only the owner reads", async () => {
    const person = await personWithModel([{ text: "One." }, { text: "Two." }]);
    const first = openTestTerminal(person, []);
    await first.ready();
    first.type("a question\r");
    await first.shows("One.");
    await first.ready();
    first.type(ctrlD);
    await first.exitCode;
    const second = openTestTerminal(person, []);

    await second.ready();
    second.type("\u001b[A\r");
    await second.shows("Two.");

    expect(readFileSync(join(person.home, "history"), "utf8")).toBe("a question\n");
    expect(statSync(join(person.home, "history")).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(person.server.requests[1]?.body)).toContain("a question");
  });

  test("an error of the model is one line, and the conversation goes on", async () => {
    const person = await personWithModel([{ status: 400 }, { text: "Better." }]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Hello\r");
    await terminal.shows("hermes: ");
    await terminal.ready();
    terminal.type("Again\r");

    await terminal.shows("Better.");
  });

  test("what a model writes cannot steer the terminal", async () => {
    const person = await personWithModel([{ text: "Look: \u001b]0;owned\u0007\u001b[2J done" }]);
    const terminal = openTestTerminal(person, ["-q", "Hi"]);

    await terminal.exitCode;

    expect(terminal.raw()).not.toContain("\u001b]0;");
    expect(terminal.raw()).not.toContain("\u001b[2J");
  });
});
