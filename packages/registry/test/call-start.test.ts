import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../src/index.ts";
import type { Guard, ToolHooks } from "../src/index.ts";
import { testContext } from "../src/testing/index.ts";
import { createRegistry, plainTool } from "./registry-fixture.ts";

const echo = defineTool({
  name: "echo",
  toolset: "test",
  description: "",
  input: z.object({ n: z.int() }),
  execute: ({ n }) => ({ n }),
});

test("a call starts once: after hooks and guard, and before the tool acts", async () => {
  const order: string[] = [];
  const tool = plainTool("act", { execute: () => void order.push("act") });
  const guard: Guard = async (_call, { onStart }) => {
    order.push("guard");
    // As one does that makes a trial run real.
    await onStart?.();
    return { allow: true };
  };
  const hooks: readonly ToolHooks[] = [{ name: "watch", before: () => void order.push("hook") }];
  const { registry } = createRegistry([tool], { guard, hooks });

  await registry.dispatch("act", {}, testContext({ onStart: async () => void order.push("start") }));

  expect(order).toEqual(["hook", "guard", "start", "act"]);
});

test("a call that is not valid, blocked or refused never starts, and none whose start can't be written down runs", async () => {
  const order: string[] = [];
  const tool = { ...echo, execute: async () => void order.push("ran") };
  const onStart = (): void => void order.push("start");
  const dispatch = async (args: unknown, options: Parameters<typeof createRegistry>[1], start = onStart) =>
    await createRegistry([tool], options).registry.dispatch("echo", args, testContext({ onStart: start }));

  await dispatch({ n: "x" }, {});
  await dispatch({ n: 1 }, { hooks: [{ name: "stop", before: () => ({ block: "No." }) }] });
  await dispatch({ n: 1 }, { guard: () => ({ allow: false, reason: "No." }) });
  const failed = await dispatch({ n: 1 }, {}, () => {
    throw new Error("disk full");
  });

  expect(order).toEqual([]);
  expect(failed).toMatchObject({ isError: true, content: expect.stringContaining("disk full") });
});

test("no call starts after an abort, also where the guard only notices it later", async () => {
  const controller = new AbortController();
  const order: string[] = [];
  const guard: Guard = async (_call, { onStart }) => {
    controller.abort(new Error("stop"));
    await onStart?.();
    order.push("made real");
    return { allow: true };
  };
  const { registry } = createRegistry([echo], { guard });
  const context = testContext({ signal: controller.signal, onStart: () => void order.push("start") });

  await expect(registry.dispatch("echo", { n: 1 }, context)).rejects.toThrow("stop");

  expect(order).toEqual([]);
});
