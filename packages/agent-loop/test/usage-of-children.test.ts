import fc from "fast-check";
import { ModelError, addUsage, noUsage, scripted } from "@hermes/models";
import type { ModelRequest, ScriptedAnswer, Usage } from "@hermes/models";
import { expect, test } from "vitest";
import { ChildTasks, delegateControlTool, delegateTool, memoryChildRecords } from "../src/delegate/index.ts";
import { Agent, memoryJournal } from "../src/index.ts";
import type { AgentEvent, SpendLedger, TurnEnd } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { runs } from "./support.ts";

/** What a session is asked to do, as the text of its task. */
type Work = "answer" | "fail" | "delegate" | "delegate and fail";

/** What the parent's model does in one round. */
type Step = { readonly works: readonly Work[]; readonly background: boolean };

/** Counts what was settled. */
function countingLedger() {
  const sum = { tokens: 0, usd: 0 };
  const ledger: SpendLedger = {
    reserve: ({ atMost: amount }) => ({ id: "1", scopes: [], amount, before: {} }),
    settle(_reservation, { tokens, usd }) {
      sum.tokens += tokens;
      sum.usd += usd;
    },
  };
  return { ledger, sum };
}

const broken = new ModelError("Broken.", {
  ...{ kind: "bad-request", provider: "test", model: "m", retryable: false, status: 500 },
});

/** A family of sessions that share a journal, records and a ledger. */
function family() {
  const journal = memoryJournal();
  const records = memoryChildRecords(journal.notices);
  const { ledger, sum } = countingLedger();
  const tasksOf = new Map<string, ChildTasks>();
  const open = (sessionId: string, depth: number, answer: (request: ModelRequest) => ScriptedAnswer) => {
    const children = new ChildTasks({
      ...{ parentId: sessionId, depth, records, limits: { maxChildren: 9, maxBackground: 9 } },
      sessions: {
        async open({ id }) {
          const agent = open(id, depth + 1, ofChild);
          return {
            agent,
            async [Symbol.asyncDispose]() {
              await tasksOf.get(id)?.close();
              await agent.close();
            },
          };
        },
      },
    });
    tasksOf.set(sessionId, children);
    const tools = [delegateTool(() => children), delegateControlTool(() => children)];
    const model = { ...scripted(answer), price: { input: 1, output: 2 } };
    return new Agent({ model, sessionId, journal, tools, children, spending: { ledger } });
  };
  return { open, sum, tasksOf };
}

function delegation(works: readonly string[], background = false): ScriptedAnswer {
  return {
    calls: [{ name: "delegate_task", arguments: { tasks: works.map((goal) => ({ goal })), background } }],
  };
}

/** A child does as its task says: its first request delegates where it is to. */
function ofChild({ messages }: ModelRequest): ScriptedAnswer {
  const [first] = messages;
  const task = first?.role === "user" && first.content[0]?.type === "text" ? first.content[0].text : "";
  if (messages.length === 1 && task.startsWith("delegate")) return delegation(["answer", "fail"]);
  return task.endsWith("fail") ? { text: "So far", error: broken } : { text: "Done." };
}

function tokensOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

function endOf(events: readonly AgentEvent[]): TurnEnd {
  const end = events.at(-1);
  if (end?.type !== "turn-end") throw new Error("The turn has no end.");
  return end;
}

test("a child's usage, with that of its own children, is told with the turn that waits for it", async () => {
  const { open } = family();
  const agent = open("parent", 0, ({ messages }) =>
    messages.length === 1 ? delegation(["delegate"]) : { text: "Good." },
  );

  const { usage, children } = endOf(await collect(agent.run("Go.")));

  expect(children?.costUsd).toBeGreaterThan(0);
  // Two requests of the child, one of each of its children: as long as the two of the parent and more.
  expect(tokensOf(children ?? noUsage)).toBeGreaterThan(tokensOf(usage));
  expect([agent.usage, agent.childUsage]).toEqual([usage, children]);
});

test("a child in the background counts in the turn that tells of its end, and once", async () => {
  const { open, tasksOf } = family();
  const agent = open("parent", 0, ({ messages }) =>
    messages.length === 1 ? delegation(["answer"], true) : { text: "Good." },
  );
  const started = endOf(await collect(agent.run("Go.")));
  await tasksOf.get("parent")?.settled();

  const told = endOf(await collect(agent.run("And?")));
  const after = endOf(await collect(agent.run("And then?")));

  expect([started, told, after].map(({ children }) => children !== undefined)).toEqual([false, true, false]);
});

test("a result that is asked for again does not count again", async () => {
  const { open, tasksOf } = family();
  let id = "";
  const agent = open("parent", 0, ({ messages }) => {
    if (messages.length === 1) return delegation(["answer"]);
    if (messages.at(-1)?.role === "user")
      return { calls: [{ name: "delegate_control", arguments: { action: "result", id } }] };
    return { text: "Good." };
  });
  const first = endOf(await collect(agent.run("Go.")));
  id = (await tasksOf.get("parent")?.list())?.[0]?.id ?? "";

  const again = endOf(await collect(agent.run("What was it?")));

  expect(first.children?.outputTokens).toBeGreaterThan(0);
  expect(agent.messages.at(-2)).toMatchObject({ role: "tool", content: expect.stringContaining("Done.") });
  expect(again.children).toBeUndefined();
});

test("turns and their children are together what the ledger has, whatever runs in which way and fails", async () => {
  const works = fc.array(fc.constantFrom<Work>("answer", "fail", "delegate", "delegate and fail"), {
    minLength: 1,
    maxLength: 3,
  });
  const steps = fc.array(fc.record({ works, background: fc.boolean() }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 2 }), async (turns: readonly Step[][]) => {
      const { open, sum, tasksOf } = family();
      let waiting: Step[] = [];
      const agent = open("parent", 0, () => {
        const step = waiting.shift();
        return step === undefined ? { text: "Good." } : delegation(step.works, step.background);
      });
      const ends: TurnEnd[] = [];
      for (const each of [...turns, []]) {
        waiting = [...each];
        ends.push(endOf(await collect(agent.run("Go."))));
        await tasksOf.get("parent")?.settled();
      }
      ends.push(endOf(await collect(agent.run("Anything else?"))));

      const all = ends
        .flatMap(({ usage, children }) => [usage, children ?? noUsage])
        .reduce(addUsage, noUsage);
      expect(tokensOf(all)).toBe(sum.tokens);
      expect(all.costUsd).toBeCloseTo(sum.usd, 9);
    }),
    runs(12, 200),
  );
});
