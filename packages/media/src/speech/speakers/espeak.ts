import { findOnPath } from "@hermes/registry/programs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inTemporaryFolder } from "../in-temporary-folder.ts";
import { runProgram } from "../run-program.ts";
import { voiceOfText } from "../voice-of-text.ts";
import type { SpeechMaker } from "./speech-maker.ts";

/** The program espeak-ng: no key, no network. */
export const espeak: SpeechMaker = {
  missing: (env) => (findOnPath("espeak-ng", env) === undefined ? "espeak-ng is not installed." : undefined),
  maxChars: () => 20_000,
  make: async (text, { env, voice, timeoutMs, signal }) =>
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, "speech.wav");
      // On its input, so that a text that begins with "-" is no option.
      const argv = ["espeak-ng", "-b", "1", "-v", voice ?? voiceOfText(text), "-w", path, "--stdin"];
      await runProgram(argv, { stdin: text, env, timeoutMs, signal });
      return { bytes: await readFile(path), extension: "wav" };
    }),
};
