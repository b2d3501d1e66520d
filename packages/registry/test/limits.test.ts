import { expect, test } from "vitest";
import { z } from "zod";
import { allowAll, defineTool, ToolRegistry } from "../src/index.ts";
import type { Guard, Tool, ToolHooks } from "../src/index.ts";
import { testContext } from "../src/testing/index.ts";

const never = () => new Promise<never>(() => undefined);

function registryOf(
  tool: Tool,
  { guard = allowAll, hooks = [] }: { guard?: Guard; hooks?: ToolHooks[] } = {},
) {
  const registry = new ToolRegistry({ guard, hooks });
  registry.register(tool);
  return registry;
}

function toolThat(execute: Tool["execute"], options: { readonly timeoutMs?: number } = {}): Tool {
  return defineTool({
    ...{ name: "work", toolset: "test", description: "", input: z.object({}), execute },
    ...options,
  });
}

test("a call that takes longer than its tool allows is ended with an error that names the limit", async () => {
  const heard: unknown[] = [];
  const listens = toolThat(
    async (_input, { signal }) => {
      signal.addEventListener("abort", () => heard.push(signal.reason));
      return await never();
    },
    { timeoutMs: 30 },
  );

  const { content, isError } = await registryOf(listens).dispatch("work", {}, testContext());

  expect(isError).toBe(true);
  expect(JSON.parse(content)).toMatchObject({
    error: "work was ended. It took longer than its limit of 30 ms.",
    hint: expect.stringContaining("check before you repeat it"),
  });
  expect(heard).toHaveLength(1);
});

test("a call within its limit gives what it returns, and the person's interrupt reaches it", async () => {
  const controller = new AbortController();
  const quick = toolThat(async () => ({ done: true }), { timeoutMs: 5_000 });
  const waits = toolThat(
    async (_input, { signal }) => {
      controller.abort("stop");
      signal.throwIfAborted();
      return await never();
    },
    { timeoutMs: 5_000 },
  );

  expect((await registryOf(quick).dispatch("work", {}, testContext())).content).toBe('{"done":true}');
  await expect(
    registryOf(waits).dispatch("work", {}, testContext({ signal: controller.signal })),
  ).rejects.toBe("stop");
});

test("no limit but a positive number of milliseconds can be set", () => {
  for (const timeoutMs of [0, -1, Number.NaN])
    expect(() => toolThat(never, { timeoutMs })).toThrow(expect.objectContaining({ code: "TOOL_INVALID" }));
});

test.each<[string, (abort: () => void) => ReturnType<typeof registryOf>]>([
  ["tool", (abort) => registryOf(toolThat(async () => (abort(), await never())))],
  ["guard", (abort) => registryOf(toolThat(never), { guard: async () => (abort(), await never()) })],
  [
    "approver",
    (abort) =>
      registryOf(toolThat(never), {
        guard: async (_call, context) => (
          abort(),
          await context.approve!(question, context),
          { allow: true }
        ),
      }),
  ],
  [
    "hook before",
    (abort) =>
      registryOf(toolThat(never), { hooks: [{ name: "h", before: async () => (abort(), await never()) }] }),
  ],
  [
    "hook after",
    (abort) =>
      registryOf(
        toolThat(async () => ({})),
        { hooks: [{ name: "h", after: async () => (abort(), await never()) }] },
      ),
  ],
])("an abort waits for no %s that does not listen", async (_who, make) => {
  const controller = new AbortController();
  const registry = make(() => controller.abort("stop"));

  const call = registry.dispatch("work", {}, testContext({ signal: controller.signal, approve: never }));

  await expect(call).rejects.toBe("stop");
});

const question = {
  ...{ id: "a", sessionId: "s", callId: "c", tool: "work", action: "test.work" },
  ...{ summary: "work", reason: "Why not." },
};

test("a tool does not begin when the guard answers after the abort", async () => {
  const controller = new AbortController();
  let answer = (): void => undefined;
  const guard: Guard = async () => {
    controller.abort("stop");
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { allow: true };
  };
  const runs: unknown[] = [];
  const registry = registryOf(
    toolThat(async () => runs.push("run")),
    { guard },
  );

  await expect(registry.dispatch("work", {}, testContext({ signal: controller.signal }))).rejects.toBe(
    "stop",
  );
  answer();
  await new Promise((resolve) => setImmediate(resolve));

  expect(runs).toEqual([]);
});

const read = { name: "box.read", summary: "look", readOnly: true };
const write = { name: "box.write", summary: "put" };

test("a tool says which action a call is and with what; without a word it is <toolset>.<name>", async () => {
  const { actionsOf, describeCall } = await import("../src/index.ts");
  const box = defineTool({
    ...{ name: "box", toolset: "test", description: "", execute: () => ({}) },
    input: z.object({ file: z.string(), put: z.string().optional() }),
    action: { of: [read, write], choose: ({ put }) => (put === undefined ? read : write).name },
    argument: ({ file: path, put }) => ({
      kind: "path",
      paths: [{ path, access: put === undefined ? "read" : "write" }],
    }),
  });
  const plain = toolThat(never);

  expect(describeCall(box, { file: "a" })).toMatchObject({
    action: read,
    argument: { paths: [{ access: "read" }] },
  });
  expect(describeCall(box, { file: "a", put: "x" })).toMatchObject({ action: write });
  expect([box.readOnly, actionsOf(box)]).toEqual([false, [read, write]]);
  expect(describeCall(plain, { a: 1 })).toEqual({
    action: { name: "test.work", summary: "call work", readOnly: false },
    argument: { kind: "text", text: '{"a":1}' },
  });
});

test("an action that is not named <group>.<verb>, and a choice of one that is not there, are errors", async () => {
  const base = { name: "box", toolset: "test", description: "", input: z.object({}), execute: () => ({}) };

  expect(() => defineTool({ ...base, action: { name: "read", summary: "" } })).toThrow("<group>.<verb>");
  const lost = defineTool({ ...base, action: { of: [read], choose: () => "box.lost" } });
  const guard: Guard = ({ tool, args }) => (tool.describeCall?.(args), { allow: true });
  const { content } = await registryOf(lost, { guard }).dispatch("box", {}, testContext());
  expect(content).toContain('\\"box.lost\\"');
});

test("a tool that needs approval is refused by a guard that asks nobody", async () => {
  const base = { name: "pay", toolset: "test", description: "", execute: () => ({ paid: true }) };
  const pay = defineTool({
    ...base,
    input: z.object({ euros: z.number() }),
    needsApproval: ({ euros }) => euros > 10,
  });
  const send = async (euros: number) => await registryOf(pay).dispatch("pay", { euros }, testContext());

  expect((await send(5)).content).toBe('{"paid":true}');
  expect(await send(50)).toMatchObject({ isError: true, content: expect.stringContaining("asks a person") });
});
