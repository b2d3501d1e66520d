import { approvalChoices, parseApprovalReply } from "@hermes/agent-loop/controller";
import type { ApprovalChoice } from "@hermes/agent-loop/controller";
import type { ApprovalAnswer, ApprovalRequest, ApproverOptions, StagedRun } from "@hermes/registry";
import { oneLine } from "../render/fit.ts";
import { paragraph } from "../render/paragraph.ts";
import type { Style } from "../render/style.ts";
import { compactText, visibleText } from "../render/visible-text.ts";
import { approvalText, stagedText } from "./approval-text.ts";
import type { Choice, FoldedText, Outcome, Question, Reply, SettledText, TextSpace } from "./question.ts";

export interface ApprovalQuestionOptions extends ApproverOptions {
  readonly style: Style;
}

/** What stands between the question and its choices. */
type Shown =
  | { readonly type: "call" | "staged" }
  /** All of it was said above. */
  | { readonly type: "said"; readonly lines: (columns: number) => readonly string[] }
  | { readonly type: "failed"; readonly reason: string };

/** A request for permission as a question: first the call, then perhaps all of it, or what it does on a copy. */
export class ApprovalQuestion {
  readonly #request: ApprovalRequest;
  readonly #options: ApprovalQuestionOptions;
  #staged: StagedRun | undefined;
  #canTry: boolean;
  #refusal = "The person said no.";

  constructor(request: ApprovalRequest, options: ApprovalQuestionOptions) {
    this.#request = request;
    this.#options = options;
    this.#canTry = options.stage !== undefined;
  }

  question(shown: Shown = { type: "call" }): Question {
    const offered = approvalChoices(this.#request, {
      canTry: this.#canTry,
      wasTried: this.#staged !== undefined,
      isFolded: true,
    });
    return {
      question: `${this.#asker()} wants to do this:`,
      prompt: "  Allow it?",
      said: shown.type === "said" ? shown.lines : undefined,
      about: (space) => this.#about(shown, space),
      choices: offered.map((choice) => this.#choice(choice, shown)),
      preset: "no",
      ownWords: "No, and tell it why",
      escape: "interrupts",
      replyOf: (typed) => this.#replyOf(typed),
      settled: (outcome) => this.#settled(outcome),
    };
  }

  #asker(): string {
    const { tool, byScript } = this.#request;
    return `${oneLine(visibleText(tool))}${byScript ? ", called by a script," : ""}`;
  }

  /** The answer that an outcome is; leaving is a no. */
  answerOf(outcome: Outcome): ApprovalAnswer {
    if (outcome.type === "words") {
      const { id, ...said } = parseApprovalReply(outcome.text, []);
      const reason = id === "no" && "reason" in said ? said.reason : `The person said no: ${outcome.text}`;
      return { approved: false, reason };
    }
    if (outcome.type !== "choice") return { approved: false, reason: "The person left without an answer." };
    const { id: scope } = outcome;
    if (scope !== "once" && scope !== "session" && scope !== "always")
      return { approved: false, reason: this.#refusal };
    return { approved: true, scope, ...(this.#staged === undefined ? {} : { staged: this.#staged }) };
  }

  #choice({ id, label, words: [key, ...words] }: ApprovalChoice, shown: Shown): Choice {
    const choice = { id, key, words, typed: `[${key}]${label.slice(1)}` };
    switch (id) {
      case "once":
        return { ...choice, label };
      case "session":
        return { ...choice, label: "Yes, for this session" };
      case "always":
        return { ...choice, label: "Yes, always", detail: visibleText(this.#request.rule ?? "") };
      case "try":
        return { ...choice, label: "Try it first, on a copy", leadsTo: () => this.#try() };
      case "view": {
        const lines = (columns: number) => this.#about(shown, { columns, rows: Infinity }, true).lines;
        return { ...choice, label, ifFolded: true, leadsTo: () => this.question({ type: "said", lines }) };
      }
      case "no":
        return { ...choice, label };
    }
  }

  #about(shown: Shown, space: TextSpace, whole = false): FoldedText {
    const options = { ...space, style: this.#options.style, whole };
    switch (shown.type) {
      case "call":
        return approvalText(this.#request, options);
      case "staged":
        return this.#staged === undefined ? nothing : stagedText(this.#request, this.#staged, options);
      case "said":
        return nothing;
      case "failed": {
        const lines = paragraph(`It can't be tried: ${shown.reason}`, { ...space, indent: 2 });
        const call = approvalText(this.#request, { ...options, rows: space.rows - lines.length });
        return { lines: [...lines.map(options.style.red), ...call.lines], folded: call.folded };
      }
    }
  }

  async #try(): Promise<Question> {
    this.#canTry = false;
    try {
      this.#staged = await this.#options.stage?.();
      return this.question({ type: "staged" });
    } catch (error) {
      this.#options.signal.throwIfAborted();
      const reason = oneLine(error instanceof Error ? error.message : String(error));
      return this.question({ type: "failed", reason });
    }
  }

  #replyOf(typed: string): Reply {
    const offer = { canTry: this.#canTry, wasTried: this.#staged !== undefined, isFolded: true };
    const reply = parseApprovalReply(typed, approvalChoices(this.#request, offer));
    if (reply.id === "not-always")
      return { type: "unclear", hint: "This can't be allowed for good; s allows it for this session." };
    if (reply.id === "no") this.#refusal = reply.reason;
    return { type: "choice", id: reply.id };
  }

  #settled(outcome: Outcome | undefined): SettledText {
    const what = compactText(this.#request.summary);
    if (outcome?.type === "words") return { sign: "✗", text: `refused: ${what} (${outcome.text})` };
    if (outcome?.type !== "choice")
      return { sign: "–", text: `${outcome === undefined ? "not asked any more" : "not answered"}: ${what}` };
    const scopes: Readonly<Record<string, string>> = {
      once: this.#staged === undefined ? "allowed once" : "made real",
      session: "allowed for this session",
      always: "allowed always",
    };
    const allowed = scopes[outcome.id];
    return allowed === undefined
      ? { sign: "✗", text: `refused: ${what}` }
      : { sign: "✓", text: `${allowed}: ${what}` };
  }
}

const nothing: FoldedText = { lines: [], folded: false };
