import { HermesError } from "@hermes/registry/errors";
import { exitCodes, Stop } from "../../host.ts";
import { yesOrNo } from "../../prompt/confirm.ts";
import type { Question } from "../../prompt/question.ts";
import { wrap } from "../../render/wrap.ts";
import type { SkillsContext } from "./skills-context.ts";

/**
 * Asks for one of several things.
 *
 * @returns The id of a choice; whatever is no answer means the preset one.
 * @throws {HermesError} `CLI_NOT_CONFIRMED` where nobody can be asked; a `Stop` at Ctrl-C.
 */
export async function choose(
  { questions, signal }: SkillsContext,
  question: Question & { readonly preset: string },
): Promise<string> {
  if (questions === undefined) {
    throw new HermesError("This needs an answer, and nobody is at the terminal.", {
      code: "CLI_NOT_CONFIRMED",
      hint: "Nothing was changed. To go on without a question, add --yes.",
    });
  }
  const outcome = await questions.put(question, { signal });
  if (outcome.type === "interrupt")
    throw new Stop("The person interrupted the question.", exitCodes.interrupted);
  return outcome.type === "choice" ? outcome.id : question.preset;
}

export interface AgreesOptions {
  /** Lines above the question. */
  readonly intro?: readonly string[] | undefined;
  readonly question: string;
  readonly yes?: boolean | undefined;
}

/** Everything but a clear yes is a no. With `yes` nothing is asked. */
export async function agrees(
  context: SkillsContext,
  { intro = [], question, yes }: AgreesOptions,
): Promise<boolean> {
  if (yes) return true;
  const said = () => intro.flatMap((line) => wrap(line, context.remarks));
  return (await choose(context, { ...yesOrNo(question), preset: "no", said })) === "yes";
}
