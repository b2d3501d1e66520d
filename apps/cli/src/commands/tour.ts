import { playTour } from "../chat/play-tour.ts";
import type { Host } from "../host.ts";
import { yesOrNo } from "../prompt/confirm.ts";
import { questionsOnTerminal } from "../prompt/questions-on-terminal.ts";

export interface TourOptions {
  readonly keep?: boolean | undefined;
}

/** `hermes tour`: the agent at work without a model, at once: nothing outside of a scratch folder is touched. */
export async function tour({ keep }: TourOptions, host: Host): Promise<number> {
  return await playTour(host, { keep });
}

/** Asks at the terminal; Enter means yes, for nothing outside of a scratch folder is touched. */
export async function wantsTour(host: Host): Promise<boolean> {
  if (!host.stdinIsTerminal) return false;
  const question = yesOrNo("Run the offline tour now?", "yes");
  const outcome = await questionsOnTerminal(host).put(question, { signal: host.stopped });
  return outcome.type === "choice" && outcome.id === "yes";
}
