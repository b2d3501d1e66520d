import type { ClarifyAnswer } from "@hermes/agent-loop";
import type { UserAnswer } from "@hermes/agent-loop/controller";
import { statusAt } from "@hermes/registry/approvals";
import type { Approval, ApprovalLog } from "@hermes/registry";
import type { Tier } from "../../chat/chat-sessions.ts";
import { oneLine } from "../../chat/one-line.ts";
import type { Sender } from "../../platforms/platform.ts";
import type { QuestionReply } from "../access.ts";
import { decisionOf } from "./parse-answer.ts";
import type { QuestionMessages } from "./question-messages.ts";
import type { ChatQuestion, KeptQuestion, QuestionRows } from "./question-rows.ts";
import { decisionText } from "./question-text.ts";
import { plainMarkdown } from "./visible-text.ts";

export interface TakeAnswerOptions {
  readonly rows: QuestionRows;
  readonly messages: Pick<QuestionMessages, "end">;
  readonly approvals: Pick<ApprovalLog, "get">;
  /** What somebody is in a chat now; undefined: a stranger. */
  readonly tierOf: (sender: Sender, chat: Pick<ChatQuestion, "at" | "chatKind">) => Promise<Tier | undefined>;
  /** Of this process, by the id of the question. */
  readonly waiting: ReadonlyMap<string, (answer: ClarifyAnswer) => void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The id of a choice, with the reason of a no; or own words. */
export type GivenChoice =
  | { readonly choice: string; readonly reason?: string | undefined }
  | { readonly words: string };

/** Takes answers to questions: each question takes one, in time, of somebody who may give it. */
export interface AnswerTaker {
  take(row: KeptQuestion, answer: GivenChoice, sender: Sender): Promise<QuestionReply>;
  /** The no of nobody. */
  expire(row: KeptQuestion): Promise<QuestionReply | undefined>;
  /** Ends a question that was answered, or is not needed any more, elsewhere. */
  settle(row: KeptQuestion): Promise<Approval | undefined>;
}

const wasAnswered = "This was answered before.";

export function createAnswerTaker(options: TakeAnswerOptions): AnswerTaker {
  const { rows, messages, approvals, tierOf, waiting, now } = options;
  return {
    async take(row, answer, sender) {
      const refusal = await refusalOf(row, sender);
      if (refusal !== undefined) return taken(refusal);
      if (row.kind === "clarify") return await clarify(row, answer, sender);
      const decision = "choice" in answer ? decisionOf(row, answer) : undefined;
      if (decision === undefined) return taken("This was not among the answers.");
      const given = { answer: decision, actor: `${row.at.platform}:${sender.userId}` };
      return (await give(row, given, nameOf(sender))) ?? taken(wasAnswered);
    },
    expire: async (row) =>
      await give(
        row,
        {
          answer: { approved: false, reason: "Nobody answered in time." },
          actor: `${row.at.platform}:nobody`,
        },
        "nobody",
      ),
    settle,
  };

  /** Why somebody can't answer, as they are told; undefined: they can. What they are now counts, not what they were when it was asked. */
  async function refusalOf(row: KeptQuestion, sender: Sender): Promise<string | undefined> {
    const tier = await tierOf(sender, row);
    const isAsked = row.userId === undefined || row.userId === sender.userId;
    const may = tier === "owner" || (row.kind === "clarify" && tier !== undefined && isAsked);
    if (!may) return "Only the person who was asked can answer this.";
    if (row.state !== "open") return wasAnswered;
    return now() >= row.expiresAt ? "Too late: nobody answered in time, and that was a no." : undefined;
  }

  async function clarify(row: KeptQuestion, answer: GivenChoice, sender: Sender): Promise<QuestionReply> {
    const text = "words" in answer ? answer.words : row.choices.find(({ id }) => id === answer.choice)?.label;
    if (text === undefined) return taken("This was not among the answers.");
    const resolve = waiting.get(row.id);
    if (resolve === undefined) return taken("Nobody waits for this answer any more.");
    if (!(await rows.give(row.id, undefined, now()))) return taken(wasAnswered);
    resolve({ answered: true, answer: text });
    await messages.end(row, `✓ ${plainMarkdown(oneLine(text, 80))}, by ${nameOf(sender)}.`);
    return { type: "taken" };
  }

  /** @returns undefined where somebody was faster. */
  async function give(row: KeptQuestion, given: UserAnswer, by: string): Promise<QuestionReply | undefined> {
    const approval = await settle(row);
    if (approval === undefined || !(await rows.give(row.id, given, now()))) return undefined;
    const text = decisionText(given.answer, by);
    await messages.end(row, by === "nobody" ? "✗ Nobody answered in time: that is a no." : text);
    return { type: "approval", chat: row.chat, id: row.id, given, text };
  }

  async function settle(row: KeptQuestion): Promise<Approval | undefined> {
    const approval = await approvals.get(row.id);
    const status = approval === undefined ? "withdrawn" : statusAt(approval, now());
    if (status === "open") return approval;
    await rows.close(row.id);
    // Who answered here has been told.
    if (row.state === "given") return undefined;
    const { answer, actor = "somebody" } = approval ?? {};
    const outcomes = {
      expired: "✗ Nobody answered in time: that is a no.",
      withdrawn: "Not asked any more.",
      answered: answer === undefined ? "Answered elsewhere." : decisionText(answer, oneLine(actor, 60)),
    };
    await messages.end(row, outcomes[status]);
    return undefined;
  }
}

export function taken(text: string): QuestionReply {
  return { type: "taken", text };
}

function nameOf({ name, handle, userId }: Sender): string {
  return oneLine(name ?? handle ?? "", 60) || userId;
}
