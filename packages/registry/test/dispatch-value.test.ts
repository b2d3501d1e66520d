import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool, ToolRegistry } from "../src/index.ts";
import type { Guard } from "../src/index.ts";
import { testContext } from "../src/testing/index.ts";
import { plainTool } from "./registry-fixture.ts";

const echo = defineTool({
  name: "echo",
  toolset: "test",
  description: "",
  input: z.object({ n: z.int() }),
  execute: ({ n }) => ({ n }),
});

test("a call that the guard has run already gives the guard's result, and the tool does not run", async () => {
  let ran = 0;
  const seen: string[] = [];
  const registry = new ToolRegistry({
    guard: () => ({ allow: true, result: { staged: true } }),
    hooks: [{ name: "seen", after: ({ result }) => void seen.push(result.content) }],
  });
  registry.register(plainTool("act", { execute: () => (ran += 1) }));

  const result = await registry.dispatch("act", {}, testContext());

  expect(result).toEqual({ content: '{"staged":true}', isError: false });
  expect(ran).toBe(0);
  expect(seen).toEqual(['{"staged":true}']);
});

test("a call for a caller that needs no JSON is checked the same way and gives the value as it is", async () => {
  const value = { text: "x".repeat(1_000), nested: [1, 2] };
  const guard: Guard = ({ tool }) =>
    tool.name === "give" ? { allow: true } : { allow: false, reason: "Not this one." };
  const registry = new ToolRegistry({ guard });
  registry.register(plainTool("give", { execute: () => value }), plainTool("other"), echo);

  expect((await registry.dispatchValue("give", {}, testContext())).value).toBe(value);
  expect(await registry.dispatchValue("other", {}, testContext())).toEqual({
    value: { error: "Not this one." },
    isError: true,
    notRun: "refused",
  });
  expect(await registry.dispatchValue("echo", { n: "no" }, testContext())).toMatchObject({
    isError: true,
    notRun: "invalid",
  });
  expect(await registry.dispatchValue("nothing", {}, testContext())).toMatchObject({
    isError: true,
    notRun: "invalid",
  });
});
