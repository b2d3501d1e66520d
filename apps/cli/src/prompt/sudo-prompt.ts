import type { Questions } from "./question.ts";

/** Asks for the password of sudo, unseen. Undefined when none is given: sudo then fails. */
export function createSudoPrompt({
  questions,
}: {
  readonly questions: Questions;
}): () => Promise<string | undefined> {
  return async () => {
    const outcome = await questions.put(
      {
        question: "A command needs your password for sudo. Hermes keeps it in memory until it ends.",
        prompt: "  Password (Enter gives none):",
        choices: [],
        ownWords: "Password (not shown; Enter gives none)",
        allowEmpty: true,
        secret: true,
      },
      {},
    );
    return outcome.type === "words" && outcome.text !== "" ? outcome.text : undefined;
  };
}
