import type { DocumentModel } from "./document-model.ts";

/** What stands around the text of a letter, from top to bottom. Each is its lines; none is empty. */
export interface LetterParts {
  readonly sender: readonly string[];
  readonly recipient: readonly string[];
  readonly date: readonly string[];
  readonly subject: readonly string[];
  readonly signature: readonly string[];
}

/** `author` stands for a sender and `title` for a subject that are not given. */
export function letterParts({
  sender,
  author,
  recipient,
  date,
  subject,
  title,
  signature,
}: DocumentModel): LetterParts {
  return {
    sender: linesOf(sender ?? author),
    recipient: linesOf(recipient),
    date: linesOf(date),
    subject: linesOf(subject ?? title),
    signature: linesOf(signature),
  };
}

function linesOf(text = ""): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
