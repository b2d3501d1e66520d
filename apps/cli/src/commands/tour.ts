import { playTour } from "../chat/play-tour.ts";
import { exitCodes, type Host } from "../host.ts";
import { yesOrNo } from "../prompt/confirm.ts";
import { questionsOnTerminal } from "../prompt/questions-on-terminal.ts";

export interface TourOptions {
  /** Starts without a question. */
  readonly yes?: boolean | undefined;
  readonly keep?: boolean | undefined;
}

/** `hermes tour`: the agent at work without a model. */
export async function tour({ yes, keep }: TourOptions, host: Host): Promise<number> {
  if (yes || (await wantsTour(host))) return playTour(host, { keep });
  if (host.stdinIsTerminal) return exitCodes.ok;
  host.stderr.write("hermes: The tour needs a yes, and nobody is at the terminal. Run: hermes tour --yes\n");
  return exitCodes.failed;
}

/** Asks at the terminal; Enter means yes, for nothing outside of a scratch folder is touched. */
export async function wantsTour(host: Host): Promise<boolean> {
  if (!host.stdinIsTerminal) return false;
  const question = yesOrNo("Run the offline tour now?", "yes");
  const outcome = await questionsOnTerminal(host).put(question, { signal: host.stopped });
  return outcome.type === "choice" && outcome.id === "yes";
}
