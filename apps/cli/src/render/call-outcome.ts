import type { ToolCallEnd } from "@hermes/agent-loop";
import { z } from "zod";

/** How a call ended, for people. */
export interface CallOutcome {
  readonly kind: "done" | "failed" | "not-run";
  /** Two or three words; empty where it did what it should. */
  readonly text: string;
  /** What it printed, of a command or a script. */
  readonly output?: string | undefined;
  /** What went wrong, in the words of the tool. */
  readonly error?: string | undefined;
}

const notRun: Readonly<Record<NonNullable<ToolCallEnd["notRun"]>, string>> = {
  refused: "refused",
  planned: "planned only",
  invalid: "invalid call",
  cancelled: "cancelled",
};

const commandResult = z.object({
  output: z.string(),
  exit_code: z.number(),
  timed_out: z.boolean().optional(),
  signal: z.string().optional(),
});

const scriptResult = z.object({
  status: z.string(),
  output: z.string(),
  errors: z.string().optional(),
});

const child = z.object({ status: z.string(), error: z.object({ message: z.string() }).optional() });
const delegateResult = z.union([child, z.object({ results: z.array(child) })]);

const drawnResult = z.object({ path: z.string() });

const failedResult = z.object({ error: z.string().min(1) });

/** Tells a call that failed from one that did not run, and a command that failed from one that succeeded. */
export function callOutcome(end: Pick<ToolCallEnd, "name" | "isError" | "content" | "notRun">): CallOutcome {
  const result = parsed(end.content);
  const error = failedResult.safeParse(result).data?.error;
  if (end.notRun !== undefined) return { kind: "not-run", text: notRun[end.notRun], error };
  if (end.isError) return { kind: "failed", text: "failed", error };
  if (end.name === "terminal") return ofCommand(commandResult.safeParse(result).data);
  if (end.name === "execute_code") return ofScript(scriptResult.safeParse(result).data);
  if (end.name === "delegate_task") return ofChildren(delegateResult.safeParse(result).data);
  // No page shows it here: the file does.
  if (end.name === "canvas")
    return { kind: "done", text: "", output: drawnResult.safeParse(result).data?.path };
  return { kind: "done", text: "" };
}

function ofChildren(result: z.output<typeof delegateResult> | undefined): CallOutcome {
  if (result === undefined) return { kind: "done", text: "" };
  const all = "results" in result ? result.results : [result];
  const states = all.map(({ status }) => status);
  const others = [...new Set(states)].filter((state) => state !== "done" && state !== "running");
  if (others.length === 0) return { kind: "done", text: "" };
  const many = (state: string): string =>
    states.length === 1 ? state : `${states.filter((each) => each === state).length} ${state}`;
  const of = states.length === 1 ? "" : ` of ${states.length}`;
  // What is done in part is no failure.
  return {
    kind: others.every((state) => state === "partial") ? "done" : "failed",
    text: `${others.map(many).join(", ")}${of}`,
    error: all.flatMap(({ error }) => error?.message ?? []).join("\n") || undefined,
  };
}

function ofCommand(result: z.output<typeof commandResult> | undefined): CallOutcome {
  if (result === undefined) return { kind: "done", text: "" };
  const { output, exit_code: code, timed_out: timedOut, signal } = result;
  if (code === 0) return { kind: "done", text: "", output };
  const text = timedOut === true ? "timed out" : `exit ${code}${signal === undefined ? "" : ` (${signal})`}`;
  return { kind: "failed", text, output };
}

function ofScript(result: z.output<typeof scriptResult> | undefined): CallOutcome {
  if (result === undefined || result.status === "success")
    return { kind: "done", text: "", output: result?.output };
  return { kind: "failed", text: result.status, output: result.output, error: result.errors || undefined };
}

/** A result may be any text, such as one that was imported. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
