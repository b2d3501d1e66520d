import type { AgentEvent } from "@hermes/agent-loop";
import { turnEndText } from "@hermes/agent-loop/controller";
import type { ControllerEvent } from "@hermes/agent-loop/controller";
import { HermesError } from "@hermes/registry";
import { oneLine } from "./one-line.ts";

type TurnEnd = Extract<AgentEvent, { readonly type: "turn-end" }>;

/** What a person reads where a turn ended otherwise than with an answer; undefined: nothing needs to be said. */
export function endingOf(
  { reason, error, ...end }: TurnEnd,
  redact: (text: string) => string,
): string | undefined {
  // Whoever interrupted it knows; the question of an approval is a message of its own.
  if (reason === "interrupted" || reason === "awaiting-approval") return undefined;
  if (error !== undefined) return failureText(error, redact);
  const text = turnEndText({ reason, ...end });
  return text === undefined ? undefined : `(${text})`;
}

/** An error as one or two short sentences. */
export function failureText(error: unknown, redact: (text: string) => string): string {
  const { message, hint } = wordsOfError(error);
  const said = redact(`I could not do that: ${oneLine(message, 240)}`);
  return hint === undefined ? said : `${said}\n${redact(oneLine(hint, 240))}`;
}

function wordsOfError(error: unknown): { readonly message: string; readonly hint?: string | undefined } {
  if (HermesError.is(error)) return { message: error.message, hint: error.hint };
  if (typeof error === "object" && error !== null && "message" in error) {
    const hint = "hint" in error && typeof error.hint === "string" ? error.hint : undefined;
    return { message: String(error.message), hint };
  }
  return { message: "something went wrong." };
}

/** What a command answered, as one text; empty: nothing. */
export function commandText(event: ControllerEvent): string {
  if (event.type === "command-reply") {
    const { lines = [], copy } = event.reply;
    return [...lines, ...(copy === undefined ? [] : [copy])].join("\n");
  }
  if (event.type === "unknown-command") {
    const { typed, near, fits } = event;
    if (fits.length > 0) return `/${typed} can mean ${fits.map((name) => `/${name}`).join(", ")}.`;
    return `There is no command /${typed}. ${near === undefined ? "See /help." : `Did you mean /${near}?`}`;
  }
  if (event.type === "edit") {
    const text = event.message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    return text === "" ? "" : `Send it again, changed as you like:\n${text}`;
  }
  if (event.type === "session-start")
    return event.session.resumed ? "Resumed." : "A new conversation begins.";
  return "";
}
