import { expect, test } from "vitest";
import { Agent, memoryJournal } from "../src/index.ts";
import type { JournalEntry, Recall, RecalledTurn, RecallInput, TextFilter } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, endOf, lastRequest, script, spyJournal } from "./support.ts";

interface SpyRecall extends Recall {
  readonly asked: RecallInput[];
  readonly told: RecalledTurn[];
}

function recallOf(before: (input: RecallInput) => Promise<string | undefined>): SpyRecall {
  const asked: RecallInput[] = [];
  const told: RecalledTurn[] = [];
  return {
    asked,
    told,
    before(input) {
      asked.push(input);
      return before(input);
    },
    after: (turn) => void told.push(turn),
  };
}

const said = (text: string, ...notes: string[]) => ({
  role: "user",
  content: [{ type: "text", text }],
  ...(notes.length === 0 ? {} : { notes }),
});

test("what is recalled rides on the words that begin a turn, is in the journal with them and is sent again when resumed", async () => {
  const journal = memoryJournal();
  const recall = recallOf(async ({ text }) => (text === "hello" ? "known: hello" : undefined));
  const first = new Agent({
    model: script([{ text: "Hi." }, { text: "Yes." }]),
    recall,
    journal,
    sessionId: "s1",
  });
  await first.chat("hello");
  await first.chat("again");

  const model = script([{ text: "Sure." }]);
  await new Agent({ model, journal, sessionId: "s1" }).chat("later");

  const texts = lastRequest(model).messages.filter(({ role }) => role === "user");
  expect(texts).toEqual([said("hello", "known: hello"), said("again"), said("later")]);
  expect(recall.asked.map(({ sessionId, text }) => [sessionId, text])).toEqual([
    ["s1", "hello"],
    ["s1", "again"],
  ]);
});

test("the words of the person are written before anything is recalled about them, and once", async () => {
  const journal = spyJournal();
  const writtenBefore: JournalEntry[] = [];
  const agent = new Agent({
    model: script([{ text: "Hi." }]),
    recall: recallOf(async () => {
      writtenBefore.push(...journal.entries);
      return "known";
    }),
    journal,
  });

  const events = await collect(agent.run("hello"));

  expect(writtenBefore).toMatchObject([{ type: "message", message: said("hello") }]);
  expect(journal.entries.map(({ type }) => type).slice(0, 3)).toEqual(["message", "note", "request-start"]);
  expect(journal.entries.filter(({ type }) => type === "message")).toHaveLength(2);
  expect(agent.messages[0]).toEqual(said("hello", "known"));
  expect(events).toContainEqual({ type: "message", message: said("hello", "known") });
});

test("after a turn it is told what was said and answered; a turn that nobody began is not recalled about", async () => {
  const recall = recallOf(async () => undefined);
  const model = script([
    { calls: [{ name: "echo", arguments: { text: "x" } }] },
    { text: "Done." },
    { text: "More." },
  ]);
  const agent = new Agent({ model, tools: [echoTool()], recall, sessionId: "s1" });

  await agent.chat("go");
  await collect(agent.continue());

  expect(recall.told).toEqual([{ sessionId: "s1", text: "go", answer: "Done.", reason: "answered" }]);
  expect(recall.asked).toHaveLength(1);
});

test("a memory that fails is a warning, and the turn goes on", async () => {
  const agent = new Agent({
    model: script([{ text: "Hi." }]),
    recall: recallOf(async () => Promise.reject(new Error("down"))),
  });

  const events = await collect(agent.run("hello"));

  expect(events).toContainEqual({
    type: "warning",
    code: "MEMORY_RECALL_FAILED",
    message: "Nothing was recalled: down",
  });
  expect(endOf(events)).toMatchObject({ reason: "answered", text: "Hi." });
});

test("an interrupt ends the wait for it, and the words are kept", async () => {
  const controller = new AbortController();
  const waiting = recallOf(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        controller.abort(new Error("stop"));
      }),
  );
  const agent = new Agent({ model: script([]), recall: waiting });

  const events = await collect(agent.run("hello", { signal: controller.signal }));

  expect(endOf(events).reason).toBe("interrupted");
  expect(events.some(({ type }) => type === "warning")).toBe(false);
  expect(agent.messages).toEqual([said("hello")]);
});

/** Takes out what stands between ( and ), wherever a text is cut. */
function bracketFilter(): TextFilter {
  let inside = false;
  return {
    push(text) {
      let shown = "";
      for (const sign of text) {
        if (sign === "(") inside = true;
        if (!inside) shown += sign;
        if (sign === ")") inside = false;
      }
      return shown;
    },
    flush: () => (inside ? "!" : ""),
  };
}

test("what an answer repeats of it is neither shown nor kept nor sent again, wherever the stream is cut", async () => {
  const journal = spyJournal();
  const recall = { ...recallOf(async () => "(known)"), filter: bracketFilter };
  const model = script([{ chunks: ["Yes (kn", "own) in", "deed (", "known", ")."] }, { text: "Bye (half" }]);
  const agent = new Agent({ model, recall, journal });

  const events = await collect(agent.run("hello"));
  const end = endOf(await collect(agent.run("and?")));

  const shown = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : [])).join("");
  expect(shown).toBe("Yes  indeed .");
  expect(endOf(events).text).toBe("Yes  indeed .");
  expect(lastRequest(model).messages[1]).toMatchObject({
    content: [{ type: "text", text: "Yes  indeed ." }],
  });
  expect(end.text).toBe("Bye !");
  expect(recall.told[0]?.answer).toBe("Yes  indeed .");
});
