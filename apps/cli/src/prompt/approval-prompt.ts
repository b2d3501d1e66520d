import type { ApprovalAnswer, Approver, StagedRun } from "@hermes/registry";
import { oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import { visibleText } from "../render/visible-text.ts";
import { approvalText, stagedText } from "./approval-text.ts";
import type { Ask } from "./ask.ts";

export interface ApprovalPromptOptions {
  readonly ask: Ask;
  readonly style: Style;
  /** Width of the terminal. @default 80 */
  readonly columns?: (() => number) | undefined;
  /** Called when the person interrupts instead of answering. */
  readonly onInterrupt: () => void;
}

/** What can be answered besides yes and no. */
interface Choices {
  readonly always: boolean;
  readonly trial: boolean;
  readonly view: boolean;
  readonly tried: boolean;
}

type Choice =
  | { readonly type: "answer"; readonly answer: ApprovalAnswer }
  | { readonly type: "trial" | "view" | "no-always" };

/** Asks on the terminal whether a call may run. Everything but a clear yes is a no, Enter included. */
export function createApprovalPrompt(options: ApprovalPromptOptions): Approver {
  const { ask, style, columns = () => 80, onInterrupt } = options;
  return async (request, { signal, stage }) => {
    const textOf = (whole: boolean) =>
      approvalText(request, { style, columns: Math.min(columns(), 200), whole });
    const first = textOf(false);
    let intro = first.lines;
    let folded = first.folded;
    let staged: StagedRun | undefined;
    let canTry = stage !== undefined;
    for (;;) {
      const choices = {
        always: request.rule !== undefined,
        trial: canTry,
        view: folded,
        tried: staged !== undefined,
      };
      const rule =
        request.rule === undefined
          ? []
          : [style.dim(`  always would keep: ${oneLine(visibleText(request.rule))}`)];
      const answer = await ask({
        intro: [...intro, ...rule],
        prompt: promptFor(choices),
        plain: true,
        signal,
      });
      if (answer.type === "interrupt") onInterrupt();
      signal.throwIfAborted();
      if (answer.type !== "line") return { approved: false, reason: "The person left without an answer." };
      const choice = toChoice(answer.text, choices);
      if (choice.type === "answer") return withTrial(choice.answer, staged);
      if (choice.type === "view") [intro, folded] = [textOf(true).lines, false];
      if (choice.type === "no-always")
        intro = [style.dim("  This can't be allowed for good; s allows it for this session.")];
      if (choice.type === "trial" && stage !== undefined) {
        canTry = false;
        try {
          staged = await stage();
          intro = stagedText(staged, style);
        } catch (error) {
          signal.throwIfAborted();
          intro = [
            style.red(
              `  It can't be tried: ${oneLine(error instanceof Error ? error.message : String(error))}`,
            ),
          ];
        }
      }
    }
  };
}

function promptFor({ always, trial, view, tried }: Choices): string {
  const options = [
    tried ? "[y]es, make it real" : "[y]es once",
    "[s]ession",
    ...(always ? ["[a]lways"] : []),
    ...(trial ? ["[t]ry it first"] : []),
    ...(view ? ["[v]iew all"] : []),
    "[N]o",
  ];
  return `  Allow it? ${options.join(" / ")} `;
}

/** A no may be followed by a word of reason, and whatever is no answer is one. */
function toChoice(text: string, { always, trial, view }: Choices): Choice {
  const typed = text.trim();
  const word = typed.toLowerCase();
  const yes = (scope: "once" | "session" | "always"): Choice => ({
    type: "answer",
    answer: { approved: true, scope },
  });
  if (["y", "yes", "o", "once"].includes(word)) return yes("once");
  if (["s", "session"].includes(word)) return yes("session");
  if (["a", "always"].includes(word)) return always ? yes("always") : { type: "no-always" };
  if (trial && ["t", "try"].includes(word)) return { type: "trial" };
  if (view && ["v", "view"].includes(word)) return { type: "view" };
  const reason = typed.replace(/^(n|no|d|deny)\b[\s,.:–-]*/i, "").trim();
  const said = reason === "" ? "The person said no." : `The person said no: ${reason}`;
  return { type: "answer", answer: { approved: false, reason: said } };
}

function withTrial(answer: ApprovalAnswer, staged: StagedRun | undefined): ApprovalAnswer {
  return answer.approved && staged !== undefined ? { ...answer, staged } : answer;
}
