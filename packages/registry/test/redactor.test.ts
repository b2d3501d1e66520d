import { expect, test } from "vitest";
import { allowAll, toolError, ToolRegistry, withShown } from "../src/index.ts";
import type { ToolResult } from "../src/index.ts";
import { testContext } from "../src/testing/index.ts";
import { plainTool } from "./registry-fixture.ts";

async function resultOf(returned: unknown, redact = hide): Promise<ToolResult> {
  const registry = new ToolRegistry({ guard: allowAll, redactor: async () => redact });
  registry.register(plainTool("give", { execute: () => returned }));
  return await registry.dispatch("give", {}, testContext());
}

const hide = (text: string): string =>
  text.replaceAll("s3cret", "[redacted]").replace(/("password": ")[^"]+/, "$1[redacted]");

test("every text of a result is redacted, wherever it stands", async () => {
  const shared = { deep: ["s3cret"] };
  const { content } = await resultOf({
    output: "a s3cret b",
    list: [shared, shared],
    s3cret: 1,
    at: { toJSON: () => ({ x: "s3cret" }) },
  });
  expect(content).not.toContain("s3cret");
  expect(JSON.parse(content)).toMatchObject({
    output: "a [redacted] b",
    list: [{ deep: ["[redacted]"] }, { deep: ["[redacted]"] }],
    at: { x: "[redacted]" },
  });
});

test("a value is known by its name", async () => {
  expect(JSON.parse((await resultOf({ password: "hunter2" })).content)).toEqual({ password: "[redacted]" });
});

test("an error is redacted and stays one", async () => {
  expect(await resultOf(toolError("no s3cret"))).toEqual({
    content: '{"error":"no [redacted]"}',
    isError: true,
  });
});

test("a result that can't be searched is withheld", async () => {
  const { content, isError } = await resultOf({ output: "s3cret" }, () => {
    throw new Error("broken");
  });
  expect(isError).toBe(true);
  expect(content).not.toContain("s3cret");
});

test("what people see of a result is redacted too, and is no part of what the model reads", async () => {
  const { content, shown } = await resultOf(withShown({ ok: true }, { diff: "+a s3cret b" }));

  expect(content).toBe('{"ok":true}');
  expect(shown).toEqual({ diff: "+a [redacted] b" });
});
