import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { addAbortSignal } from "node:stream";
import { toolError } from "@hermes/registry";
import type { ToolError } from "@hermes/registry";
import { z } from "zod";
import { exitCodes, Stop, type Host } from "../host.ts";
import { interruptible } from "../interruptible.ts";
import { harmlessJson } from "../render/harmless-json.ts";
import { printRemark } from "../render/print.ts";
import { resultLine, withToolCalls } from "./tool-calls.ts";
import type { CallTool } from "./tool-calls.ts";
import { boundedLines } from "./tools-lines.ts";
import type { BoundedLine } from "./tools-lines.ts";

export interface ServeToolsOptions {
  readonly yolo?: boolean | undefined;
  readonly mode?: string | undefined;
  /** Where commands run. */
  readonly backend?: string | undefined;
}

const maxLineBytes = 10_000_000;
const form = '{"tool": NAME, "args": {…}}';

/** `hermes tools serve`: a call for each line of standard input, a result for each on standard output, all in one session. */
export async function serveTools(flags: ServeToolsOptions, host: Host): Promise<number> {
  host.endsWhenStopped();
  using work = interruptible(host);
  const { signal } = work;
  // Others may be served meanwhile, and share what is one per home.
  const taskId = `tools-serve-${randomUUID().slice(0, 8)}`;
  try {
    await withToolCalls(host, { taskId, flags, signal }, async (call) => {
      await answerLines(call, { host, signal });
    });
    return exitCodes.ok;
  } catch (error) {
    if (!signal.aborted) throw error;
    return isUnread(signal.reason) ? exitCodes.brokenPipe : exitCodes.ok;
  }
}

interface Serving {
  readonly host: Host;
  readonly signal: AbortSignal;
}

/** One after another, in their order, until the input ends. */
async function answerLines(call: CallTool, { host, signal }: Serving): Promise<void> {
  const input = addAbortSignal(signal, host.stdin());
  printRemark(host, `ready: give ${form} on a line; each is answered on a line`);
  for await (const line of boundedLines(input, maxLineBytes)) {
    const answer = await answerOf(line, call, signal);
    if (answer !== undefined && !host.stdout.write(answer)) await once(host.stdout, "drain", { signal });
    signal.throwIfAborted();
  }
}

/** Undefined for an empty line. */
async function answerOf(line: BoundedLine, call: CallTool, signal: AbortSignal): Promise<string | undefined> {
  if ("tooLong" in line)
    return lineOf(
      toolError(`The line is longer than ${maxLineBytes / 1_000_000} MB.`, { hint: "Give less at once." }),
    );
  if (line.text.trim() === "") return undefined;
  const request = parseRequest(line.text);
  if ("error" in request) return lineOf(request);
  try {
    return resultLine(await call(request.tool, request.args));
  } catch (error) {
    if (!signal.aborted) throw error;
    return lineOf(
      toolError("The call was ended, and may have taken effect in part: serving was told to end."),
    );
  }
}

const requestSchema = z.object({ tool: z.string().min(1), args: z.unknown().default({}) });

function parseRequest(text: string): z.infer<typeof requestSchema> | ToolError {
  const hint = `Give ${form} on one line.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return toolError(`The line is not JSON: ${error instanceof Error ? error.message : String(error)}.`, {
      hint,
    });
  }
  const parsed = requestSchema.safeParse(value);
  return parsed.success ? parsed.data : toolError("The line names no tool.", { hint });
}

function lineOf(answer: ToolError): string {
  return `${harmlessJson(answer)}\n`;
}

function isUnread(reason: unknown): boolean {
  return reason instanceof Stop && reason.exitCode === exitCodes.brokenPipe;
}
