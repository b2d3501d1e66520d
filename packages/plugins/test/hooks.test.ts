import type { AgentHooks, HookContext } from "@hermes/agent-loop";
import type { UserMessage } from "@hermes/models";
import type { Tool, ToolContext } from "@hermes/registry";
import { describe, expect, test } from "vitest";
import { eventNamed, hookEventNames, jsonHooks, matchesTool, readHooks } from "../src/hooks/index.ts";
import type { HookEventName } from "../src/hooks/index.ts";

const context: HookContext = { sessionId: "s1", signal: new AbortController().signal };
// What a callback of a tool reads of it.
const ofCall = { ...context, callId: "c1" } as unknown as ToolContext;
const call = { tool: { name: "write_file" } as unknown as Tool, args: { path: "a" } };
const words: UserMessage = { role: "user", content: [{ type: "text", text: "Go." }] };

function answering(
  events: readonly HookEventName[],
  answer: unknown,
): AgentHooks & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const hooks = jsonHooks({
    ...{ name: "h", events, cwd: () => "/work", source: "plugin" },
    ask: async (_event, payload) => (asked.push(payload), answer),
  });
  return Object.assign(hooks, { asked });
}

describe("the mapping", () => {
  test("makes callbacks for the events alone that are asked for", () => {
    const callbacks = (events: readonly HookEventName[]): readonly string[] =>
      Object.entries(answering(events, undefined)).flatMap(([name, value]) =>
        typeof value === "function" ? [name] : [],
      );

    expect(callbacks([])).toEqual([]);
    expect(callbacks(["pre_tool_call"])).toEqual(["beforeToolCall"]);
    expect(callbacks(["on_session_start"])).toEqual(["sessionStart", "messageIn"]);
    expect(callbacks(hookEventNames)).toHaveLength(10);
  });

  test("says of a call what it is, and takes a block or another input", async () => {
    const blocking = answering(["pre_tool_call"], { decision: "block", reason: "no" });
    const changing = answering(["pre_tool_call"], { tool_input: { path: "b" } });

    expect(await blocking.beforeToolCall?.(call, ofCall)).toEqual({ block: "no" });
    expect(await changing.beforeToolCall?.(call, ofCall)).toEqual({ args: { path: "b" } });
    expect(blocking.asked).toEqual([
      {
        ...{ hook_event_name: "pre_tool_call", session_id: "s1", cwd: "/work" },
        ...{ tool_name: "write_file", tool_input: { path: "a" }, tool_call_id: "c1" },
      },
    ]);
  });

  test("takes another result: JSON as data, any other text as it is", async () => {
    const finished = { ...call, result: { content: '{"ok":true}', isError: false }, durationMs: 3.4 };
    const data = answering(["post_tool_call"], { tool_response: '{"ok":false}' });
    const text = answering(["post_tool_call"], { tool_response: "{broken" });

    expect(await data.afterToolCall?.(finished, ofCall)).toEqual({ value: { ok: false } });
    expect(await text.afterToolCall?.(finished, ofCall)).toEqual({ value: "{broken" });
    expect(data.asked).toMatchObject([{ tool_response: '{"ok":true}', is_error: false, duration_ms: 3 }]);
  });

  test("joins context to the words with where it is from, that of a session's start once", async () => {
    const hooks = answering(["on_session_start", "pre_llm_call"], { context: "It rains." });
    // What the callback reads of a session.
    await hooks.sessionStart?.({ head: {} as never, resumed: true }, context);

    const first = await hooks.messageIn?.(words, context);
    const second = await hooks.messageIn?.(words, context);

    const from = { source: "plugin", name: "h" };
    expect(first).toEqual({ ...words, notes: ["It rains.", "It rains."], provenance: [from] });
    expect(second).toEqual({ ...words, notes: ["It rains."], provenance: [from] });
  });

  test.each([
    ["a text", "block"],
    ["a decision that there is none of", { decision: "maybe" }],
    ["an input that is no object", { tool_input: [1] }],
  ])("fails for %s", async (_, answer) => {
    const hooks = answering(["pre_tool_call"], answer);

    await expect(async () => await hooks.beforeToolCall?.(call, ofCall)).rejects.toThrow("no answer to it");
  });

  test.each([undefined, null, {}])("takes %o as nothing", async (answer) => {
    const hooks = answering(hookEventNames, answer);

    expect(await hooks.beforeToolCall?.(call, ofCall)).toBeUndefined();
    expect(await hooks.messageIn?.(words, context)).toBeUndefined();
  });
});

describe("the settings", () => {
  test("know the events of other agents, keep their names, and say what they don't know", () => {
    const { hooks, problems } = readHooks(
      {
        PreToolUse: [{ command: "~/guard.sh ~x", timeout: 5 }],
        post_tool_call: [{ command: ["fmt"], matcher: "patch|write_file" }, { command: "sh 'open" }],
        Stop: [{ command: ["ring"] }],
        pre_tool_cal: [{ command: ["x"] }],
      },
      { homedir: "/home/ada" },
    );

    expect(hooks).toMatchObject([
      {
        ...{ event: "pre_tool_call", eventName: "PreToolUse", command: ["/home/ada/guard.sh", "~x"] },
        ...{ timeoutMs: 5_000, onFailure: "block", write: "workspace", hosts: [] },
      },
      { event: "post_tool_call", timeoutMs: 60_000, onFailure: "allow" },
      { event: "on_turn_end", eventName: "Stop" },
    ]);
    expect(problems).toEqual([
      expect.stringContaining("no command that can be read"),
      expect.stringContaining('did you mean "pre_tool_call"?'),
    ]);
    expect(eventNamed("Notification")).toBeUndefined();
  });

  test("match whole names of tools", () => {
    const matcher = "patch|write_.*";

    expect(
      ["patch", "write_file", "patches", "rewrite_x"].map((name) => matchesTool({ matcher }, name)),
    ).toEqual([...[true, true, false, false]]);
    expect(matchesTool({ matcher: "*" }, "terminal")).toBe(true);
  });
});
