import type { ApprovalDecision } from "@hermes/registry";
import type { KeptQuestion } from "./question-rows.ts";

/** `/approve` or `/deny`, as it was typed. */
export interface ApprovalCommand {
  readonly approve: boolean;
  /** The beginning of an id; undefined: the one that waits. */
  readonly id?: string | undefined;
  readonly all: boolean;
  readonly scope: "once" | "session" | "always";
  /** Of a no, its reason. Behind an approval it was not understood, and makes no yes. */
  readonly rest: string;
}

/** Undefined: it is something else. */
export function parseApprovalCommand(text: string): ApprovalCommand | undefined {
  const [, name, rest = ""] = /^\/(approve|deny)(?:@\w+)?(?:\s+([\s\S]*))?$/i.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  let command: ApprovalCommand = {
    ...{ approve: name.toLowerCase() === "approve", all: false, scope: "once", rest: "" },
  };
  for (const typed of rest.split(/\s+/).filter((word) => word !== "")) {
    const word = typed.toLowerCase();
    // A reason may hold any word: what follows its first one is part of it.
    if (command.rest !== "") command = { ...command, rest: `${command.rest} ${typed}` };
    else if (word === "all") command = { ...command, all: true };
    else if (word === "once" || word === "session" || word === "always")
      command = { ...command, scope: word };
    else if (/^[0-9a-f]{6,40}$/.test(word)) command = { ...command, id: word };
    else command = { ...command, rest: typed };
  }
  return command;
}

/** The decision that a choice of an approval stands for; undefined: it was not offered, and is no yes. */
export function decisionOf(
  { choices }: Pick<KeptQuestion, "choices">,
  { choice: id, reason = "" }: { readonly choice: string; readonly reason?: string | undefined },
): ApprovalDecision | undefined {
  if (!choices.some((choice) => choice.id === id)) return undefined;
  if (id === "no") {
    const why = reason.slice(0, 500);
    return { approved: false, reason: why === "" ? "The person said no." : `The person said no: ${why}` };
  }
  return id === "once" || id === "session" || id === "always" ? { approved: true, scope: id } : undefined;
}

/** The place of the choice that a message names by its number or its words; undefined: none. */
export function choiceOf(
  { choices, kind }: Pick<KeptQuestion, "choices" | "kind">,
  text: string,
): number | undefined {
  const typed = text.trim().toLowerCase();
  // A yes to a permission is never a word that somebody says by the way.
  const index = /^\d{1,2}[.)]?$/.test(typed)
    ? Number.parseInt(typed, 10) - 1
    : kind === "clarify"
      ? choices.findIndex(({ label }) => label.trim().toLowerCase() === typed)
      : -1;
  return index >= 0 && index < choices.length ? index : undefined;
}
