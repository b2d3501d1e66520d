import { HermesError } from "@hermes/registry";
import { z } from "zod";
import type { HookEventName } from "./hook-events.ts";

/** What came out of a program. */
export interface ProgramOutput {
  /** 128 and the number of the signal where one ended it. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Of this project, of the original and of other agents, which read the same line in their own words. */
const output = z.object({
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  suppressOutput: z.boolean().optional(),
  systemMessage: z.string().optional(),
  decision: z.enum(["block", "deny", "allow", "approve", "ask"]).nullish(),
  action: z.enum(["block", "allow"]).nullish(),
  reason: z.string().nullish(),
  message: z.string().nullish(),
  context: z.string().nullish(),
  keep: z.string().optional(),
  tool_input: z.record(z.string(), z.unknown()).optional(),
  tool_response: z.string().optional(),
  hookSpecificOutput: z
    .object({
      hookEventName: z.string().optional(),
      permissionDecision: z.enum(["allow", "deny", "ask"]).optional(),
      permissionDecisionReason: z.string().optional(),
      additionalContext: z.string().optional(),
      updatedInput: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

type Output = z.infer<typeof output>;

const canBlock: ReadonlySet<HookEventName> = new Set([
  "pre_tool_call",
  "pre_llm_call",
  "pre_approval_request",
  "post_tool_call",
]);
const takesText: ReadonlySet<HookEventName> = new Set(["pre_llm_call", "on_session_start"]);
const needsJson: ReadonlySet<HookEventName> = new Set(["pre_tool_call", "pre_approval_request"]);

/**
 * What a program said by its exit code and its output, in the form that `jsonHooks` reads. "allow" never goes past the rules: it
 * says nothing. "ask" is a no, which tells the agent to let the person decide.
 *
 * @throws {HermesError} `HOOK_BAD_ANSWER`, `HOOK_PROGRAM_FAILED`.
 */
export function programAnswer(
  event: HookEventName,
  { exitCode, stdout, stderr }: ProgramOutput,
  payload: { readonly tool_response?: unknown },
): unknown {
  const said = stdout.trim();
  if (exitCode === 2 && canBlock.has(event))
    return toAnswer(event, { decision: "block", reason: stderr.trim() || said || "exit code 2" }, payload);
  if (exitCode !== 0) throw failed(`it ended with the exit code ${exitCode}`, stderr.trim() || said);
  if (said === "") return undefined;
  if (said.startsWith("{")) return toAnswer(event, parsed(said), payload);
  if (takesText.has(event)) return { context: said };
  if (needsJson.has(event)) throw badAnswer(said);
  return undefined;
}

function parsed(text: string): Output {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badAnswer(text);
  }
  const read = output.safeParse(value);
  if (!read.success) throw badAnswer(text);
  // A misspelt answer must not count as none.
  const isForeign = Object.keys(read.data).length === 0 && text.replace(/\s/gu, "") !== "{}";
  if (isForeign) throw badAnswer(text);
  return read.data;
}

function toAnswer(
  event: HookEventName,
  said: Output,
  payload: { readonly tool_response?: unknown },
): unknown {
  const specific = said.hookSpecificOutput ?? {};
  const why = blockOf(said);
  switch (event) {
    case "pre_llm_call":
      return why === undefined ? contextOf(said) : { decision: "block", reason: why };
    case "on_session_start":
      return contextOf(said);
    case "pre_tool_call": {
      const input = said.tool_input ?? specific.updatedInput;
      return why === undefined ? input && { tool_input: input } : { decision: "block", reason: why };
    }
    case "pre_approval_request":
      return why === undefined ? undefined : { decision: "block", reason: why };
    case "post_tool_call": {
      const notes = [why, contextOf(said)?.context].filter((each) => each !== undefined);
      const response = said.tool_response ?? payload.tool_response;
      if (notes.length > 0) return { tool_response: withNotes(response, notes) };
      return said.tool_response === undefined ? undefined : { tool_response: said.tool_response };
    }
    case "pre_compress":
      return said.keep === undefined ? undefined : { keep: said.keep };
    default:
      return undefined;
  }
}

function contextOf({ context, hookSpecificOutput }: Output): { readonly context: string } | undefined {
  const text = context || hookSpecificOutput?.additionalContext;
  return text ? { context: text } : undefined;
}

/** Why it must not happen; undefined: nothing is against it. */
function blockOf({ decision, action, reason, message, ...said }: Output): string | undefined {
  const { permissionDecision, permissionDecisionReason } = said.hookSpecificOutput ?? {};
  const why = permissionDecisionReason || reason || message || "It gave no reason.";
  if (said.continue === false) return said.stopReason || why;
  if (decision === "block" || decision === "deny" || action === "block" || permissionDecision === "deny")
    return why;
  if (decision === "ask" || permissionDecision === "ask")
    return `${why} The person is to decide about it: tell them what you would do, and why.`;
  return undefined;
}

const record = z.record(z.string(), z.unknown());

/** What a tool returned, with what hooks say about it beside it. */
function withNotes(response: unknown, notes: readonly unknown[]): string {
  let value: unknown = response;
  try {
    value = JSON.parse(String(response));
  } catch {
    // A text as it is.
  }
  const { data = { result: value } } = record.safeParse(value);
  return JSON.stringify({ ...data, hook_notes: notes });
}

function badAnswer(text: string): HermesError {
  return new HermesError(`It printed what is no answer: ${JSON.stringify(text.slice(0, 200))}`, {
    code: "HOOK_BAD_ANSWER",
    hint: "A hook prints one JSON object, or nothing. See docs/hooks.md.",
  });
}

function failed(what: string, told: string): HermesError {
  return new HermesError(told === "" ? `${what}.` : `${what}: ${told.slice(-1_000)}`, {
    code: "HOOK_PROGRAM_FAILED",
    hint: "See what it prints on its standard error.",
  });
}
