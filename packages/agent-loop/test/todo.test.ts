import fc from "fast-check";
import { expect, test } from "vitest";
import { testContext } from "@hermes/registry/testing";
import { Agent, ToolRegistry, allowAll, createTodoList, createTodoTool } from "../src/index.ts";
import type { TodoList } from "../src/index.ts";
import { echoTool, parsed, runs, script, toolMessages, toolThat } from "./support.ts";

async function call(
  list: TodoList | undefined,
  args: object,
): Promise<{ readonly isError: boolean; readonly value: unknown }> {
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(createTodoTool(list));
  const { content, isError } = await registry.dispatch("todo", args, testContext());
  return { isError, value: JSON.parse(content) };
}

const plan = [
  { id: "1", content: "Look", status: "in_progress" },
  { id: "2", content: "Build", status: "pending" },
  { id: "3", content: "Ship", status: "pending" },
] as const;

test("a write gives the whole list back with its counts", async () => {
  const { value, isError } = await call(createTodoList(), { todos: plan });

  expect(isError).toBe(false);
  expect(value).toEqual({
    todos: plan,
    counts: { total: 3, pending: 2, in_progress: 1, completed: 0, cancelled: 0 },
    calls_since_update: 0,
  });
});

test("without arguments it reads, and counting begins anew", async () => {
  const list = createTodoList();
  await call(list, { todos: plan });
  list.noteAfterCall({ name: "terminal", isError: false });

  expect((await call(list, {})).value).toMatchObject({ todos: plan, calls_since_update: 1 });
  expect((await call(list, {})).value).toMatchObject({ calls_since_update: 0 });
});

test("merge changes by id, keeps what is left out and adds new items at the end", async () => {
  const list = createTodoList();
  await call(list, { todos: plan });

  await call(list, {
    merge: true,
    todos: [
      { id: "1", status: "completed" },
      { id: "4", content: "Rest" },
    ],
  });

  expect(list.items).toEqual([
    { ...plan[0], status: "completed" },
    plan[1],
    plan[2],
    { id: "4", content: "Rest", status: "pending" },
  ]);
});

test("without merge the list is replaced, in the new order", async () => {
  const list = createTodoList();
  await call(list, { todos: plan });

  await call(list, { todos: [plan[2], plan[0]] });

  expect(list.items.map((item) => item.id)).toEqual(["3", "1"]);
});

test("items without an id get one each", async () => {
  const list = createTodoList();

  await call(list, { todos: [{ content: "a" }, { content: "b", id: "1" }, { content: "c" }] });

  expect(list.items.map((item) => [item.id, item.content])).toEqual([
    ["2", "a"],
    ["1", "b"],
    ["3", "c"],
  ]);
});

test("a write with a fault changes nothing and names every fault", async () => {
  const list = createTodoList();
  await call(list, { todos: plan });

  const { isError, value } = await call(list, {
    merge: true,
    todos: [{ id: "9" }, { id: "1", status: "completed" }, { id: "1" }],
  });

  expect(isError).toBe(true);
  expect(value).toMatchObject({ error: expect.stringMatching(/"9" has no content.*"1" is there twice/) });
  expect(list.items).toEqual(plan);
});

test("two items in progress are accepted with a remark", async () => {
  const { value } = await call(createTodoList(), { todos: [plan[0], { ...plan[1], status: "in_progress" }] });

  expect(value).toMatchObject({ counts: { in_progress: 2 }, note: expect.stringContaining("keep one") });
});

test("called where no conversation is, it answers an error", async () => {
  expect(await call(undefined, {})).toMatchObject({ isError: true, value: { error: expect.any(String) } });
});

test("its rules stay under 200 tokens", () => {
  expect(createTodoTool(undefined).description.length / 4).toBeLessThanOrEqual(200);
});

test("after 10 calls without an update one note rides on a result, once until the next update", async () => {
  const todo = createTodoList();
  const step = (text: string) => ({ calls: [{ name: "echo", arguments: { text } }] });
  const write = { calls: [{ name: "todo", arguments: { todos: plan } }] };
  const many = Array.from({ length: 12 }, (_, n) => step(String(n)));
  const agent = new Agent({
    model: script([write, ...many, write, ...many, { text: "ok" }]),
    tools: [createTodoTool(todo), echoTool()],
    todo,
  });

  await agent.chat("go");

  const noted = toolMessages(agent.messages).flatMap((message, index) =>
    message.notes === undefined ? [] : [index],
  );
  expect(noted).toEqual([10, 23]);
  expect(toolMessages(agent.messages)[10]?.notes).toEqual([
    expect.stringMatching(/^10 tool calls since the task list.*$/),
  ]);
});

test("reading the list puts the reminder off by 10 calls, also after a restart", async () => {
  const todo = createTodoList();
  const step = { calls: [{ name: "echo", arguments: { text: "x" } }] };
  const steps = (count: number) => Array.from({ length: count }, () => step);
  const [write, read] = [{ todos: plan }, {}].map((args) => ({ calls: [{ name: "todo", arguments: args }] }));
  const agent = new Agent({
    model: script([write ?? {}, ...steps(9), read ?? {}, ...steps(10), { text: "ok" }]),
    tools: [createTodoTool(todo), echoTool()],
    todo,
  });

  await agent.chat("go");

  const noted = toolMessages(agent.messages).flatMap((message, index) =>
    message.notes === undefined ? [] : [index],
  );
  expect(noted).toEqual([20]);
  const restored = createTodoList();
  restored.restore(agent.messages);
  expect([todo.callsSinceUpdate, restored.callsSinceUpdate]).toEqual([10, 10]);
});

test("an error is remarked while the plan has open items, and not otherwise", async () => {
  const fails = toolThat("fails", () => {
    throw new Error("no");
  });
  for (const [status, notes] of [
    ["in_progress", 1],
    ["completed", 0],
  ] as const) {
    const todo = createTodoList();
    todo.update([{ id: "1", content: "Look", status }], false);
    const agent = new Agent({
      model: script([{ calls: [{ name: "fails" }] }, { text: "ok" }]),
      tools: [fails],
      todo,
    });
    await agent.chat("go");
    expect(toolMessages(agent.messages)[0]?.notes ?? []).toHaveLength(notes);
    expect(parsed(toolMessages(agent.messages)[0])).toMatchObject({ error: expect.any(String) });
  }
});

test("render gives one line for each item", () => {
  const list = createTodoList();
  list.update(
    [
      { content: "Look", status: "completed" },
      { content: "Build", status: "in_progress" },
      { content: "Rest" },
      { content: "Paint", status: "cancelled" },
    ],
    false,
  );

  expect(list.render()).toBe(
    "- [x] 1. Look (completed)\n- [>] 2. Build (in_progress)\n- [ ] 3. Rest (pending)\n- [-] 4. Paint (cancelled)",
  );
  expect(createTodoList().render()).toBe("");
});

test("whatever is written, ids stay unique and a refused write changes nothing", () => {
  const change = fc.record(
    {
      id: fc.constantFrom("1", "2", "3", "4"),
      content: fc.string({ maxLength: 8 }),
      status: fc.constantFrom("pending" as const, "completed" as const),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(change, { maxLength: 6 }), fc.boolean()), { maxLength: 8 }),
      (writes) => {
        const list = createTodoList();
        for (const [changes, merge] of writes) {
          const before = list.items;
          const { ok } = list.update(changes, merge);
          if (!ok) expect(list.items).toBe(before);
          expect(new Set(list.items.map((item) => item.id)).size).toBe(list.items.length);
          expect(list.counts.total).toBe(list.items.length);
        }
      },
    ),
    runs(200, 20_000),
  );
});
