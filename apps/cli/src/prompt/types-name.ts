import { HermesError } from "@hermes/registry/errors";
import { exitCodes, Stop, type Host } from "../host.ts";
import { questionsOnTerminal } from "./questions-on-terminal.ts";
import { readAll } from "./read-all.ts";

export interface TypesNameOptions {
  /** What it is the name of, such as `the profile`. */
  readonly of: string;
  readonly name: string;
  /** What is done then, such as `to delete it`. */
  readonly purpose: string;
  /** Lines before the question. */
  readonly intro: readonly string[];
}

/**
 * Has a name typed before what can't be taken back; from a pipe the first line is it.
 *
 * @returns Whether it is the name.
 * @throws {HermesError} `CLI_NOT_CONFIRMED` where nobody says anything; a `Stop` at Ctrl-C.
 */
export async function typesName(
  host: Host,
  { of, name, purpose, intro }: TypesNameOptions,
): Promise<boolean> {
  if (!host.stdinIsTerminal) {
    const [line = ""] = (await readAll(host.stdin())).split(/\r?\n/);
    if (line.trim() !== "") return line.trim() === name;
    throw new HermesError(`This needs the name of ${of}, ${name}, and nobody is at the terminal.`, {
      code: "CLI_NOT_CONFIRMED",
      hint: "Nothing was changed. To go on without a question, add --yes.",
    });
  }
  const outcome = await questionsOnTerminal(host).put(
    {
      ...{ question: `Type the name of ${of} ${purpose}: ${name}`, prompt: "The name, then Enter:" },
      ...{ said: () => intro, choices: [], ownWords: "type it, then Enter", allowEmpty: true },
    },
    { signal: host.stopped },
  );
  if (outcome.type === "interrupt")
    throw new Stop("The person interrupted the question.", exitCodes.interrupted);
  return outcome.type === "words" && outcome.text.trim() === name;
}
