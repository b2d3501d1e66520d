import { findOnPath } from "@hermes/registry/programs";
import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { inTemporaryFolder } from "../in-temporary-folder.ts";
import { runProgram } from "../run-program.ts";
import type { TranscriptionMaker } from "./transcription-maker.ts";

/** The program of openai-whisper, which writes a text file beside others. @see https://github.com/openai/whisper */
export const whisper: TranscriptionMaker = {
  isThere: ({ env }) => findOnPath("whisper", env) !== undefined,
  make: async (path, { model = "base", env, timeoutMs, signal }) =>
    await inTemporaryFolder(async (folder) => {
      const output = ["--output_format", "txt", "--output_dir", folder];
      await runProgram(["whisper", "--model", model, ...output, "--", path], { env, timeoutMs, signal });
      return await readFile(join(folder, `${basename(path, extname(path))}.txt`), "utf8");
    }),
};
