import { HermesError } from "@hermes/registry/errors";
import { exitCodes, Stop, type Host } from "../host.ts";
import { paragraph } from "../render/paragraph.ts";
import type { Choice, Question } from "./question.ts";
import { questionsOnTerminal } from "./questions-on-terminal.ts";

export interface ConfirmOptions {
  /** What will happen, as lines above the question. */
  readonly intro?: readonly string[] | undefined;
  readonly question: string;
  /** Somebody said yes beforehand. */
  readonly yes?: boolean | undefined;
}

/**
 * Asks before something that can't be taken back. Everything but a clear yes is a no, Enter included.
 *
 * @throws {HermesError} `CLI_NOT_CONFIRMED` where nobody can be asked; a `Stop` at Ctrl-C.
 */
export async function confirm(host: Host, { intro = [], question, yes }: ConfirmOptions): Promise<boolean> {
  if (yes) return true;
  if (!host.stdinIsTerminal) {
    throw new HermesError("This needs a yes, and nobody is at the terminal.", {
      code: "CLI_NOT_CONFIRMED",
      hint: "Nothing was changed. To go on without a question, add --yes.",
    });
  }
  const profile = await profileLine(host);
  const said = (columns: number) => [...profile, ...intro].flatMap((line) => within(line, columns));
  const outcome = await questionsOnTerminal(host).put(
    { ...yesOrNo(question), said },
    { signal: host.stopped },
  );
  if (outcome.type === "interrupt")
    throw new Stop("The person interrupted the question.", exitCodes.interrupted);
  return outcome.type === "choice" && outcome.id === "yes";
}

/** What is about to be lost may be that of another profile than the person has in mind. */
async function profileLine({ env }: Host): Promise<readonly string[]> {
  const [{ homeOf }, { profileToShow }] = await Promise.all([
    import("@hermes/config"),
    import("../profile/profile-to-show.ts"),
  ]);
  const profile = profileToShow(homeOf(env));
  return profile === undefined ? [] : [`Profile: ${profile}`];
}

const choices: readonly [yes: Choice, no: Choice] = [
  { id: "yes", label: "Yes", key: "y", words: ["yes"], typed: "[y]es" },
  { id: "no", label: "No", key: "n", words: ["no"], typed: "[n]o" },
];

export interface YesOrNo extends Question {
  readonly choices: typeof choices;
  readonly preset: "yes" | "no";
}

/** A question that is answered with yes or no; what Enter means is `preset`. */
export function yesOrNo(question: string, preset: YesOrNo["preset"] = "no"): YesOrNo {
  return { question, choices, preset, escape: "says no" };
}

/** A line as lines that fit, all with its own margin. */
function within(line: string, columns: number | undefined): readonly string[] {
  const text = line.trimStart();
  return paragraph(text, { columns, indent: line.length - text.length });
}
