import { runProgram } from "../run-program.ts";
import type { TranscriptionMaker } from "./transcription-maker.ts";

/** A program of one's own, run without a shell, which writes the words on its output. */
export const command: TranscriptionMaker = {
  isThere: (options) => options.command.length > 0,
  make: async (path, { env, timeoutMs, signal, ...options }) =>
    await runProgram(
      options.command.map((part) => part.replaceAll("{input}", () => path)),
      { env, timeoutMs, signal },
    ),
};
