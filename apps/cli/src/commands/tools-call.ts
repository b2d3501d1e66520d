import { usageError } from "../failure.ts";
import { exitCodes, type Host } from "../host.ts";
import { createApprovalPrompt } from "../prompt/approval-prompt.ts";
import { questionsOnTerminal } from "../prompt/questions-on-terminal.ts";
import { readAll } from "../prompt/read-all.ts";
import { coloured, createStyle } from "../render/style.ts";
import { withToolCalls, resultLine } from "./tool-calls.ts";

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
  const { name, text, ...flags } = options;
  const args = parseArguments(text === "-" ? await readAll(host.stdin()) : text);
  const control = new AbortController();
  const ignoreInterrupts = host.onInterrupt(() => {
    if (control.signal.aborted) host.exit(exitCodes.interrupted);
    control.abort();
  });
  const signal = AbortSignal.any([control.signal, host.stopped]);
  const approve = approverOn(host, () => control.abort());
  try {
    return await withToolCalls(host, { taskId: "tools-call", flags, signal, approve }, async (call) => {
      const result = await call(name, args);
      host.stdout.write(resultLine(result));
      return result.isError ? exitCodes.failed : exitCodes.ok;
    });
  } catch (error) {
    if (control.signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    ignoreInterrupts();
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
