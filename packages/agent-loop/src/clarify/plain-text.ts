import type { ClarifyAnswer, ClarifyQuestion } from "./clarifier.ts";

/**
 * A question as plain text, for an entry point where people reply with a message: the question, a numbered list, and how to
 * reply. The numbers are those that `parseReply` takes.
 */
export function formatQuestion(question: ClarifyQuestion): string {
  const choices = question.choices.map((choice, index) => `${index + 1}. ${onOneLine(choice)}`);
  return [question.question.trim(), ...choices, howToReply(question)].join("\n");
}

/** How a question can be replied to, in one sentence; said again after a reply that was no answer. */
export function howToReply({ choices, allowFreetext }: ClarifyQuestion): string {
  if (choices.length === 0) return 'Reply in your own words, or "skip".';
  const number = choices.length === 1 ? "with 1" : `with a number from 1 to ${choices.length}`;
  return `Reply ${number}${allowFreetext ? ", in your own words" : ""}, or "skip".`;
}

/**
 * What a reply to a question of `formatQuestion` means: a number (`2`, `2.`, `(2)`), the words of a choice or a copied
 * line of the list choose; "skip" and nothing at all leave it open; anything else is an answer in own words.
 *
 * @returns Undefined when the reply is none of the possible answers: say `howToReply` and wait for the next one.
 */
export function parseReply(reply: string, question: ClarifyQuestion): ClarifyAnswer | undefined {
  const { choices, allowFreetext } = question;
  const own = reply.trim();
  const said = comparable(own);
  const number = /^[#(]?(\d{1,4})[.):]?$/.exec(said)?.[1];
  const chosen = number === undefined ? undefined : choices[Number(number) - 1];
  const named =
    choices.find((choice) => comparable(choice) === said) ??
    choices.find((choice, index) => comparable(`${index + 1}. ${choice}`) === said);
  const answer = chosen ?? named;
  if (answer !== undefined) return { answered: true, answer };
  if (said === "" || said === "skip") return { answered: false, reason: "The person skipped the question." };
  return allowFreetext || choices.length === 0 ? { answered: true, answer: own } : undefined;
}

/** Full-width digits, case and the number of blanks make no difference. */
function comparable(text: string): string {
  return onOneLine(text.normalize("NFKC")).toLowerCase();
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
