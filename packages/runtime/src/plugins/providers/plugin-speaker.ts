import type { SpeechMaker } from "@hermes/media/speech";
import { z } from "zod";
import type { UsedPlugin } from "../workspace-plugins.ts";
import { wrongAnswer } from "../wrong-answer.ts";

/** No voice message is larger. */
const maxBytes = 10_000_000;

const audio = z.object({
  bytes: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength > 0 && byteLength <= maxBytes, {
    error: `there are no bytes, or more than ${maxBytes}`,
  }),
  extension: z.enum(["wav", "mp3", "ogg"]),
});

/** A voice of a plug-in. A text that it sends elsewhere may cost money: a person is asked, as for a service. */
export function pluginSpeaker(used: UsedPlugin, name: string): SpeechMaker {
  const { maxChars = 4_000 } = used.description.speakers[name] ?? {};
  return {
    asksService: used.manifest.may.hosts.length > 0,
    missing: () => used.running.off,
    maxChars: () => maxChars,
    async make(text, { voice, signal, timeoutMs }) {
      const made = await used.running.call(
        ["speakers", name, "speak"],
        { text, voice },
        { signal, timeoutMs },
      );
      const { data, error } = audio.safeParse(made);
      if (data === undefined) throw wrongAnswer(used.manifest.name, `the voice "${name}"`, error);
      return { bytes: Buffer.from(data.bytes), extension: data.extension };
    },
  };
}
