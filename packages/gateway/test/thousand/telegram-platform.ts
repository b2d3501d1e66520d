import { type Platform, telegram } from "../../src/index.ts";

export const platform: Platform = telegram({
  ...{ pollMs: 1_000, graceMs: 5_000, answerMs: 5_000, backOffMs: 20, conflictMs: 20 },
}) as Platform;
