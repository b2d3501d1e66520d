import { exitCodes, Stop, type Host } from "../host.ts";
import { questionsOnTerminal } from "./questions-on-terminal.ts";
import { readAll } from "./read-all.ts";

/**
 * Reads what nobody else shall see: from a person without showing it, or from standard input to its end.
 *
 * @param what Names it, such as `The key of OpenAI`.
 * @returns Without the line break at its end. Empty when nothing was given.
 * @throws A `Stop` at Ctrl-C.
 */
export async function askSecret(host: Host, what: string): Promise<string> {
  if (!host.stdinIsTerminal) return (await readAll(host.stdin())).replace(/\r?\n$/, "");
  const outcome = await questionsOnTerminal(host).put(
    {
      question: `${what} (it is not shown)`,
      prompt: "Type or paste it, then Enter:",
      choices: [],
      ownWords: "type or paste it, then Enter",
      allowEmpty: true,
      secret: true,
    },
    { signal: host.stopped },
  );
  if (outcome.type === "interrupt")
    throw new Stop("The person interrupted the question.", exitCodes.interrupted);
  return outcome.type === "words" ? outcome.text : "";
}
