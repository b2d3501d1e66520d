import { expect, test } from "vitest";
import { scripted } from "@hermes/models";
import type { Message } from "@hermes/models";
import { Agent, memoryJournal } from "../src/index.ts";
import type { JournalEntry, SessionJournal } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, expectValid, script, toolMessages } from "./support.ts";

const sessionId = "s1";
const step = (text: string) => ({ calls: [{ name: "echo", arguments: { text } }] });

/** A journal with notices that wait. */
function journalWith(...texts: readonly string[]) {
  const journal = memoryJournal();
  let made = 0;
  const add = (text: string): void =>
    void journal.notices.record(sessionId, { id: `n${++made}`, source: "test", text, at: made });
  texts.forEach(add);
  const waiting = () => journal.notices.waiting(sessionId);
  return { journal, add, waiting };
}

function textsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === "tool"
      ? (message.notes ?? [])
      : message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
}

test("what happened between two turns comes behind the words that start the next one, and people see it", async () => {
  const { journal, waiting } = journalWith("p1 has ended", "p2 has ended");
  const agent = new Agent({ model: script([{ text: "I see." }, { text: "Yes." }]), journal, sessionId });

  const events = await collect(agent.run("hello"));
  await agent.chat("again");

  expect(textsOf(agent.messages)).toEqual([
    "hello",
    "[Note from Hermes: p1 has ended\np2 has ended]",
    "I see.",
    "again",
    "Yes.",
  ]);
  expect(events.filter(({ type }) => type === "notice")).toEqual([
    { type: "notice", id: "n1", text: "p1 has ended" },
    { type: "notice", id: "n2", text: "p2 has ended" },
  ]);
  expect(await waiting()).toEqual([]);
});

test("a turn can go on because of what happened, and nothing else is said then", async () => {
  const { journal, add } = journalWith();
  const agent = new Agent({ model: script([{ text: "Hi." }, { text: "I see." }]), journal, sessionId });
  await agent.chat("hello");
  const seen: string[] = [];
  const leave = agent.watchNotices(({ text }) => void seen.push(text));
  add("p1 has ended");
  await Promise.resolve();
  leave();

  expect(seen).toEqual(["p1 has ended"]);
  expect(await agent.waitingNotices()).toMatchObject([{ text: "p1 has ended" }]);
  await collect(agent.continue({ becauseOfNotices: true }));

  expect(textsOf(agent.messages)).toEqual(["hello", "Hi.", "[Note from Hermes: p1 has ended]", "I see."]);
  add("p2 has ended");
  await Promise.resolve();
  expect(seen).toHaveLength(1);
});

test("what happens during a turn rides on one tool result, the next one", async () => {
  const { journal, add, waiting } = journalWith();
  const two = { calls: [...step("b").calls, ...step("c").calls] };
  const agent = new Agent({
    model: script([step("a"), two, { text: "ok" }]),
    tools: [echoTool()],
    journal,
    sessionId,
  });

  for await (const event of agent.run("go")) {
    if (event.type === "request-start" && event.round === 2) add("p1 has ended");
  }

  const notes = toolMessages(agent.messages).map((message) => message.notes);
  expect(notes.filter((each) => each !== undefined)).toEqual([["p1 has ended"]]);
  expect(notes[0]).toBeUndefined();
  expect(await waiting()).toEqual([]);
});

test("what happens while the last answer is given waits for the next turn", async () => {
  const { journal, add, waiting } = journalWith();
  const agent = new Agent({ model: script([{ text: "Done." }, { text: "Yes." }]), journal, sessionId });

  for await (const event of agent.run("go")) if (event.type === "text-delta") add("p1 has ended");
  expect(await waiting()).toHaveLength(1);
  await agent.chat("and?");

  expect(textsOf(agent.messages).slice(2)).toEqual(["and?", "[Note from Hermes: p1 has ended]", "Yes."]);
});

test("wherever the process dies, a notice is in the session exactly once", async () => {
  const worker = () =>
    script(({ messages }) => (messages.some(({ role }) => role === "tool") ? { text: "Done." } : step("a")));
  for (let diesAt = 1; diesAt <= 14; diesAt += 1) {
    const { journal, add, waiting } = journalWith("between turns");
    const options = { tools: [echoTool()], sessionId };
    const first = new Agent({ ...options, model: worker(), journal: mortal(journal, diesAt) });
    let asked = false;
    try {
      for await (const event of first.run("go")) {
        if (event.type === "tool-call-start" && !asked) {
          asked = true;
          add("during a turn");
        }
      }
    } catch (error) {
      expect(error).toMatchObject({ message: "dead" });
    }
    if (!asked) add("during a turn");

    const second = new Agent({ ...options, model: worker(), journal });
    await collect(second.run("go on"));

    const whole = textsOf(second.messages).join("\n");
    expect([diesAt, whole.split("between turns").length - 1]).toEqual([diesAt, 1]);
    expect([diesAt, whole.split("during a turn").length - 1]).toEqual([diesAt, 1]);
    expect(await waiting()).toEqual([]);
    expectValid(second.messages);
  }
});

test("a delivered notice is not delivered again after a compression, and equal texts are separate notices", async () => {
  const { journal, add } = journalWith("p1 has ended");
  const short = { role: "user", content: [{ type: "text", text: "Short." }] } as const;
  let compressions = 0;
  const compressor = { compress: async () => (++compressions === 2 ? [short] : undefined) };
  const model = scripted([{ text: "one" }, { text: "two" }, { text: "three" }]);
  const agent = new Agent({ model, journal, sessionId, compressor });

  await agent.chat("a");
  await agent.chat("b");
  add("p1 has ended");
  await agent.chat("c");

  const notes = textsOf(agent.messages).filter((text) => text.includes("p1 has ended"));
  expect(notes).toEqual(["[Note from Hermes: p1 has ended]"]);
});

/** Dies at the given write, after it. */
function mortal(inner: SessionJournal, diesAt: number): SessionJournal {
  let writes = 0;
  return {
    ...inner,
    leases: undefined,
    append(id, entry: JournalEntry, token) {
      if (++writes > diesAt) throw new Error("dead");
      const written = inner.append(id, entry, token);
      if (writes === diesAt) throw new Error("dead");
      return written;
    },
  };
}
