import type { ClarifyQuestion } from "@hermes/agent-loop";
import type { ApprovalDecision, ApprovalRequest } from "@hermes/registry";
import type { Button } from "../../platforms/platform.ts";
import type { QuestionChoice } from "./question-rows.ts";
import { codeBlock, plainMarkdown, visibleText } from "./visible-text.ts";

/** A question as it is shown: all of what would happen, then how to answer. */
export interface QuestionText {
  readonly body: string;
  readonly answer: string;
}

/** What may run, whole and without secrets. */
export function approvalText(
  request: ApprovalRequest,
  { redact, waitsMs }: { readonly redact: (text: string) => string; readonly waitsMs: number },
): QuestionText {
  const { id, reason, summary, findings = [], diff, byScript = false, rule } = request;
  const isShell = request.action.startsWith("terminal.");
  const others = findings.map((each) => each.reason).filter((each) => !reason.includes(each));
  const scopes = ["`/approve`", "`/approve session`", ...(rule === undefined ? [] : ["`/approve always`"])];
  return {
    body: [
      `**May this ${isShell ? "run" : "happen"}?** ${plainMarkdown(redact(reason))}${byScript ? " A script asks." : ""}`,
      codeBlock(redact(summary), isShell ? "sh" : ""),
      ...others.map((each) => `- ${plainMarkdown(redact(each))}`),
      ...(diff === undefined ? [] : [codeBlock(redact(diff), "diff")]),
      ...(rule === undefined ? [] : [`Always: ${plainMarkdown(redact(rule))}`]),
    ].join("\n"),
    answer: `Question \`${shortId(id)}\`. Answer with a button, ${scopes.join(", ")} or \`/deny\`. Without an answer in ${duration(waitsMs)} it is a no.`,
  };
}

export function clarifyText(
  { question, choices, allowFreetext }: ClarifyQuestion,
  { redact, waitsMs }: { readonly redact: (text: string) => string; readonly waitsMs: number },
): QuestionText {
  const ways = [
    ...(choices.length === 0 ? [] : ["a button", "its number"]),
    ...(allowFreetext ? ["your own words"] : []),
  ];
  return {
    body: [
      // The words of the model: Markdown, but nothing that can't be seen.
      visibleText(redact(question)),
      ...choices.map((choice, index) => `${index + 1}. ${plainMarkdown(redact(choice))}`),
    ].join("\n"),
    answer: `Answer with ${ways.join(", ").replace(/, (?=[^,]*$)/, " or ")} within ${duration(waitsMs)}.`,
  };
}

/** Two in a row, as far as the platform's limit for their data allows. */
export function buttonsOf(id: string, choices: readonly QuestionChoice[]): readonly (readonly Button[])[] {
  const buttons = choices.map((choice, index) => ({
    label: [...visibleText(choice.label)].slice(0, 40).join(""),
    data: `q:${id}:${index}`,
  }));
  return Array.from({ length: Math.ceil(buttons.length / 2) }, (_, row) =>
    buttons.slice(row * 2, row * 2 + 2),
  );
}

/** The question and the choice that a button stands for. */
export function parseButton(data: string): { readonly id: string; readonly index: number } | undefined {
  const [, id, index] = /^q:([0-9a-f]{6,40}):(\d{1,2})$/.exec(data) ?? [];
  return id === undefined ? undefined : { id, index: Number(index) };
}

/** What people type of an id. */
export function shortId(id: string): string {
  return id.slice(0, 6);
}

/** What came of an answer, for the message and for who gave it. */
export function decisionText(answer: ApprovalDecision, by: string): string {
  if (!answer.approved) return `✗ Refused by ${by}.`;
  const scopes = { once: "once", session: "for this session", always: "for good" };
  return `✓ Allowed ${scopes[answer.scope]} by ${by}.`;
}

export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${Math.round(seconds / 60)} minutes`;
}
