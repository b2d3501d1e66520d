import { expect, test } from "vitest";
import { loadTools } from "../src/index.ts";
import { createRegistry, plainTool } from "./registry-fixture.ts";

test("a cleanup that several tools share runs once, with the task's id", async () => {
  const released: string[] = [];
  const cleanup = (taskId: string): void => void released.push(taskId);
  const { registry } = createRegistry([plainTool("a", { cleanup }), plainTool("b", { cleanup })]);

  await registry.cleanup("task-1");

  expect(released).toEqual(["task-1"]);
});

test("a cleanup that fails is a warning and stops no other", async () => {
  let released = false;
  const { registry, warnings } = createRegistry([
    plainTool("a", {
      cleanup: () => {
        throw new Error("stuck");
      },
    }),
    plainTool("b", {
      cleanup: async () => {
        released = true;
      },
    }),
  ]);

  await registry.cleanup("task-1");

  expect(released).toBe(true);
  expect(warnings).toEqual(["a could not clean up: stuck"]);
});

test("tools that fail to load are one named warning, and the rest work", async () => {
  const warnings: string[] = [];

  const tools = await loadTools(
    [
      { name: "slow", load: () => Promise.resolve([plainTool("first")]) },
      { name: "@acme/broken", load: () => Promise.reject(new Error("Cannot find module")) },
      {
        name: "thrower",
        load: () => {
          throw new Error("at once");
        },
      },
      { name: "quick", load: () => [plainTool("second")] },
    ],
    (text) => warnings.push(text),
  );

  expect(tools.map(({ name }) => name)).toEqual(["first", "second"]);
  expect(warnings.toSorted()).toEqual([
    'The tools of "@acme/broken" are left out, because they failed to load: Cannot find module',
    'The tools of "thrower" are left out, because they failed to load: at once',
  ]);
});
