import { playTour } from "../chat/play-tour.ts";
import type { Host } from "../host.ts";

export interface TourOptions {
  readonly keep?: boolean | undefined;
}

/** `hermes tour`: the agent at work without a model, at once: nothing outside of a scratch folder is touched. */
export async function tour({ keep }: TourOptions, host: Host): Promise<number> {
  return await playTour(host, { keep });
}
