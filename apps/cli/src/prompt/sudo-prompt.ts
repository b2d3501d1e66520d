import type { Ask } from "./ask.ts";

/** Asks for the password of sudo, unseen. Undefined when none is given: sudo then fails. */
export function createSudoPrompt({ ask }: { readonly ask: Ask }): () => Promise<string | undefined> {
  return async () => {
    const answer = await ask({
      intro: ["A command needs your password for sudo. Hermes keeps it in memory until it ends."],
      prompt: "  Password (Enter gives none): ",
      plain: true,
      secret: true,
    });
    return answer.type === "line" && answer.text !== "" ? answer.text : undefined;
  };
}
