import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { allowAll, defineTool, HermesError, toolError, ToolRegistry, withImages } from "../src/index.ts";
import type { Guard, Tool, ToolHooks, ToolResult } from "../src/index.ts";
import { testContext } from "../src/testing/index.ts";
import { propertyRuns } from "./property-runs.ts";
import { createRegistry, plainTool } from "./registry-fixture.ts";

function returning(value: unknown): Tool {
  return plainTool("give", { execute: () => value });
}

async function resultOf(tool: Tool, args: unknown = {}): Promise<ToolResult> {
  return await createRegistry([tool]).registry.dispatch(tool.name, args, testContext());
}

async function errorOf(tool: Tool, args: unknown = {}): Promise<unknown> {
  const { content, isError } = await resultOf(tool, args);
  expect(isError).toBe(true);
  return JSON.parse(content);
}

const echo = defineTool({
  name: "echo",
  toolset: "test",
  description: "",
  input: z.object({ n: z.int() }),
  execute: ({ n }) => ({ n }),
});

test.each([
  [{ a: 1 }, '{"a":1}'],
  [[1, 2], "[1,2]"],
  ["text", '{"result":"text"}'],
  ['{"a":1}', '{"result":"{\\"a\\":1}"}'],
  [5, '{"result":5}'],
  [null, '{"result":null}'],
  [undefined, '{"ok":true}'],
  [{ error: "" }, '{"error":""}'],
  [{ error: null }, '{"error":null}'],
])("a tool that returns %j gives %s", async (value, content) => {
  expect(await resultOf(returning(value))).toMatchObject({ content, isError: false });
});

test.each([
  ["text", true],
  [new Date(0), true],
  [{ result: "text" }, undefined],
])("of a tool that returns %j it is known whether the loop wrapped it: %s", async (value, isWrapped) => {
  expect((await resultOf(returning(value))).isWrapped).toBe(isWrapped);
});

test("a tool error is a failure with its hint", async () => {
  const result = await resultOf(returning(toolError("No such page.", { hint: "Pages are 1 to 3." })));

  expect(result).toEqual({ content: '{"error":"No such page.","hint":"Pages are 1 to 3."}', isError: true });
});

test("pictures ride beside the value", async () => {
  const picture = { mediaType: "image/png", data: "aGk=" };

  expect(await resultOf(returning(withImages({ seen: 1 }, [picture])))).toEqual({
    content: '{"seen":1}',
    isError: false,
    images: [picture],
  });
});

const cycle: { self?: unknown } = {};
cycle.self = cycle;

test.each([
  ["a BigInt", { n: 1n }],
  ["a circle", cycle],
  ["a function", () => 1],
  ["a symbol", Symbol("x")],
  [
    "an object that can't be written",
    {
      toJSON() {
        throw new Error("no");
      },
    },
  ],
])("a result with %s is an error, not a crash", async (_, value) => {
  expect(await errorOf(returning(value))).toEqual({
    error: expect.stringMatching(/^give ran, but JSON can't express what it returned: /),
  });
});

test("halves of surrogate pairs are replaced, whole pairs and backslashes kept", async () => {
  const { content } = await resultOf(returning({ "\ud800": "a\udc00b 😀 \\ud800" }));

  expect(JSON.parse(content)).toEqual({ "\ufffd": "a\ufffdb 😀 \\ud800" });
  expect(content).not.toMatch(/[^\\]\\ud[89a-f]/);
});

test("whatever a tool returns, the result is a JSON text of an object or a list", async () => {
  const returned: { value?: unknown } = {};
  const { registry } = createRegistry([plainTool("give", { execute: () => returned.value })]);

  await fc.assert(
    fc.asyncProperty(
      fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
      async (value) => {
        returned.value = value;
        const { content } = await registry.dispatch("give", {}, testContext());
        expect(typeof JSON.parse(content)).toBe("object");
        expect(JSON.parse(content)).not.toBeNull();
      },
    ),
    propertyRuns(20_000),
  );
});

test("an unknown tool is answered with what exists, the nearest first", async () => {
  const { registry } = createRegistry([plainTool("terminal"), plainTool("read_file"), plainTool("search")]);

  const { content, isError } = await registry.dispatch("raed_file", {}, testContext());

  expect(isError).toBe(true);
  expect(JSON.parse(content)).toEqual({
    error: 'No tool named "raed_file". Did you mean "read_file"? Available: read_file, terminal, search.',
  });
});

test("the list of what exists is bounded", async () => {
  const { registry } = createRegistry(Array.from({ length: 100 }, (_, index) => plainTool(`tool_${index}`)));

  const { content } = await registry.dispatch("x".repeat(5_000), {}, testContext());

  expect(content).toContain("and 60 more");
  expect(content.length).toBeLessThan(1_000);
});

test("without any tool an unknown one is answered all the same", async () => {
  const { registry } = createRegistry([]);

  expect((await registry.dispatch("x", {}, testContext())).content).toContain("There are no tools.");
});

test("arguments are coerced, and a call with problems is answered with them and not run", async () => {
  const ran: unknown[] = [];
  const tool = defineTool({
    name: "count",
    toolset: "test",
    description: "",
    input: z.object({ n: z.int() }),
    execute: ({ n }) => {
      ran.push(n);
      return { n };
    },
  });

  expect((await resultOf(tool, { n: "3" })).content).toBe('{"n":3}');
  expect(await errorOf(tool, { m: 3 })).toEqual({
    error:
      'count did not run, because its arguments are not valid. "n" is missing: expected a whole number. "m" is unknown: did you mean "n"? (known here: n)',
  });
  expect(ran).toEqual([3]);
});

test("an answer to hopeless arguments stays short", async () => {
  const junk = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`${"key".repeat(500)}${index}`, 1]),
  );

  const { content } = await resultOf(echo, junk);

  expect(content.length).toBeLessThan(5_000);
  expect(content).toContain("(481 more.)");
});

test("an exception of a tool names the tool, and an intended one keeps its hint", async () => {
  const plain = plainTool("plain", { execute: () => Promise.reject(new Error("disk full")) });
  const intended = plainTool("intended", {
    execute: () => {
      throw new HermesError("No disk.", { code: "DISK", hint: "Plug one in." });
    },
  });
  // Nothing stops a tool from throwing what is not an error.
  const odd = plainTool("odd", { execute: () => Promise.reject(Object.create(null)) });

  expect(await errorOf(plain)).toEqual({ error: "plain failed: disk full" });
  expect(await errorOf(intended)).toEqual({ error: "intended failed: No disk.", hint: "Plug one in." });
  expect(await errorOf(odd)).toEqual({ error: expect.stringMatching(/^odd failed: /) });
});

test("an endless error message is cut", async () => {
  const tool = plainTool("loud", { execute: () => Promise.reject(new Error("x".repeat(100_000))) });

  expect((await resultOf(tool)).content.length).toBeLessThan(2_200);
});

test("an abort while a tool works comes out as its reason, untouched", async () => {
  const controller = new AbortController();
  const reason = { why: "the user pressed a key" };
  const tool = plainTool("wait", {
    execute: async (_, { signal }) => {
      controller.abort(reason);
      await Promise.reject(new Error(`wrapped ${String(signal.aborted)}`));
    },
  });
  const { registry } = createRegistry([tool]);

  await expect(registry.dispatch("wait", {}, testContext({ signal: controller.signal }))).rejects.toBe(
    reason,
  );
});

test("nothing runs when the signal is aborted before, or while the guard thinks", async () => {
  let ran = 0;
  const controller = new AbortController();
  const tool = plainTool("act", { execute: () => ++ran });
  const registry = new ToolRegistry({
    guard: async () => {
      controller.abort("stop");
      return { allow: true };
    },
  });
  registry.register(tool);

  await expect(registry.dispatch("act", {}, testContext({ signal: controller.signal }))).rejects.toBe("stop");
  await expect(registry.dispatch("act", {}, testContext({ signal: controller.signal }))).rejects.toBe("stop");
  expect(ran).toBe(0);
});

test("a result that was ready when the abort came is kept", async () => {
  const controller = new AbortController();
  const tool = plainTool("write", {
    execute: () => {
      controller.abort("stop");
      return { written: true };
    },
  });
  const { registry } = createRegistry([tool]);

  const result = await registry.dispatch("write", {}, testContext({ signal: controller.signal }));

  expect(result.content).toBe('{"written":true}');
});

test("the guard sees coerced arguments and its refusal is the answer", async () => {
  const seen: unknown[] = [];
  let ran = 0;
  const guard: Guard = (call) => {
    seen.push(call.args);
    return { allow: false, reason: "Not on a Sunday." };
  };
  const tool = defineTool({
    name: "dig",
    toolset: "test",
    description: "",
    input: z.object({ depth: z.int() }),
    execute: () => ++ran,
  });
  const { registry } = createRegistry([tool], { guard });

  const result = await registry.dispatch("dig", { depth: "2" }, testContext());

  expect(result).toEqual({ content: '{"error":"Not on a Sunday."}', isError: true, notRun: "refused" });
  expect(seen).toEqual([{ depth: 2 }]);
  expect(ran).toBe(0);
});

test("a guard that throws refuses, and its hint is passed on", async () => {
  let ran = 0;
  const { registry } = createRegistry([plainTool("act", { execute: () => ++ran })], {
    guard: () => {
      throw new HermesError("policy file is broken", { code: "TEST_BROKEN", hint: "Mend it." });
    },
  });

  const { content, isError } = await registry.dispatch("act", {}, testContext());

  expect(isError).toBe(true);
  expect(content).toContain("policy file is broken");
  expect(content).toContain('"hint":"Mend it."');
  expect(ran).toBe(0);
});

async function throughHooks(hooks: readonly ToolHooks[], guard: Guard = allowAll): Promise<ToolResult> {
  const { registry } = createRegistry([echo], { hooks, guard });
  return await registry.dispatch("echo", { n: 1 }, testContext());
}

test("a hook before a call may block it with a reason, and later hooks and the guard are not asked", async () => {
  const asked: string[] = [];

  const result = await throughHooks(
    [
      { name: "stop", before: () => ({ block: "Out of hours." }) },
      { name: "later", before: () => void asked.push("hook") },
    ],
    () => {
      asked.push("guard");
      return { allow: true };
    },
  );

  expect(result).toEqual({ content: '{"error":"Out of hours."}', isError: true, notRun: "refused" });
  expect(asked).toEqual([]);
});

test("arguments rewritten by a hook are validated again, before the guard sees them", async () => {
  const seen: unknown[] = [];
  const guard: Guard = ({ args }) => {
    seen.push(args);
    return { allow: true };
  };

  const good = await throughHooks([{ name: "more", before: () => ({ args: { n: "2" } }) }], guard);
  const bad = await throughHooks([{ name: "bad", before: () => ({ args: { n: "x" } }) }], guard);

  expect(good.content).toBe('{"n":2}');
  expect(bad.isError).toBe(true);
  expect(seen).toEqual([{ n: 2 }]);
});

test("hooks after a call see the result and may replace it, one after another", async () => {
  const seen: string[] = [];

  const result = await throughHooks([
    {
      name: "first",
      after: ({ result, durationMs }) => {
        seen.push(result.content);
        expect(durationMs).toBeGreaterThanOrEqual(0);
        return { value: { hidden: true } };
      },
    },
    { name: "second", after: ({ result }) => void seen.push(result.content) },
  ]);

  expect(result).toEqual({ content: '{"hidden":true}', isError: false });
  expect(seen).toEqual(['{"n":1}', '{"hidden":true}']);
});

test("a hook before a call that throws refuses the call", async () => {
  const { content, isError } = await throughHooks([
    {
      name: "audit",
      before: () => {
        throw new Error("log is full");
      },
    },
  ]);

  expect(isError).toBe(true);
  expect(content).toBe('{"error":"echo did not run, because the hook \\"audit\\" failed: log is full"}');
});

test("a hook after a call that throws withholds the result and says that the call ran", async () => {
  const { content, isError } = await throughHooks([
    { name: "redact", after: () => Promise.reject(new Error("no pattern")) },
  ]);

  expect(isError).toBe(true);
  expect(content).toBe(
    '{"error":"echo ran, but its result is withheld, because the hook \\"redact\\" failed: no pattern"}',
  );
});

test("hooks after a call see failures too", async () => {
  const seen: boolean[] = [];
  const { registry } = createRegistry(
    [plainTool("fail", { execute: () => Promise.reject(new Error("x")) })],
    {
      hooks: [{ name: "watch", after: ({ result }) => void seen.push(result.isError) }],
    },
  );

  await registry.dispatch("fail", {}, testContext());

  expect(seen).toEqual([true]);
});
