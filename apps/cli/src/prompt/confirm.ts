import { HermesError } from "@hermes/registry/errors";
import { exitCodes, Stop, type Host } from "../host.ts";
import { paragraph } from "../render/paragraph.ts";
import { Screen } from "../render/screen.ts";
import { coloured, createStyle } from "../render/style.ts";
import { askOnTerminal } from "./ask-on-terminal.ts";

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
  const ask = askOnTerminal(host, new Screen({ ...host, style: createStyle(coloured(host.stderr)) }));
  const lines = intro.flatMap((line) => within(line, host.stderr.columns));
  const answer = await ask({ intro: lines, prompt: `${question} [y/N] `, plain: true, signal: host.stopped });
  if (answer.type === "interrupt")
    throw new Stop("The person interrupted the question.", exitCodes.interrupted);
  return answer.type === "line" && /^y(es)?$/i.test(answer.text.trim());
}

/** A line as lines that fit, all with its own margin. */
function within(line: string, columns: number | undefined): readonly string[] {
  const text = line.trimStart();
  return paragraph(text, { columns, indent: line.length - text.length });
}
