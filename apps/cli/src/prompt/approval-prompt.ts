import { approvalChoices, parseApprovalReply } from "@hermes/agent-loop/controller";
import type { ApprovalChoice } from "@hermes/agent-loop/controller";
import type { Approver, StagedRun } from "@hermes/registry";
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
      const choices = approvalChoices(request, { canTry, wasTried: staged !== undefined, isFolded: folded });
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
      const reply = parseApprovalReply(answer.text, choices);
      if (reply.id === "no") return { approved: false, reason: reply.reason };
      if (reply.id === "once" || reply.id === "session" || reply.id === "always")
        return { approved: true, scope: reply.id, ...(staged === undefined ? {} : { staged }) };
      if (reply.id === "view") [intro, folded] = [textOf(true).lines, false];
      if (reply.id === "not-always")
        intro = [style.dim("  This can't be allowed for good; s allows it for this session.")];
      if (reply.id === "try" && stage !== undefined) {
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

/** `[y]es once / [s]ession / [N]o`: a letter is enough, and the last one is what Enter means. */
function promptFor(choices: readonly ApprovalChoice[]): string {
  const options = choices.map(({ id, label }) => {
    const letter = id === "no" ? label[0] : label[0]?.toLowerCase();
    return `[${letter}]${label.slice(1)}`;
  });
  return `  Allow it? ${options.join(" / ")} `;
}
