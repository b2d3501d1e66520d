import { HermesError } from "@hermes/registry/errors";
import { exitCodes, Stop, type Host } from "../../host.ts";
import { questionsOnTerminal } from "../../prompt/questions-on-terminal.ts";
import { readAll } from "../../prompt/read-all.ts";

/**
 * Has the name of a folder typed before it goes with everything in it; from a pipe the first line is it.
 *
 * @throws {HermesError} `CLI_NOT_CONFIRMED` where nobody says anything; a `Stop` at Ctrl-C.
 */
export async function typesFolderName(
  host: Host,
  { name, intro }: { readonly name: string; readonly intro: readonly string[] },
): Promise<boolean> {
  if (!host.stdinIsTerminal) {
    const [line = ""] = (await readAll(host.stdin())).split(/\r?\n/);
    if (line.trim() !== "") return line.trim() === name;
    throw new HermesError(`This needs the name of the folder, ${name}, and nobody is at the terminal.`, {
      code: "CLI_NOT_CONFIRMED",
      hint: "Nothing was changed. To go on without a question, add --yes.",
    });
  }
  const outcome = await questionsOnTerminal(host).put(
    {
      ...{ question: `Type the name of the folder to remove it for good: ${name}` },
      ...{ prompt: "The name, then Enter:", said: () => intro, choices: [] },
      ...{ ownWords: "type it, then Enter", allowEmpty: true },
    },
    { signal: host.stopped },
  );
  if (outcome.type === "interrupt")
    throw new Stop("The person interrupted the question.", exitCodes.interrupted);
  return outcome.type === "words" && outcome.text.trim() === name;
}
