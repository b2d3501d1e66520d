import { expect, test } from "vitest";
import type { Message } from "@hermes/models";
import { Agent, memoryJournal } from "../src/index.ts";
import type { JournalEntry, Notice, NoticeSource, SessionJournal } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, expectValid, script, toolMessages } from "./support.ts";

const sessionId = "s1";
const step = (text: string) => ({ calls: [{ name: "echo", arguments: { text } }] });

interface Notices extends NoticeSource {
  readonly confirmed: string[];
  add(...texts: readonly string[]): void;
}

/** Notices that wait until they are delivered. */
function noticesOf(...texts: readonly string[]): Notices {
  let waiting: readonly Notice[] = [];
  let made = 0;
  const delivered: string[] = [];
  const add = (...more: readonly string[]): void => {
    waiting = [...waiting, ...more.map((text) => ({ id: `n${++made}`, text }))];
  };
  add(...texts);
  return {
    confirmed: delivered,
    add,
    waiting: (id) => (id === sessionId ? waiting : []),
    delivered(_id, ids) {
      delivered.push(...ids);
      waiting = waiting.filter(({ id }) => !ids.includes(id));
    },
  };
}

function textsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === "tool"
      ? (message.notes ?? [])
      : message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
}

test("what happened between two turns comes behind the words that start the next one, and people see it", async () => {
  const notices = noticesOf("p1 has ended", "p2 has ended");
  const agent = new Agent({ model: script([{ text: "I see." }, { text: "Yes." }]), notices, sessionId });

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
  expect(notices.confirmed).toEqual(["n1", "n2"]);
});

test("what happens during a turn rides on one tool result, the next one", async () => {
  const notices = noticesOf();
  const two = { calls: [...step("b").calls, ...step("c").calls] };
  const agent = new Agent({
    model: script([step("a"), two, { text: "ok" }]),
    tools: [echoTool()],
    notices,
    sessionId,
  });

  for await (const event of agent.run("go")) {
    if (event.type === "request-start" && event.round === 2) notices.add("p1 has ended");
  }

  const notes = toolMessages(agent.messages).map((message) => message.notes);
  expect(notes.filter((each) => each !== undefined)).toEqual([["p1 has ended"]]);
  expect(notes[0]).toBeUndefined();
  expect(notices.waiting(sessionId)).toEqual([]);
});

test("what happens while the last answer is given waits for the next turn", async () => {
  const notices = noticesOf();
  const agent = new Agent({ model: script([{ text: "Done." }, { text: "Yes." }]), notices, sessionId });

  for await (const event of agent.run("go")) if (event.type === "text-delta") notices.add("p1 has ended");
  expect(notices.confirmed).toEqual([]);
  await agent.chat("and?");

  expect(textsOf(agent.messages).slice(2)).toEqual(["and?", "[Note from Hermes: p1 has ended]", "Yes."]);
});

test("wherever the process dies, the conversation holds a notice once, and it is delivered", async () => {
  const worker = () =>
    script(({ messages }) => (messages.some(({ role }) => role === "tool") ? { text: "Done." } : step("a")));
  for (let diesAt = 1; diesAt <= 14; diesAt += 1) {
    const journal = memoryJournal();
    const notices = noticesOf("between turns");
    const death = mortal(journal, notices, diesAt);
    const options = { tools: [echoTool()], sessionId };
    const first = new Agent({ ...options, model: worker(), journal: death.journal, notices: death.notices });
    let asked = false;
    try {
      for await (const event of first.run("go")) {
        if (event.type === "tool-call-start" && !asked) {
          asked = true;
          notices.add("during a turn");
        }
      }
    } catch (error) {
      expect(error).toMatchObject({ message: "dead" });
    }
    if (!asked) notices.add("during a turn");

    const second = new Agent({ ...options, model: worker(), journal, notices });
    await collect(second.run("go on"));

    const whole = textsOf(second.messages).join("\n");
    expect([diesAt, whole.split("between turns").length - 1]).toEqual([diesAt, 1]);
    expect([diesAt, whole.split("during a turn").length - 1]).toEqual([diesAt, 1]);
    expect(notices.waiting(sessionId)).toEqual([]);
    expectValid(second.messages);
  }
});

/** Dies at the given write: of the journal, or of what was delivered. */
function mortal(
  inner: SessionJournal,
  notices: NoticeSource,
  diesAt: number,
): { readonly journal: SessionJournal; readonly notices: NoticeSource } {
  let writes = 0;
  const live = (): void => {
    if (++writes >= diesAt) throw new Error("dead");
  };
  return {
    journal: {
      create: (head) => inner.create(head),
      load: (id) => inner.load(id),
      append(id, entry: JournalEntry) {
        live();
        return inner.append(id, entry);
      },
    },
    notices: {
      waiting: (id) => notices.waiting(id),
      delivered(id, ids) {
        live();
        return notices.delivered(id, ids);
      },
    },
  };
}
