import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../src/index.ts";
import { testContext } from "../src/testing/index.ts";
import { plainTool } from "./registry-fixture.ts";

test("a tool has the defaults that are promised", () => {
  const tool = plainTool("look");

  expect(tool).toMatchObject({
    emoji: "⚡",
    concurrency: undefined,
    readOnly: false,
    requiresEnv: [],
    maxResultChars: undefined,
    available: undefined,
  });
});

test.each(["", "has space", "dotted.name", "ü", "x".repeat(65)])("the name %j is refused", (name) => {
  expect(() => plainTool(name)).toThrow(expect.objectContaining({ code: "TOOL_INVALID" }));
});

test("the input is typed inside execute", () => {
  defineTool({
    name: "typed",
    toolset: "test",
    description: "",
    input: z.object({ path: z.string(), limit: z.int().default(5) }),
    execute(input) {
      expectTypeOf(input).toEqualTypeOf<{ path: string; limit: number }>();
    },
    detail(input) {
      expectTypeOf(input.limit).toEqualTypeOf<number>();
      return input.path;
    },
  });
});

test("parameters are a JSON Schema without noise, and the same object every time", () => {
  const tool = defineTool({
    name: "page",
    toolset: "test",
    description: "",
    input: z.object({
      path: z.string().describe("File."),
      offset: z.int().min(1).default(1),
      mode: z.enum(["a", "b"]).optional(),
    }),
    execute: () => undefined,
  });

  expect(tool.parameters()).toEqual({
    type: "object",
    properties: {
      path: { type: "string", description: "File." },
      offset: { type: "integer", minimum: 1, default: 1 },
      mode: { type: "string", enum: ["a", "b"] },
    },
    required: ["path"],
    additionalProperties: false,
  });
  expect(tool.parameters()).toBe(tool.parameters());
});

test("another name of an argument counts as its own, coerced like it, and is not advertised", () => {
  const tool = defineTool({
    name: "search",
    toolset: "test",
    description: "",
    input: z.object({ file_glob: z.string().optional(), limit: z.int().optional() }),
    aliases: { glob: "file_glob", most: "limit" },
    execute: () => ({}),
    detail: ({ file_glob: glob }) => glob,
  });

  expect(tool.parse({ glob: "*.ts", most: "3" })).toEqual({
    ok: true,
    value: { file_glob: "*.ts", limit: 3 },
  });
  expect(tool.detail?.({ glob: "*.ts" })).toBe("*.ts");
  expect(JSON.stringify(tool.parameters())).not.toContain('"glob"');
  expect(tool.parse({ toString: 1 })).toMatchObject({ ok: false });
  expect(tool.parse({ glob: "*.ts", file_glob: "*.js" })).toMatchObject({
    ok: false,
    problems: [expect.stringContaining('"glob" is unknown')],
  });
});

test("the activity phrase comes from checked arguments and never throws", () => {
  const tool = defineTool({
    name: "open",
    toolset: "test",
    description: "",
    input: z.object({ path: z.string() }),
    execute: () => undefined,
    detail: ({ path }) => {
      if (path === "bad") throw new Error("no phrase");
      return path.toUpperCase();
    },
  });

  expect(tool.detail?.({ path: "a" })).toBe("A");
  expect(tool.detail?.({ path: "bad" })).toBeUndefined();
  expect(tool.detail?.({ wrong: 1 })).toBeUndefined();
  expect(tool.detail?.(null)).toBeUndefined();
});

test("a handler that throws at once rejects instead", async () => {
  const tool = plainTool("throws", {
    execute: () => {
      throw new Error("at once");
    },
  });

  await expect(tool.execute({}, testContext())).rejects.toThrow("at once");
});

test.each<[object, object]>([
  [{ description: undefined }, { code: "TOOL_INVALID", message: 'The tool "look" has no description.' }],
  [{ execute: undefined }, { code: "TOOL_INVALID", message: 'The tool "look" has no execute.' }],
  [{ input: undefined }, { code: "TOOL_INVALID", message: 'The tool "look" has no input.' }],
  [
    { input: undefined, inputSchema: z.object({}) },
    { code: "TOOL_INVALID", hint: expect.stringContaining('as "input" in place of "inputSchema"') },
  ],
  [{ input: z.string() }, { code: "SCHEMA_INVALID", hint: expect.stringContaining("Give a zod object") }],
  [{ input: "json" }, { code: "SCHEMA_INVALID" }],
])("a program without a compiler that gives %j is told what a tool needs", (given, error) => {
  const options = { name: "look", description: "", input: z.object({}), execute: () => undefined, ...given };

  expect(() => defineTool(options)).toThrow(expect.objectContaining(error));
});

test("a tool of a class is as good as one of an object", async () => {
  class Clock {
    readonly name = "clock";
    readonly description = "The time.";
    readonly input = z.object({});
    readonly now = 5;
    execute(): number {
      return this.now;
    }
  }

  expect(await defineTool(new Clock()).execute({}, testContext())).toBe(5);
});
