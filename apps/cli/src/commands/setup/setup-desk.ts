import { exitCodes, Stop, type Host } from "../../host.ts";
import type { Choice, Outcome, Question } from "../../prompt/question.ts";
import { questionsOnTerminal } from "../../prompt/questions-on-terminal.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printLines } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";

export interface ChooseOptions {
  readonly choices: readonly Choice[];
  /** What Enter takes at once. @default the first */
  readonly preset?: string | undefined;
  /** Name of the row in which the person may write. */
  readonly ownWords?: string | undefined;
}

export type Answer =
  | { readonly type: "choice"; readonly id: string }
  | { readonly type: "words"; readonly text: string };

/** Asks the person at the terminal. What is said goes to standard output, questions to standard error. */
export interface SetupDesk {
  readonly host: Host;
  say(text: string, options?: { readonly indent?: number | undefined }): void;
  /** @returns undefined where the person passes over it. @throws A `Stop` at Ctrl-C, and where the terminal is gone. */
  choose(question: string, options: ChooseOptions): Promise<Answer | undefined>;
  /** @returns What was typed; empty: nothing; undefined: the person passes over it. */
  askLine(question: string): Promise<string | undefined>;
  /** The same for what nobody else shall see. */
  askSecret(question: string): Promise<string | undefined>;
}

export function setupDesk(host: Host): SetupDesk {
  const questions = questionsOnTerminal(host);
  const put = async (question: Question): Promise<Outcome> => {
    const outcome = await questions.put(question, { signal: host.stopped });
    if (outcome.type === "interrupt" || outcome.type === "leave")
      throw new Stop("The person interrupted the set-up.", exitCodes.interrupted);
    return outcome;
  };
  const askText = async (question: string, secret: boolean): Promise<string | undefined> => {
    const how = secret ? "type or paste it, then Enter" : "type it, then Enter";
    const outcome = await put({
      ...{ question, secret, choices: [], ownWords: how, allowEmpty: true },
      prompt: secret ? "Type or paste it, then Enter:" : "Type it, then Enter:",
    });
    return outcome.type === "words" ? outcome.text.trim() : undefined;
  };
  return {
    host,
    say(text, { indent } = {}) {
      printLines(host, wrap(cleanText(text), { columns: host.stdout.columns, indent }));
    },
    async choose(question, options) {
      const outcome = await put({ question, ...options });
      return outcome.type === "choice" || outcome.type === "words" ? outcome : undefined;
    },
    askLine: async (question) => await askText(question, false),
    askSecret: async (question) => await askText(`${question} (it is not shown)`, true),
  };
}
