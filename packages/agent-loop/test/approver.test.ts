import { setTimeout as delay } from "node:timers/promises";
import { withShown } from "@hermes/registry";
import { expect, test } from "vitest";
import { Agent, ToolRegistry, allowAll } from "../src/index.ts";
import type { ApprovalAnswer, ApprovalRequest, Approver, Tool } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, parsed, script, spyJournal, toolMessages, toolThat } from "./support.ts";

const once: ApprovalAnswer = { approved: true, scope: "once" };
const session: ApprovalAnswer = { approved: true, scope: "session" };
const always: ApprovalAnswer = { approved: true, scope: "always" };
const no: ApprovalAnswer = { approved: false, reason: "Not that one." };

/** A person who answers so, with what they were asked. */
function person(answerTo: (request: ApprovalRequest) => ApprovalAnswer | Promise<ApprovalAnswer>): {
  readonly asked: ApprovalRequest[];
  readonly approver: Approver;
} {
  const asked: ApprovalRequest[] = [];
  return {
    asked,
    approver: async (request) => {
      asked.push(request);
      return await answerTo(request);
    },
  };
}

/** A tool that counts its runs. */
function counting(name: string, options: Partial<Tool> = {}): { readonly tool: Tool; readonly runs: number } {
  let runs = 0;
  const tool = toolThat(name, () => ({ runs: ++runs }), options);
  return {
    tool,
    get runs() {
      return runs;
    },
  };
}

const twice = (name: string) => [
  { calls: [{ name, arguments: { n: 1 } }] },
  { calls: [{ name, arguments: { n: 2 } }] },
  { text: "Done." },
];

test("with a list and an approver each call that is not read-only is asked about, and runs only with a yes", async () => {
  const rm = counting("rm");
  const look = counting("look", { readOnly: true });
  const { asked, approver } = person(({ summary }) => (summary.includes("1") ? once : no));
  const model = script([
    { calls: [{ name: "look" }, { name: "rm", arguments: { n: 1 } }, { name: "rm", arguments: { n: 2 } }] },
    { text: "Done." },
  ]);
  const agent = new Agent({ model, tools: [rm.tool, look.tool], approver });

  await agent.chat("go");

  expect(asked).toMatchObject([
    { tool: "rm", summary: 'rm {"n":1}' },
    { tool: "rm", summary: 'rm {"n":2}' },
  ]);
  expect([look.runs, rm.runs]).toEqual([1, 1]);
  expect(parsed(toolMessages(agent.messages)[2])).toEqual({
    error: "rm did not run: it was not permitted. Not that one.",
  });
});

test.each([
  ["once", once, 2],
  ["session", session, 1],
  ["always", always, 1],
])("two calls with a yes for %s", async (_scope, answer, questions) => {
  const rm = counting("rm");
  const { asked, approver } = person(() => answer);

  await new Agent({ model: script(twice("rm")), tools: [rm.tool], approver }).chat("go");

  expect([asked.length, rm.runs]).toEqual([questions, 2]);
});

test("a yes for the session is for one tool of one agent", async () => {
  const tools = [counting("rm").tool, counting("mv").tool];
  const { asked, approver } = person(() => session);
  const both = [{ calls: [{ name: "rm" }, { name: "mv" }] }, { text: "Done." }];

  await new Agent({ model: script(both), tools, approver }).chat("go");
  await new Agent({ model: script(both), tools, approver }).chat("go");

  expect(asked.map(({ tool }) => tool)).toEqual(["rm", "mv", "rm", "mv"]);
});

test("calls side by side are asked about one after another, and a yes for the session answers those that wait", async () => {
  let open = 0;
  let most = 0;
  const { asked, approver } = person(async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    return asked.length === 2 ? session : once;
  });
  const calls = ["a", "b", "c", "d"].map((text) => ({ name: "echo", arguments: { text } }));
  const agent = new Agent({ model: script([{ calls }, { text: "Done." }]), tools: [echoTool()], approver });

  await agent.chat("go");

  expect([asked.length, most]).toEqual([2, 1]);
  expect(toolMessages(agent.messages).map(parsed)).toEqual(["a", "b", "c", "d"].map((text) => ({ text })));
});

test("what a tool has against a call is asked about although the tool was granted, and a refusal stands", async () => {
  const doubts = [
    [],
    [{ id: "x", severity: "ask" as const, reason: "It looks odd." }],
    [{ id: "y", severity: "refuse" as const, reason: "It never ends.", advice: "Bound it." }],
  ];
  const rm = counting("rm");
  const tool: Tool = { ...rm.tool, findings: async () => doubts.shift() ?? [] };
  const { asked, approver } = person(() => session);
  const calls = [1, 2, 3].map((n) => ({ name: "rm", arguments: { n } }));
  const agent = new Agent({ model: script([{ calls }, { text: "Done." }]), tools: [tool], approver });

  await agent.chat("go");

  expect(asked.map(({ reason }) => reason)).toEqual(["rm can change something.", "It looks odd."]);
  expect(rm.runs).toBe(2);
  expect(parsed(toolMessages(agent.messages)[2])).toEqual({ error: "Not done. It never ends. Bound it." });
});

test("with a list and no approver every call runs; the guard of a registry decides by itself", async () => {
  const free = counting("rm");
  await new Agent({ model: script(twice("rm")), tools: [free.tool] }).chat("go");

  const guarded = counting("rm");
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(guarded.tool);
  const { asked, approver } = person(() => no);
  await new Agent({ model: script(twice("rm")), tools: registry, approver }).chat("go");

  expect([free.runs, guarded.runs, asked.length]).toEqual([2, 2, 0]);
});

test("a call is written down as started after the yes and before it acts, and not at all after a no", async () => {
  const order: string[] = [];
  const journal = spyJournal((entry) => {
    if (entry.type === "tool-start") order.push(`start ${entry.callId}`);
  });
  const rm = toolThat("rm", () => void order.push("act"));
  const { approver } = person(({ callId }) => {
    order.push(`question ${callId}`);
    return callId === "yes" ? once : no;
  });
  const calls = [
    { id: "yes", name: "rm", arguments: { n: 1 } },
    { id: "no", name: "rm", arguments: { n: 2 } },
  ];

  await new Agent({ model: script([{ calls }, { text: "Done." }]), tools: [rm], approver, journal }).chat(
    "go",
  );

  expect(order).toEqual(["question yes", "start yes", "act", "question no"]);
});

test("what is interrupted while the person is asked did not run", async () => {
  const rm = counting("rm");
  const controller = new AbortController();
  const approver: Approver = async (_request, { signal }) => {
    controller.abort();
    signal.throwIfAborted();
    return once;
  };
  const agent = new Agent({ model: script([{ calls: [{ name: "rm" }] }]), tools: [rm.tool], approver });

  await collect(agent.run("go", { signal: controller.signal }));

  expect(rm.runs).toBe(0);
  expect(parsed(toolMessages(agent.messages)[0])).toEqual({ error: "Cancelled by the user before it ran." });
});

test("a start that can't be written down keeps the call from running and ends the turn", async () => {
  const rm = counting("rm");
  const journal = spyJournal((entry) => {
    if (entry.type === "tool-start") throw new Error("disk full");
  });
  const agent = new Agent({ model: script([{ calls: [{ name: "rm" }] }]), tools: [rm.tool], journal });

  await expect(agent.chat("go")).rejects.toThrow("disk full");

  expect(rm.runs).toBe(0);
});

test("the time that a person takes to answer is none of the call, and is told by itself", async () => {
  const rm = counting("rm");
  const { approver } = person(async () => {
    await delay(500);
    return once;
  });
  const agent = new Agent({
    model: script([{ calls: [{ name: "rm" }] }, { text: "Done." }]),
    tools: [rm.tool],
    approver,
  });

  const events = await collect(agent.run("go"));

  const [asked] = events.filter((event) => event.type === "approval-end");
  const [ended] = events.filter((event) => event.type === "tool-call-end");
  expect(asked).toMatchObject({ callId: ended?.callId });
  expect(ended?.durationMs).toBeLessThan(asked?.waitedMs ?? 0);
});

test("a call says why it did not run, and what only people see of it is no part of the conversation", async () => {
  const edit = toolThat("edit", () => withShown({ ok: true }, { diff: "+only for people" }));
  const { approver } = person(({ tool }) => (tool === "edit" ? once : no));
  const model = script([
    { calls: [{ name: "edit" }, { name: "rm" }, { name: "nothing" }] },
    { text: "Done." },
  ]);
  const agent = new Agent({ model, tools: [edit, counting("rm").tool], approver });

  const events = await collect(agent.run("go"));

  const ends = events.filter((event) => event.type === "tool-call-end");
  expect(ends.map(({ name, notRun, shown }) => ({ name, notRun, shown }))).toEqual([
    { name: "edit", notRun: undefined, shown: { diff: "+only for people" } },
    { name: "rm", notRun: "refused", shown: undefined },
    { name: "nothing", notRun: "invalid", shown: undefined },
  ]);
  expect(JSON.stringify(agent.messages)).not.toContain("only for people");
  expect(JSON.stringify(model.requests)).not.toContain("only for people");
});

test("an approver that gives no answer but true is a no, and the reason says what it should give", async () => {
  const rm = counting("rm");
  const agent = new Agent({
    model: script(twice("rm")),
    tools: [rm.tool],
    // A program without a compiler.
    approver: async () => true as unknown as ApprovalAnswer,
  });

  await agent.chat("go");

  expect(rm.runs).toBe(0);
  expect(JSON.stringify(agent.messages)).toContain(
    "the approver gave true in place of { approved } or { pending: true }",
  );
});
