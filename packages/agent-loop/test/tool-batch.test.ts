import { defineTool } from "@hermes/registry";
import type { DefineToolOptions } from "@hermes/registry";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { Agent } from "../src/index.ts";
import type { AgentEvent } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, expectValid, parsed, script, spyJournal, toolMessages, toolThat } from "./support.ts";

/** Lets waiting calls go on when the test says so. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

test("calls of a batch run side by side when every tool allows it, with results in call order", async () => {
  const second = gate();
  const slow = toolThat("slow", async () => (await second.opened, { done: "slow" }), {
    concurrency: "parallel",
  });
  const quick = toolThat("quick", () => (second.open(), { done: "quick" }), { concurrency: "parallel" });
  const journal = spyJournal();
  const model = script([{ calls: [{ name: "slow" }, { name: "quick" }] }, { text: "ok" }]);
  const agent = new Agent({ model, tools: [slow, quick], journal });

  await agent.chat("go");

  expect(toolMessages(agent.messages).map(parsed)).toEqual([{ done: "slow" }, { done: "quick" }]);
  const written = journal.entries.flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
  expect(toolMessages(written).map((message) => message.name)).toEqual(["quick", "slow"]);
});

/** Tools of each kind, which note when their calls begin and end. */
function watched() {
  const log: { readonly n: number; readonly at: "begin" | "end" }[] = [];
  const tool = (name: string, options: Pick<DefineToolOptions<z.ZodObject>, "action" | "concurrency">) =>
    defineTool({
      ...{ name, toolset: "test", description: "", ...options },
      input: z.object({ n: z.number() }),
      async execute({ n }) {
        log.push({ n, at: "begin" });
        await new Promise((resolve) => setImmediate(resolve));
        log.push({ n, at: "end" });
        return { n };
      },
    });
  const [reads, acts] = [
    { name: "box.read", summary: "look", readOnly: true },
    { name: "box.write", summary: "put" },
  ];
  const tools = [
    tool("look", { action: reads }),
    tool("put", { action: acts }),
    tool("add", { action: acts, concurrency: "parallel" }),
    tool("ask", { action: reads, concurrency: "exclusive" }),
    tool("either", {
      action: { of: [reads, acts], choose: ({ n }) => (Number(n) % 2 === 0 ? reads : acts).name },
    }),
  ];
  return { log, tools };
}

test("what only reads runs beside its neighbours, what acts alone, and results come in call order", async () => {
  const kind = fc.constantFrom("look", "put", "add", "ask", "either");
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { minLength: 2, maxLength: 8 }), async (names) => {
      const { log, tools } = watched();
      const calls = names.map((name, n) => ({ name, arguments: { n } }));
      const agent = new Agent({ model: script([{ calls }, { text: "ok" }]), tools });
      const isAlone = (n: number): boolean =>
        names[n] === "put" || names[n] === "ask" || (names[n] === "either" && n % 2 === 1);
      const placeOf = (n: number, at: "begin" | "end") =>
        log.findIndex((entry) => entry.n === n && entry.at === at);

      await agent.chat("go");

      expect(toolMessages(agent.messages).map(parsed)).toEqual(names.map((_, n) => ({ n })));
      for (let n = 1; n < names.length; n++) {
        const isApart = isAlone(n) || isAlone(n - 1);
        expect(placeOf(n - 1, "end") < placeOf(n, "begin")).toBe(isApart);
      }
    }),
    { numRuns: 60 },
  );
});

test("at most 8 calls run at a time", async () => {
  let running = 0;
  let most = 0;
  const tool = toolThat(
    "work",
    async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return {};
    },
    { concurrency: "parallel" },
  );
  const calls = Array.from({ length: 20 }, (_, n) => ({ name: "work", arguments: { n } }));
  const agent = new Agent({ model: script([{ calls }, { text: "ok" }]), tools: [tool] });

  await agent.chat("go");

  expect(most).toBe(8);
  expect(toolMessages(agent.messages)).toHaveLength(20);
});

test("arguments that are not JSON are answered with the parse problem and never run", async () => {
  let ran = 0;
  const tool = toolThat("work", () => (ran++, {}));
  const agent = new Agent({
    model: script([{ calls: [{ name: "work", arguments: '{"n": 1' }] }, { text: "ok" }]),
    tools: [tool],
  });

  await agent.chat("go");

  expect(ran).toBe(0);
  const [message] = toolMessages(agent.messages);
  expect(message).toMatchObject({ isError: true, content: expect.stringContaining("not valid JSON") });
  expect(message?.content).toMatch(/Expected .* in JSON|Unexpected end/);
});

test("a line break as it is within a string, and a comma behind the last item, are no reason to ask again", async () => {
  const journal = spyJournal();
  const written = '{"text": "a\n\tb", "list": [1, 2,],\n}';
  const seen: unknown[] = [];
  const tool = {
    ...toolThat("work", () => ({})),
    parse: (value: unknown) => ({ ok: true, value }) as const,
    execute: async (value: unknown) => (seen.push(value), {}),
  };
  const agent = new Agent({
    model: script([{ calls: [{ name: "work", arguments: written }] }, { text: "ok" }]),
    tools: [tool],
    journal,
  });

  await agent.chat("go");

  expect(seen).toEqual([{ text: "a\n\tb", list: [1, 2] }]);
  expect(JSON.stringify(journal.entries)).toContain(JSON.stringify(written));
});

test.each(["readFile", "read-file", "Read_File", "functions.read_file", "default_api:readFile"])(
  "a call of %s is one of read_file",
  async (name) => {
    const tools = [
      toolThat("read_file", () => ({ fine: true })),
      toolThat("write_file", () => ({ fine: false })),
    ];
    const agent = new Agent({ model: script([{ calls: [{ name }] }, { text: "ok" }]), tools });

    await agent.chat("go");

    expect(parsed(toolMessages(agent.messages)[0])).toEqual({ fine: true });
    expect(toolMessages(agent.messages)[0]?.name).toBe("read_file");
  },
);

test.each(["read_files", "read", "functions.", "file_read", "readfile.sh"])(
  "a call of %s is no call of readFile or read_file",
  async (name) => {
    let ran = 0;
    const tools = [
      toolThat("read_file", () => ({ ran: ++ran })),
      toolThat("readFile", () => ({ ran: ++ran })),
    ];
    const agent = new Agent({
      model: script([{ calls: [{ name }, { name: "read-file" }] }, { text: "ok" }]),
      tools,
    });

    await agent.chat("go");

    expect(ran).toBe(0);
    expect(toolMessages(agent.messages).map(({ isError }) => isError)).toEqual([true, true]);
  },
);

test("empty arguments count as an empty object", async () => {
  const agent = new Agent({
    model: script([{ calls: [{ name: "work", arguments: "" }] }, { text: "ok" }]),
    tools: [toolThat("work", () => ({ fine: true }))],
  });

  await agent.chat("go");

  expect(parsed(toolMessages(agent.messages)[0])).toEqual({ fine: true });
});

test("an exact repetition within one batch runs once and points to the first", async () => {
  let ran = 0;
  const tool = toolThat("work", () => (ran++, { ran }));
  const agent = new Agent({
    model: script([{ calls: [{ name: "work" }, { name: "work" }] }, { text: "ok" }]),
    tools: [tool],
  });

  await agent.chat("go");

  expect(ran).toBe(1);
  expect(toolMessages(agent.messages).map(parsed)).toMatchObject([{ ran: 1 }, { duplicate_of: "call_1" }]);
  expectValid(agent.messages);
});

test("a tool that throws is an error result, and the others of its batch have theirs", async () => {
  const tools = [
    toolThat(
      "bad",
      () => {
        throw new Error("no such luck");
      },
      { concurrency: "parallel" },
    ),
    echoTool(),
  ];
  const agent = new Agent({
    model: script([{ calls: [{ name: "bad" }, { name: "echo", arguments: { text: "x" } }] }, { text: "ok" }]),
    tools,
  });

  await agent.chat("go");

  expect(toolMessages(agent.messages)).toMatchObject([{ isError: true }, { content: '{"text":"x"}' }]);
  expect(toolMessages(agent.messages)[0]?.content).toContain("no such luck");
});

test("progress and requests for approval are events of the turn", async () => {
  const events: AgentEvent[] = [];
  const question = {
    id: "a1",
    sessionId: "s1",
    tool: "echo",
    action: "files.delete",
    summary: "rm x",
    reason: "it deletes",
  };
  const tool = {
    ...echoTool(),
    execute: async (_value: unknown, context: Parameters<ReturnType<typeof echoTool>["execute"]>[1]) => {
      context.progress?.({ text: "half way" });
      const answer = await context.approve?.(
        { ...question, callId: context.callId },
        { signal: context.signal },
      );
      return { answer, task: context.userTask, session: context.sessionId };
    },
  };
  const agent = new Agent({
    model: script([{ calls: [{ name: "echo", arguments: { text: "x" } }] }, { text: "ok" }]),
    tools: [tool],
    sessionId: "s1",
    approver: async () => ({ approved: true, scope: "once" }),
  });

  for await (const event of agent.run("delete x")) events.push(event);

  expect(events).toContainEqual({
    type: "tool-call-progress",
    callId: "call_1",
    name: "echo",
    text: "half way",
  });
  expect(events).toContainEqual({
    type: "approval-request",
    request: { ...question, callId: "call_1" },
  });
  expect(parsed(toolMessages(agent.messages)[0])).toEqual({
    answer: { approved: true, scope: "once" },
    task: "delete x",
    session: "s1",
  });
});

test("without an approver a tool finds nobody to ask", async () => {
  const tool = {
    ...echoTool(),
    execute: async (_value: unknown, context: { approve?: unknown }) => ({
      asks: context.approve !== undefined,
    }),
  };
  const agent = new Agent({
    model: script([{ calls: [{ name: "echo", arguments: { text: "x" } }] }, { text: "ok" }]),
    tools: [tool],
  });

  await collect(agent.run("go"));

  expect(parsed(toolMessages(agent.messages)[0])).toEqual({ asks: false });
});

test("when the journal fails in the middle of a batch, no further call is started", async () => {
  let ran = 0;
  const tool = toolThat(
    "work",
    async () => (await new Promise((resolve) => setImmediate(resolve)), { ran: ++ran }),
    {
      concurrency: "parallel",
    },
  );
  let failures = 0;
  const journal = spyJournal((entry) => {
    if (entry.type === "message" && entry.message.role === "tool" && failures++ === 0)
      throw new Error("disk full");
  });
  const calls = Array.from({ length: 30 }, (_, n) => ({ name: "work", arguments: { n } }));

  await expect(
    collect(new Agent({ model: script([{ calls }]), tools: [tool], journal }).run("go")),
  ).rejects.toThrow("disk full");

  expect(ran).toBe(8);
});

test("a repetition within a batch does not hide that the call failed", async () => {
  const bad = toolThat("bad", () => {
    throw new Error("no such luck");
  });
  const twice = { calls: [{ name: "bad" }, { name: "bad" }] };
  const agent = new Agent({ model: script([twice, twice, { text: "ok" }]), tools: [bad] });

  await agent.chat("go");

  expect(toolMessages(agent.messages)[2]?.notes).toEqual([expect.stringContaining("failed 2 times")]);
});
