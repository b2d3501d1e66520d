import { expect, test } from "vitest";
import { testContext } from "@hermes/registry/testing";
import { ToolRegistry, allowAll, createClarifyTool } from "../src/index.ts";
import type { Clarifier, ClarifyQuestion } from "../src/index.ts";

async function call(
  clarifier: Clarifier | undefined,
  args: object,
): Promise<{ readonly isError: boolean; readonly value: unknown }> {
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(createClarifyTool(clarifier));
  const { content, isError } = await registry.dispatch("clarify", args, testContext());
  return { isError, value: JSON.parse(content) };
}

test("the person's answer comes back with the question", async () => {
  const asked: ClarifyQuestion[] = [];
  const clarifier: Clarifier = async (question) => (asked.push(question), { answered: true, answer: "tabs" });

  const { value } = await call(clarifier, { question: "Tabs or spaces?", choices: ["tabs", "spaces"] });

  expect(asked).toEqual([{ question: "Tabs or spaces?", choices: ["tabs", "spaces"], allowFreetext: true }]);
  expect(value).toEqual({ question: "Tabs or spaces?", choices: ["tabs", "spaces"], answer: "tabs" });
});

test("when nobody can be asked the model learns why and what to do", async () => {
  const { value, isError } = await call(async () => ({ answered: false, reason: "No terminal." }), {
    question: "Which?",
  });

  expect(isError).toBe(false);
  expect(value).toMatchObject({
    answer: null,
    reason: "No terminal.",
    next: expect.stringContaining("assumed"),
  });
});

test("a seventh choice, and a question that leaves nothing to answer, are refused", async () => {
  const clarifier: Clarifier = async () => ({ answered: true, answer: "x" });

  expect(
    await call(clarifier, { question: "Which?", choices: ["1", "2", "3", "4", "5", "6", "7"] }),
  ).toMatchObject({ isError: true });
  expect(await call(clarifier, { question: "Which?", allow_freetext: false })).toMatchObject({
    isError: true,
  });
  expect(
    await call(clarifier, { question: "Which?", choices: ["1", "2", "3", "4", "5", "6"] }),
  ).toMatchObject({ isError: false });
});

test("called where no conversation is, it answers an error", async () => {
  expect(await call(undefined, { question: "Which?" })).toMatchObject({
    isError: true,
    value: { error: expect.any(String) },
  });
});
