import { discord, type Platform } from "../../src/index.ts";

export const platform: Platform = discord({ answerMs: 5_000, silentMs: 2_000, backOffMs: 20 }) as Platform;
