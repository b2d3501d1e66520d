import fc from "fast-check";
import type { AgentHooks } from "@hermes/agent-loop";
import type { Tool, ToolContext } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import { expect, test } from "vitest";
import {
  hookEventNames,
  parseCommandVerdict,
  programAnswer,
  programHooks,
  readHooks,
} from "../src/hooks/index.ts";
import type { HookEventName, ProgramOutput } from "../src/hooks/index.ts";
import { propertyRuns } from "./property-runs.ts";

const runs = propertyRuns(5_000);
const payload = { tool_response: '{"a":1}' };

function answer(event: HookEventName, output: Partial<ProgramOutput>): unknown {
  return programAnswer(event, { exitCode: 0, stdout: "", stderr: "", ...output }, payload);
}

const printed = (event: HookEventName, value: unknown): unknown =>
  answer(event, { stdout: JSON.stringify(value) });

test.each([
  ["ours", { decision: "block", reason: "no" }],
  ["the original's", { action: "block", message: "no" }],
  ["the field's", { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } }],
  ["the field's to stop", { continue: false, stopReason: "no" }],
])("a block is read in %s words", (_, value) => {
  expect(printed("pre_tool_call", value)).toEqual({ decision: "block", reason: "no" });
  expect(printed("pre_approval_request", value)).toEqual({ decision: "block", reason: "no" });
});

test("allow says nothing, and ask is a no that sends the agent to the person", () => {
  expect(printed("pre_tool_call", { hookSpecificOutput: { permissionDecision: "allow" } })).toBeUndefined();
  expect(printed("pre_tool_call", { decision: "approve" })).toBeUndefined();
  expect(printed("pre_tool_call", { hookSpecificOutput: { permissionDecision: "ask" } })).toMatchObject({
    decision: "block",
    reason: expect.stringContaining("The person is to decide"),
  });
});

test("what is said after a call stands beside its result", () => {
  const notes = { tool_response: '{"a":1,"hook_notes":["lint fails"]}' };

  expect(answer("post_tool_call", { exitCode: 2, stderr: "lint fails\n" })).toEqual(notes);
  expect(printed("post_tool_call", { decision: "block", reason: "lint fails" })).toEqual(notes);
  expect(printed("post_tool_call", { hookSpecificOutput: { additionalContext: "lint fails" } })).toEqual(
    notes,
  );
});

test("plain text is context before a turn, nothing where it only watches, and a failure where it guards", () => {
  const stdout = "All is well.\n";

  expect(answer("pre_llm_call", { stdout })).toEqual({ context: "All is well." });
  expect(answer("on_turn_end", { stdout })).toBeUndefined();
  expect(answer("post_tool_call", { stdout })).toBeUndefined();
  expect(() => answer("pre_tool_call", { stdout })).toThrow("no answer");
});

test.each(['{"decison":"block"}', '{"decision":"blok"}', '{"decision":', "[1]"])(
  "%s is a failure of a guard",
  (stdout) => {
    expect(() => answer("pre_tool_call", { stdout })).toThrow(HermesError);
  },
);

const output = fc.record({
  exitCode: fc.oneof(fc.constant(0), fc.constant(2), fc.integer({ min: 0, max: 255 })),
  stdout: fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .dictionary(
        fc.constantFrom(
          ...["decision", "action", "reason", "context", "hookSpecificOutput", "continue", "tool_input"],
          ...["tool_response", "keep", "__proto__", "constructor"],
        ),
        fc.oneof(fc.constantFrom("block", "allow", "ask", true, false, null), fc.jsonValue()),
      )
      .map((value) => JSON.stringify(value)),
  ),
  stderr: fc.string(),
});

test("no output of any shape gets past the border: it is an answer of the event, nothing, or a HermesError", async () => {
  // What a callback of a tool reads of it.
  const ofCall = {
    sessionId: "s",
    callId: "c",
    signal: new AbortController().signal,
  } as unknown as ToolContext;
  const call = { tool: { name: "t" } as unknown as Tool, args: {} };
  await fc.assert(
    fc.asyncProperty(output, fc.constantFrom(...hookEventNames), async (given, event) => {
      const [hook] = readHooks({ [event]: [{ command: ["x"] }] }, { homedir: "/" }).hooks;
      if (hook === undefined) throw new Error("no hook");
      const hooks: AgentHooks = programHooks(hook, {
        run: async () => given,
        cwd: () => "/",
        warn: () => undefined,
      });
      try {
        const said = await hooks.beforeToolCall?.(call, ofCall);
        if (said) expect(Object.keys(said)).toEqual([expect.stringMatching(/^(?:block|args)$/)]);
        const words = await hooks.messageIn?.({ role: "user", content: [] }, ofCall);
        if (words) expect("block" in words || words.role === "user").toBe(true);
        const after = { ...call, result: { content: "{}", isError: false }, durationMs: 1 };
        const shown = await hooks.afterToolCall?.(after, ofCall);
        if (shown) expect(Object.keys(shown)).toEqual(["value"]);
      } catch (error) {
        expect(error).toSatisfy(HermesError.is);
      }
    }),
    runs,
  );
});

test("what a hook says of a command is a verdict, nothing, or a HermesError", () => {
  expect(parseCommandVerdict('{"decision":"deny"}')).toMatchObject({ decision: "deny" });
  expect(parseCommandVerdict('{"decision":"allow"}')).toBeUndefined();
  expect(parseCommandVerdict('{"decision":"rewrite","message":"Hi"}')).toEqual({
    decision: "rewrite",
    message: "Hi",
  });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      try {
        const verdict = parseCommandVerdict(text);
        expect(["deny", "handled", "rewrite", undefined]).toContain(verdict?.decision);
      } catch (error) {
        expect(HermesError.is(error)).toBe(true);
      }
    }),
    runs,
  );
});
