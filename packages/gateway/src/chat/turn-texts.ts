import type { AgentEvent } from "@hermes/agent-loop";
import { turnEndText } from "@hermes/agent-loop/controller";
import type { ControllerEvent } from "@hermes/agent-loop/controller";
import { HermesError } from "@hermes/registry";
import type { ErrorFacts, GatewayParts } from "./gateway-parts.ts";
import { oneLine } from "./one-line.ts";

type TurnEnd = Extract<AgentEvent, { readonly type: "turn-end" }>;

/** What a person reads where a turn ended otherwise than with an answer; undefined: nothing needs to be said. */
export function endingOf(
  { reason, error, ...end }: TurnEnd,
  parts: Pick<GatewayParts, "hintOf" | "redact">,
): string | undefined {
  // Whoever interrupted it knows; the question of an approval is a message of its own.
  if (reason === "interrupted" || reason === "awaiting-approval") return undefined;
  if (error !== undefined) return toldText(error, parts);
  const text = turnEndText({ reason, ...end });
  return text === undefined ? undefined : `(${text})`;
}

/** An error as one or two short sentences. */
export function failureText(error: unknown, parts: Pick<GatewayParts, "hintOf" | "redact">): string {
  if (HermesError.is(error)) return toldText(error, parts);
  if (error instanceof Error) return toldText({ message: error.message }, parts);
  return toldText({ message: "something went wrong." }, parts);
}

function toldText(error: ErrorFacts, { hintOf, redact }: Pick<GatewayParts, "hintOf" | "redact">): string {
  const hint = hintOf(error);
  const said = redact(`I could not do that: ${oneLine(error.message, 240)}`);
  return hint === undefined ? said : `${said}\n${redact(oneLine(hint, 240))}`;
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
