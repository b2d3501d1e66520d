import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inTemporaryFolder } from "./in-temporary-folder.ts";
import { runProgram } from "./run-program.ts";
import type { RunProgramOptions } from "./run-program.ts";
import type { Audio } from "./speakers/speech-maker.ts";

/** Ogg with Opus, by ffmpeg. @throws as `runProgram` */
export async function toVoiceMessage(
  { bytes, extension }: Audio,
  options: Omit<RunProgramOptions, "stdin">,
): Promise<Audio> {
  return await inTemporaryFolder(async (folder) => {
    const [from, to] = [join(folder, `speech.${extension}`), join(folder, "speech.ogg")];
    await writeFile(from, bytes);
    const codec = ["-c:a", "libopus", "-b:a", "32k", "-f", "ogg"];
    await runProgram(["ffmpeg", "-nostdin", "-v", "error", "-i", from, ...codec, to], options);
    return { bytes: await readFile(to), extension: "ogg" };
  });
}
