import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { HermesError } from "@hermes/registry";

const maxBytes = 25_000_000;
const extensions = "mp3 mp4 mpeg mpga m4a wav webm ogg oga opus aac flac".split(" ");

/** @throws {HermesError} `SPEECH_BAD_RECORDING` where a file is too large, or of a kind that nobody transcribes. */
export async function checkRecording(path: string): Promise<void> {
  const extension = extname(path).slice(1).toLowerCase();
  const problem = (message: string, hint: string): HermesError =>
    new HermesError(message, { code: "SPEECH_BAD_RECORDING", hint });
  if (!extensions.includes(extension))
    throw problem(
      `A recording of the kind "${extension}" is not transcribed.`,
      `Use ${extensions.join(", ")}.`,
    );
  const { size } = await stat(path);
  if (size > maxBytes)
    throw problem(
      `The recording has ${size} bytes; at most ${maxBytes} are transcribed.`,
      "Send a shorter one.",
    );
}
