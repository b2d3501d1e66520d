import { HermesError } from "@hermes/registry/errors";
import { exitCodes, Stop } from "../../host.ts";
import { wrap } from "../../render/wrap.ts";
import type { SkillsContext } from "./skills-context.ts";

export interface Choice {
  /** The letter that stands for it. */
  readonly key: string;
  /** With the letter in brackets: `[v]iew the text`. */
  readonly label: string;
}

export interface Question {
  readonly intro?: readonly string[] | undefined;
  readonly question: string;
  readonly choices: readonly Choice[];
  /** The key of what Enter, and whatever is no answer, means. */
  readonly otherwise: string;
}

/**
 * Asks for one of several things.
 *
 * @throws {HermesError} `CLI_NOT_CONFIRMED` where nobody can be asked; a `Stop` at Ctrl-C.
 */
export async function choose(context: SkillsContext, question: Question): Promise<string> {
  if (context.ask === undefined) {
    throw new HermesError("This needs an answer, and nobody is at the terminal.", {
      code: "CLI_NOT_CONFIRMED",
      hint: "Nothing was changed. To go on without a question, add --yes.",
    });
  }
  const answer = await context.ask({
    intro: (question.intro ?? []).flatMap((line) => wrap(line, context.remarks)),
    prompt: `${question.question} ${question.choices.map(({ label }) => label).join(" / ")} `,
    plain: true,
    signal: context.signal,
  });
  if (answer.type === "interrupt")
    throw new Stop("The person interrupted the question.", exitCodes.interrupted);
  const typed = answer.type === "line" ? answer.text.trim().toLowerCase() : "";
  const chosen = question.choices.find(
    ({ key, label }) => typed === key || (typed.length > 1 && plain(label).startsWith(typed)),
  );
  return chosen?.key ?? question.otherwise;
}

/** Everything but a clear yes is a no. With `yes` nothing is asked. */
export async function agrees(
  context: SkillsContext,
  { yes, ...question }: Pick<Question, "intro" | "question"> & { readonly yes?: boolean | undefined },
): Promise<boolean> {
  if (yes) return true;
  return (await choose(context, { ...question, choices: yesOrNo, otherwise: "n" })) === "y";
}

const yesOrNo: readonly Choice[] = [
  { key: "y", label: "[y]es" },
  { key: "n", label: "[N]o" },
];

function plain(label: string): string {
  return label.replaceAll(/[[\]]/g, "").toLowerCase();
}
