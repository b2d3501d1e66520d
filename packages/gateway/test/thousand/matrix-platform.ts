import { matrix, type Platform } from "../../src/index.ts";

export const platform: Platform = matrix({
  ...{ syncMs: 400, graceMs: 5_000, answerMs: 5_000, backOffMs: 20 },
}) as Platform;
