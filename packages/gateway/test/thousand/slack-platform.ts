import { slack } from "../../src/index.ts";
import { shortTimes } from "../platforms/slack/slack-place.ts";

/** For the process that is killed: with a silence that a busy machine does not make by itself. */
export const platform: ReturnType<typeof slack> = slack({ ...shortTimes, silentMs: 5_000, answerMs: 5_000 });
