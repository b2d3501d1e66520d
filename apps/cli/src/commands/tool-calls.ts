import { loadSettings } from "@hermes/config";
import type { Approver, ToolResult } from "@hermes/registry";
import type { RuntimeFlags } from "@hermes/runtime";
import { openRuntime } from "../chat/open-runtime.ts";
import type { Host } from "../host.ts";
import { cleanText } from "../render/clean-text.ts";
import { harmless } from "../render/harmless-json.ts";
import { printRemark } from "../render/print.ts";

export interface ToolCallsOptions {
  /** What shell state, open pages and the like are kept for. */
  readonly taskId: string;
  readonly flags: RuntimeFlags;
  /** Ends a running call. */
  readonly signal: AbortSignal;
  /** Undefined: nobody can be asked, and what would be asked is refused. */
  readonly approve?: Approver | undefined;
}

/** @throws the reason of the signal when aborted */
export type CallTool = (name: string, args: unknown) => Promise<ToolResult>;

/**
 * Lets tools be called without a model, through the same guard as the agent's calls. All calls share one session; what the tools
 * hold for it ends with `use`.
 */
export async function withToolCalls<Result>(
  host: Host,
  { taskId, flags, signal, approve }: ToolCallsOptions,
  use: (call: CallTool) => Promise<Result>,
): Promise<Result> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, {
    loaded,
    flags,
    approver: approve,
    onWarning: (message) => printRemark(host, message),
  });
  const registry = await runtime.tools();
  const origin = { platform: "cli", entryPoint: "tools-call" };
  let calls = 0;
  try {
    return await use(async (name, args) => {
      calls += 1;
      const callId = `${taskId}-${calls}`;
      // A script that is called here may call what else can be called here.
      const offered = new Set(registry.names());
      const context = { taskId, sessionId: taskId, callId, signal, origin, approve, offered };
      return await registry.dispatch(name, args, context);
    });
  } finally {
    await registry.cleanup(taskId);
  }
}

/** A result on a line: exact for programs, and harmless on a terminal. */
export function resultLine({ content }: ToolResult): string {
  return `${isJson(content) ? harmless(content) : cleanText(content)}\n`;
}

/** Almost every result is. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
