import type { Platform } from "../../src/index.ts";
import { signal } from "../../src/platforms/signal/signal.ts";

export const platform: Platform = signal({
  ...{ answerMs: 5_000, silenceMs: 5_000, openMs: 1_000, backOffMs: 20 },
}) as Platform;
