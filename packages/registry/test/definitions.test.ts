import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../src/index.ts";
import { createRegistry, plainTool } from "./registry-fixture.ts";

test("definitions are the same bytes whatever the order of registration", async () => {
  const tools = ["zebra", "apple", "mango"].map((name) => plainTool(name));

  const one = await createRegistry(tools).registry.definitions();
  const other = await createRegistry(tools.toReversed()).registry.definitions();

  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  expect(one.map(({ name }) => name)).toEqual(["apple", "mango", "zebra"]);
  expect(Object.keys(one[0] ?? {})).toEqual(["name", "description", "parameters"]);
});

test("a check that several tools share runs once per build, with the environment handed in", async () => {
  const asked: unknown[] = [];
  const available = ({ env }: { readonly env: unknown }): boolean => asked.push(env) > 0;
  const { registry } = createRegistry([plainTool("a", { available }), plainTool("b", { available })]);

  await registry.definitions({ env: { X: "1" } });
  await registry.definitions({ env: { X: "2" } });

  expect(asked).toEqual([{ X: "1" }, { X: "2" }]);
});

test("a tool whose check says no or throws is left out, and the exception is one warning", async () => {
  const broken = (): Promise<boolean> => Promise.reject(new Error("no daemon"));
  const { registry, warnings } = createRegistry([
    plainTool("no", { available: () => false }),
    plainTool("later_no", { available: async () => false }),
    plainTool("broken_a", { available: broken, toolset: "docker" }),
    plainTool("broken_b", { available: broken, toolset: "docker" }),
    plainTool("yes", { available: async () => true }),
  ]);

  const definitions = await registry.definitions();

  expect(definitions.map(({ name }) => name)).toEqual(["yes"]);
  expect(warnings).toEqual([
    'The toolset "docker" (broken_a) is left out, because its check failed: no daemon',
  ]);
  expect((await registry.available()).map(({ name }) => name)).toEqual(["yes"]);
});

test("a tool whose variable is missing or empty is left out without asking its check", async () => {
  let asked = 0;
  const { registry } = createRegistry([
    plainTool("web_search", { requiresEnv: ["SEARCH_KEY"], available: () => ++asked > 0 }),
  ]);

  expect(await registry.definitions({ env: {} })).toEqual([]);
  expect(await registry.definitions({ env: { SEARCH_KEY: "" } })).toEqual([]);
  expect(asked).toBe(0);
  expect(await registry.definitions({ env: { SEARCH_KEY: "k" } })).toHaveLength(1);
});

test("the environment of the registry is used where a build gives none", async () => {
  const { registry } = createRegistry([plainTool("a", { requiresEnv: ["KEY"] })], { env: { KEY: "1" } });

  expect(await registry.definitions()).toHaveLength(1);
  expect(await registry.definitions({ env: {} })).toHaveLength(0);
});

test("a description that names other tools names only those that are present", async () => {
  const script = defineTool({
    name: "execute_code",
    toolset: "code_execution",
    description: "Runs scripts.",
    input: z.object({}),
    execute: () => undefined,
    describe: (present) => ({ description: `Runs scripts that call ${[...present].join(", ")}.` }),
  });
  const { registry } = createRegistry([
    script,
    plainTool("terminal"),
    plainTool("browser", { available: () => false }),
    plainTool("web", { toolset: "web" }),
  ]);

  const [definition] = await registry.definitions({ disabled: ["web"] });

  expect(definition?.description).toBe("Runs scripts that call execute_code, terminal.");
});

test("a describe that throws leaves the plain description, with a warning", async () => {
  const { registry, warnings } = createRegistry([
    plainTool("a", {
      describe: () => {
        throw new Error("oops");
      },
    }),
  ]);

  expect((await registry.definitions())[0]?.description).toBe("Does a.");
  expect(warnings).toEqual(["a keeps its plain description: oops"]);
});

test("a later tool takes the name of an earlier one, with a warning", async () => {
  const { registry, warnings } = createRegistry([
    plainTool("a", { toolset: "core" }),
    plainTool("a", { toolset: "mine", description: "New." }),
  ]);

  expect((await registry.definitions())[0]?.description).toBe("New.");
  expect(warnings).toEqual(['The tool "a" of "mine" takes the place of the one of "core".']);
});

test("the registry can be asked for its tools", () => {
  const tool = plainTool("b");
  const { registry } = createRegistry([tool, plainTool("a")]);

  expect(registry.names()).toEqual(["a", "b"]);
  expect(registry.get("b")).toBe(tool);
  expect(registry.has("c")).toBe(false);
  expect(registry.unregister("a")).toBe(true);
  expect(registry.unregister("a")).toBe(false);
  expect(registry.names()).toEqual(["b"]);
});
