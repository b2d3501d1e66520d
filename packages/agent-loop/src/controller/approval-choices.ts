import type { ApprovalRequest } from "@hermes/registry";

export type ApprovalChoiceId = "once" | "session" | "always" | "try" | "view" | "no";

/** One answer that can be given to a question about permission. */
export interface ApprovalChoice {
  readonly id: ApprovalChoiceId;
  /** What a button or a list says; begins with the letter that can be typed for it. */
  readonly label: string;
  /** What can be typed for it, the shortest first. */
  readonly words: readonly string[];
}

export interface ApprovalOffer {
  /** The command can be tried on a copy. @default false */
  readonly canTry?: boolean | undefined;
  /** It was tried: a yes makes the trial real. @default false */
  readonly wasTried?: boolean | undefined;
  /** Only a part is shown. @default false */
  readonly isFolded?: boolean | undefined;
}

/** What can be answered to a request, the no last. The same at every entry point. */
export function approvalChoices(
  request: Pick<ApprovalRequest, "rule">,
  { canTry = false, wasTried = false, isFolded = false }: ApprovalOffer = {},
): readonly ApprovalChoice[] {
  return [
    { id: "once", label: wasTried ? "Yes, make it real" : "Yes once", words: ["y", "yes", "o", "once"] },
    { id: "session", label: "Session", words: ["s", "session"] },
    ...(request.rule === undefined ? [] : [always]),
    ...(canTry ? [{ id: "try", label: "Try it first", words: ["t", "try"] } as const] : []),
    ...(isFolded ? [{ id: "view", label: "View all", words: ["v", "view"] } as const] : []),
    { id: "no", label: "No", words: ["n", "no", "d", "deny"] },
  ];
}

const always: ApprovalChoice = { id: "always", label: "Always", words: ["a", "always"] };

export type ApprovalReply =
  | { readonly id: Exclude<ApprovalChoiceId, "no"> }
  | { readonly id: "no"; readonly reason: string }
  /** Asked for, but not among the choices. */
  | { readonly id: "not-always" };

/** What typed words mean. Only a clear yes is one: everything else, nothing at all included, is a no with its reason. */
export function parseApprovalReply(text: string, choices: readonly ApprovalChoice[]): ApprovalReply {
  const typed = text.trim();
  const word = typed.toLowerCase();
  const { id = "no" } = choices.find(({ words }) => words.includes(word)) ?? {};
  if (id !== "no") return { id };
  if (always.words.includes(word)) return { id: "not-always" };
  const reason = typed.replace(/^(n|no|d|deny)\b[\s,.:–-]*/i, "").trim();
  return { id, reason: reason === "" ? "The person said no." : `The person said no: ${reason}` };
}
