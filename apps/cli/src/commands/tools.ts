import { loadSettings } from "@hermes/config";
import type { Settings } from "@hermes/config";
import type { Runtime } from "@hermes/runtime";
import { openRuntime } from "../chat/open-runtime.ts";
import { usageError } from "../failure.ts";
import { exitCodes, type Host } from "../host.ts";
import { createApprovalPrompt } from "../prompt/approval-prompt.ts";
import { questionsOnTerminal } from "../prompt/questions-on-terminal.ts";
import { readAll } from "../prompt/read-all.ts";
import { coloured, createStyle } from "../render/style.ts";
import { table } from "../render/table.ts";
import { printJson, printRemark } from "../render/print.ts";
import { cleanText } from "../render/clean-text.ts";
import { harmless } from "../render/harmless-json.ts";

/** One tool as `hermes tools list` shows it. */
interface ListedTool {
  readonly toolset: string;
  readonly tool: string;
  readonly available: boolean;
  /** Whether a conversation finds it by a search, instead of having it in every request. */
  readonly waits?: true | undefined;
  /** Why it cannot be used, such as the variables that are not set. */
  readonly missing: string | undefined;
}

/** `hermes tools list`: every tool with its toolset, and what it lacks. */
export async function listTools(
  { json }: { readonly json?: boolean | undefined },
  host: Host,
): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, { loaded, onWarning: warnOn(host) });
  const tools = await findTools(runtime, loaded.settings);
  const rows = tools.map((each) => [each.toolset, each.tool, stateOf(each)]);
  if (json) printJson(host, tools);
  else
    for (const line of table([["TOOLSET", "TOOL", "STATE"], ...rows], host.stdout.columns))
      host.stdout.write(`${line}\n`);
  return exitCodes.ok;
}

function stateOf({ available, waits, missing }: ListedTool): string {
  if (!available) return `missing: ${missing}`;
  return waits === true ? "available, found by a search" : "available";
}

async function findTools(runtime: Runtime, settings: Settings): Promise<readonly ListedTool[]> {
  const registry = await runtime.tools();
  const [toolsets, { waiting }] = await Promise.all([
    registry.toolsets(),
    registry.offer({
      ...{ enabled: settings.toolsets, disabled: settings.disabled_toolsets },
      maxTokens: settings.tools.max_tokens,
    }),
  ]);
  const behindSearch = new Set(waiting.map(({ name }) => name));
  return toolsets.flatMap(({ name, tools, unavailable }) =>
    tools.map((tool) => {
      const missing = unavailable.find((each) => each.tool === tool)?.reason;
      const waits = behindSearch.has(tool) || undefined;
      return { toolset: name, tool, available: missing === undefined, waits, missing };
    }),
  );
}

export interface CallToolOptions {
  readonly name: string;
  /** A JSON object; `-` means standard input. */
  readonly text: string;
  readonly yolo?: boolean | undefined;
  readonly mode?: string | undefined;
  /** Where commands run. */
  readonly backend?: string | undefined;
}

/** `hermes tools call`: one tool through the same guard as the agent's calls. Fails when the tool does. */
export async function callTool(options: CallToolOptions, host: Host): Promise<number> {
  const { name, text, yolo, mode, backend } = options;
  const args = parseArguments(text === "-" ? await readAll(host.stdin()) : text);
  const loaded = await loadSettings({ env: host.env });
  const control = new AbortController();
  const ignoreInterrupts = host.onInterrupt(() => {
    if (control.signal.aborted) host.exit(exitCodes.interrupted);
    control.abort();
  });
  const signal = AbortSignal.any([control.signal, host.stopped]);
  const taskId = "tools-call";
  const approve = approverOn(host, () => control.abort());
  try {
    await using runtime = openRuntime(host, {
      loaded,
      flags: { yolo, mode, backend },
      approver: approve,
      onWarning: warnOn(host),
    });
    const registry = await runtime.tools();
    const origin = { platform: "cli", entryPoint: "tools-call" };
    // A script that is called here may call what else can be called here.
    const offered = new Set(registry.names());
    const context = { taskId, sessionId: taskId, callId: taskId, signal, origin, approve, offered };
    const result = await registry.dispatch(name, args, context);
    host.stdout.write(`${isJson(result.content) ? harmless(result.content) : cleanText(result.content)}\n`);
    return result.isError ? exitCodes.failed : exitCodes.ok;
  } catch (error) {
    if (control.signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    ignoreInterrupts();
  }
}

/** Almost every result is: exact for programs, and harmless on a terminal. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`The arguments are not JSON: ${reason}. Give an object such as '{"path":"README.md"}'.`);
  }
}

function approverOn(
  host: Host,
  onInterrupt: () => void,
): ReturnType<typeof createApprovalPrompt> | undefined {
  if (!host.stdinIsTerminal) return undefined;
  const style = createStyle(coloured(host.stderr));
  return createApprovalPrompt({ questions: questionsOnTerminal(host), style, onInterrupt });
}

function warnOn(host: Host): (message: string) => void {
  return (message) => {
    printRemark(host, message);
  };
}
