import { scripted } from "@hermes/models";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Agent, memoryApprovals, memoryJournal } from "../src/index.ts";
import type { AgentEvent, AgentOptions, ApprovalLog, Approver, SessionJournal, Tool } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { endOf, expectValid, parsed, runs, script, spyJournal, toolMessages, toolThat } from "./support.ts";

const later: Approver = async () => ({ pending: true });
const yes = { approved: true, scope: "once" } as const;
const no = { approved: false, reason: "Not that one." } as const;

/** Two calls that ask, between them one that does not. */
const batch = [
  { id: "c1", name: "rm", arguments: { n: 1 } },
  { id: "c2", name: "look" },
  { id: "c3", name: "rm", arguments: { n: 3 } },
];

interface Desk {
  readonly log: ApprovalLog;
  readonly journal: SessionJournal;
  readonly ran: string[];
  /** A process of its own: it knows what is in the journal and the log, and nothing else. */
  agent(options?: Partial<AgentOptions>): Agent;
  answer(callId: string, answer: typeof yes | typeof no): Promise<void>;
}

function desk(concurrency: Tool["concurrency"] = "parallel"): Desk {
  const [log, journal, ran] = [memoryApprovals(), spyJournal(), [] as string[]];
  const rm = toolThat("rm", () => ran.push("rm"), { concurrency });
  const look = toolThat("look", () => ran.push("look"), { concurrency, readOnly: true });
  const model = script(({ messages }) =>
    messages.some(({ role }) => role === "tool") ? { text: "Done." } : { calls: batch },
  );
  return {
    ...{ log, journal, ran },
    agent: (options) =>
      new Agent({
        ...{ model, tools: [rm, look], journal, sessionId: "s1", approvals: log, approver: later },
        ...options,
      }),
    async answer(callId, answer) {
      const { id = "" } = (await log.find("s1", callId)) ?? {};
      await log.answer(id, { answer, actor: "telegram:7", at: Date.now() });
    },
  };
}

const texts = (agent: Agent): readonly (readonly [string, unknown])[] =>
  toolMessages(agent.messages).map((message) => [message.callId, parsed(message)]);

const idsOf = async (log: ApprovalLog): Promise<readonly string[]> => (await log.list()).map(({ id }) => id);

test("a turn whose calls wait ends so, keeps the results of the others, and says that none has started", async () => {
  const { log, journal, agent, ran } = desk();
  const first = agent();

  const events = await collect(first.run("go"));

  expect(endOf(events)).toMatchObject({ reason: "awaiting-approval", awaiting: await idsOf(log) });
  expect(await log.list({ status: "open" })).toMatchObject([
    { request: { callId: "c1", sessionId: "s1", tool: "rm", action: "test.rm" } },
    { request: { callId: "c3" } },
  ]);
  expect(ran).toEqual(["look"]);
  expect(first.openCalls.map(({ id }) => id)).toEqual(["c1", "c3"]);
  expect(await journal.load("s1")).toMatchObject({ startedCalls: [] });
  expect(texts(first).map(([id]) => id)).toEqual(["c2"]);
});

test("once they are answered another process goes on: a yes runs, a no is refused with its reason, in call order", async () => {
  const { agent, ran, answer } = desk();
  await collect(agent().run("go"));
  await answer("c3", yes);
  await answer("c1", no);

  const other = agent({ approver: undefined });
  const opening = await other.open();
  const events = await collect(other.continue());

  expect(opening.repairs).toEqual([]);
  expect(endOf(events)).toMatchObject({ reason: "answered", text: "Done." });
  expect(ran).toEqual(["look", "rm"]);
  expectValid(other.messages);
  expect(texts(other).map(([id]) => id)).toEqual(["c1", "c2", "c3"]);
  expect(JSON.stringify(texts(other)[0])).toContain("Not that one.");
});

test("while one is still open, the turn ends so again; an approver that is there is asked about it with the same id", async () => {
  const { log, agent, ran, answer } = desk();
  await collect(agent().run("go"));
  await answer("c3", yes);
  const unattended = agent({ approver: undefined });
  await unattended.open();
  const still = await collect(unattended.continue());
  await unattended.close();
  const asked: string[] = [];
  const attended = agent({
    approver: async ({ id }) => {
      asked.push(id);
      return yes;
    },
  });
  await attended.open();

  const end = endOf(await collect(attended.continue()));

  const [first = ""] = await idsOf(log);
  expect(endOf(still)).toMatchObject({ reason: "awaiting-approval", awaiting: [first] });
  expect(asked).toEqual([first]);
  expect(end.reason).toBe("answered");
  expect(ran).toEqual(["look", "rm", "rm"]);
  expectValid(attended.messages);
});

test("where calls run one after another, those behind one that waits wait with it", async () => {
  const { log, agent, ran, answer } = desk("exclusive");
  const one = agent();
  await collect(one.run("go"));
  expect([ran, one.openCalls.length, (await log.list()).length]).toEqual([[], 3, 1]);
  await answer("c1", yes);

  const second = endOf(await collect(one.continue()));
  await answer("c3", yes);
  const third = endOf(await collect(one.continue()));

  expect([second.reason, third.reason]).toEqual(["awaiting-approval", "answered"]);
  expect(ran).toEqual(["rm", "look", "rm"]);
  expectValid(one.messages);
});

test("what the person says instead answers the calls as not run, and a later answer is refused", async () => {
  const { log, agent, ran, answer } = desk();
  await collect(agent().run("go"));

  const other = agent();
  await other.chat("Never mind.");

  expect(ran).toEqual(["look"]);
  expectValid(other.messages);
  expect(JSON.stringify(texts(other)[0])).toContain("said something else");
  expect(await log.list({ status: "open" })).toEqual([]);
  await expect(answer("c1", yes)).rejects.toMatchObject({ code: "APPROVAL_CLOSED" });
});

test("without an approval log a deferred answer is a refusal", async () => {
  const { agent, ran } = desk();
  const alone = agent({ approvals: undefined });

  expect(await alone.chat("go")).toBe("Done.");

  expect(ran).toEqual(["look"]);
  expect(JSON.stringify(texts(alone)[0])).toContain("was not permitted");
});

test("a yes for the session holds for what comes after it, also where it came later", async () => {
  const { log, agent, ran } = desk("exclusive");
  const one = agent();
  await collect(one.run("go"));
  const [first] = await log.list();
  const given = { answer: { approved: true, scope: "session" } as const, actor: "cli", at: Date.now() };
  await log.answer(first?.id ?? "", given);

  await collect(one.continue());
  // Behind it were calls that wait with it, and are looked at again.
  const [, second] = await log.list();
  if (second !== undefined) await log.answer(second.id, given);
  await collect(one.continue());

  expect(ran.filter((name) => name === "rm")).toHaveLength(2);
});

test("a child agent asks through its parent's approver, under its own session", async () => {
  const [log, ran] = [memoryApprovals(), [] as string[]];
  const asked: (readonly [string, string])[] = [];
  const parents: Approver = async ({ sessionId, summary }) => {
    asked.push([sessionId, summary]);
    return { ...yes, actor: "telegram:7" };
  };
  const child = new Agent({
    ...{ sessionId: "child", approvals: log, tools: [toolThat("rm", () => ran.push("rm"))] },
    model: script([{ calls: [{ name: "rm" }] }, { text: "Done." }]),
    approver: (request, options) => parents(request, options),
  });

  await child.chat("go");

  expect(asked).toEqual([["child", "rm {}"]]);
  expect(await log.list({ sessionId: "child" })).toMatchObject([{ actor: "telegram:7", status: "answered" }]);
  expect(ran).toEqual(["rm"]);
});

test("of two answers at once the first is kept, and the call runs at most once", async () => {
  const { log, agent, ran } = desk("exclusive");
  await collect(agent().run("go"));
  const [open] = await log.list();
  const say = async (answer: typeof yes | typeof no) =>
    await log.answer(open?.id ?? "", { answer, actor: "a", at: Date.now() });

  const outcomes = await Promise.allSettled([say(no), say(yes)]);
  const other = agent({ approver: undefined });
  await other.open();
  await collect(other.continue());

  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(ran).toEqual(["look"]);
});

// What may happen to a session, in any order.
const asking = fc.constantFrom("later", "yes", "no", "nobody");
const death = fc.option(fc.record({ write: fc.integer({ min: 1, max: 12 }), after: fc.boolean() }), {
  nil: undefined,
});
const step = fc.oneof(
  fc.record({ type: fc.constant("say" as const), asking, death }),
  { arbitrary: fc.record({ type: fc.constant("continue" as const), asking, death }), weight: 2 },
  {
    arbitrary: fc.record({ type: fc.constant("answer" as const), which: fc.nat(5), isYes: fc.boolean() }),
    weight: 2,
  },
  fc.record({ type: fc.constant("expire" as const) }),
);
type Asking = "later" | "yes" | "no" | "nobody";
type Death = { readonly write: number; readonly after: boolean } | undefined;

const lastsMs = 1_000;

/** One home, whose processes come and go. */
class World {
  readonly journal = memoryJournal();
  readonly log = memoryApprovals();
  readonly ran: string[] = [];
  now = 1;
  #calls = 0;

  /** Does something in a process of its own, which may die at one of its writes: before it, or right after it. */
  async inProcess(
    who: Asking,
    death: Death,
    work: (agent: Agent) => AsyncIterable<AgentEvent>,
  ): Promise<Agent> {
    let [writes, isDead] = [0, false];
    const write = <Result>(act: () => Result): Result => {
      const isLast = ++writes === death?.write;
      if (isDead || (isLast && !death.after)) isDead = true;
      if (isDead) throw new Error("killed");
      const result = act();
      isDead = isLast;
      if (isDead) throw new Error("killed");
      return result;
    };
    const { journal, log } = this;
    const tools = [
      toolThat("one", () => undefined, { concurrency: "exclusive" }),
      toolThat("side", () => undefined, { concurrency: "parallel" }),
    ];
    const agent = new Agent({
      tools: tools.map((tool) => ({
        ...tool,
        execute: async (_value, context) => {
          if (isDead) throw new Error("killed");
          this.ran.push(context.callId);
          return {};
        },
      })),
      sessionId: "s1",
      now: () => this.now,
      model: scripted(({ messages }) =>
        messages.at(-1)?.role === "user" ? { calls: this.#batch() } : { text: "Done." },
      ),
      journal: {
        create: (head) => write(() => journal.create(head)),
        load: (id) => journal.load(id),
        append: (id, entry) => write(() => journal.append(id, entry)),
      },
      approvals: {
        ...log,
        open: (asked) =>
          write(() => {
            const request = { ...asked.request, expiresAt: this.now + lastsMs };
            return log.open({ ...asked, request });
          }),
        answer: (id, given) => write(() => log.answer(id, given)),
        close: (id, as) => write(() => log.close(id, as)),
      },
      approver: who === "nobody" ? undefined : async () => answers[who],
    });
    try {
      for await (const _event of work(agent));
    } catch (error) {
      if (!isDead && !/nothing to continue/i.test(String(error))) throw error;
    }
    return agent;
  }

  /** Three calls; whether they run side by side depends on the first one. */
  #batch() {
    const names = this.#calls % 2 === 0 ? ["side", "side", "side"] : ["one", "side", "side"];
    return names.map((name) => {
      this.#calls += 1;
      return { id: `c${this.#calls}`, name, arguments: { n: this.#calls } };
    });
  }

  async answer(which: number, isYes: boolean): Promise<void> {
    const open = await this.log.list({ status: "open" });
    const approval = open[which % Math.max(1, open.length)];
    if (approval === undefined) return;
    const given = { answer: isYes ? yes : no, actor: "someone", at: this.now };
    try {
      await this.log.answer(approval.id, given);
    } catch (error) {
      expect(error).toMatchObject({ code: "APPROVAL_EXPIRED" });
    }
  }
}

const answers = { later: { pending: true }, yes, no } as const;

test("under any order of events no call runs twice or without approval, and no approved call is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const world = new World();
      for (const each of steps) {
        if (each.type === "expire") world.now += lastsMs;
        else if (each.type === "answer") await world.answer(each.which, each.isYes);
        else
          await world.inProcess(each.asking, each.death, (agent) =>
            each.type === "say" ? agent.run("go") : agent.continue(),
          );
      }
      // In the end somebody is there for what is still open.
      const last = await world.inProcess("no", undefined, (agent) => agent.continue());

      expectValid(last.messages);
      const approvals = await world.log.list();
      const allowed = new Set(
        approvals.filter(({ answer }) => answer?.approved === true).map(({ request }) => request.callId),
      );
      expect(new Set(world.ran).size).toBe(world.ran.length);
      expect(world.ran.filter((callId) => !allowed.has(callId))).toEqual([]);
      expect(approvals.filter(({ status }) => status === "open")).toEqual([]);
      for (const message of toolMessages(last.messages)) {
        if (!allowed.has(message.callId) || world.ran.includes(message.callId)) continue;
        // Started when the process died, or given up by the person: anything else would be a call that was lost.
        expect(message.content).toMatch(/Started, outcome unknown|said something else/);
      }
    }),
    runs(150, 3_000),
  );
});
