import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { TranscriptionMaker } from "@hermes/media/speech";
import { z } from "zod";
import type { UsedPlugin } from "../workspace-plugins.ts";
import { wrongAnswer } from "../wrong-answer.ts";

const words = z.string();

/** What writes down recordings by a plug-in: it is given the bytes, since its process sees no files of the person. */
export function pluginTranscriber(used: UsedPlugin, name: string): TranscriptionMaker {
  return {
    isThere: () => used.running.off === undefined,
    async make(path, { signal, timeoutMs }) {
      const bytes = await readFile(path, { signal });
      const recording = { bytes: new Uint8Array(bytes), extension: extname(path).slice(1).toLowerCase() };
      const answer = await used.running.call(["transcribers", name, "transcribe"], recording, {
        ...{ signal, timeoutMs },
      });
      const { data, error } = words.safeParse(answer);
      if (data === undefined) throw wrongAnswer(used.manifest.name, `the transcriber "${name}"`, error);
      return data;
    },
  };
}
