import type { ToolContext } from "../tool.ts";

/** A context as a tool gets it in a session of its own, in which nobody can be asked. */
export function testContext(overrides: Partial<ToolContext> = {}): ToolContext {
  return {
    taskId: "test-task",
    sessionId: "test-session",
    callId: "test-call",
    signal: new AbortController().signal,
    origin: { platform: "test", entryPoint: "library" },
    ...overrides,
  };
}
