import { expect, test } from "vitest";
import { createRegistry, plainTool } from "./registry-fixture.ts";

const namesOf = (tools: readonly { readonly name: string }[]): readonly string[] =>
  tools.map(({ name }) => name);

test("a rare tool waits, and every other one is described", async () => {
  const { registry } = createRegistry([plainTool("b"), plainTool("a", { rare: true }), plainTool("c")]);

  const { definitions, waiting } = await registry.offer();

  expect(namesOf(definitions)).toEqual(["b", "c"]);
  expect(waiting).toEqual([expect.objectContaining({ name: "a", toolset: "test", description: "Does a." })]);
  expect(namesOf(await registry.definitions())).toEqual(["a", "b", "c"]);
});

test("room goes by the order of registration, and a small tool takes what a large one leaves", async () => {
  const large = plainTool("a_large", { description: "Large. ".repeat(100) });
  const { registry } = createRegistry([plainTool("z_first"), large, plainTool("b_last")]);

  const { definitions, waiting } = await registry.offer({ maxTokens: 80 });

  expect(namesOf(definitions)).toEqual(["b_last", "z_first"]);
  expect(namesOf(waiting)).toEqual(["a_large"]);
});

test("what is switched off or can't be used neither waits nor is described", async () => {
  const { registry } = createRegistry([
    plainTool("off", { toolset: "secret", rare: true }),
    plainTool("broken", { available: () => false, rare: true }),
    plainTool("here"),
  ]);

  const { definitions, waiting } = await registry.offer({ disabled: ["secret"] });

  expect(namesOf(definitions)).toEqual(["here"]);
  expect(waiting).toEqual([]);
});
