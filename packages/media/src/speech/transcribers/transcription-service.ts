import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { z } from "zod";
import { parseJson } from "../../parse-json.ts";
import { callService } from "../call-service.ts";
import type { TranscriptionMaker } from "./transcription-maker.ts";

export interface TranscriptionServiceOptions {
  /** For messages. */
  readonly name: string;
  readonly base: string;
  readonly model: string;
  /** Empty: none. */
  readonly keyOf: (env: Environment) => string;
}

const answer = z.object({ text: z.string() });
const maxAnswerBytes = 1_000_000;

/** A service of the shape of OpenAI's. @see https://platform.openai.com/docs/api-reference/audio/createTranscription */
export function transcriptionService(service: TranscriptionServiceOptions): TranscriptionMaker {
  const { name, keyOf } = service;
  return {
    isThere: ({ env }) => keyOf(env) !== "",
    async make(path, { env, model = service.model, baseUrl = service.base, fetch, timeoutMs, signal }) {
      const form = new FormData();
      form.set("model", model);
      form.set("response_format", "json");
      form.set("file", new Blob([await readFile(path)]), nameOf(path));
      const body = await callService(
        `${baseUrl}/audio/transcriptions`,
        { method: "POST", headers: { authorization: `Bearer ${keyOf(env)}` }, body: form },
        { name, fetch, timeoutMs, signal, maxBytes: maxAnswerBytes },
      );
      const parsed = answer.safeParse(parseJson(body.toString("utf8")));
      if (parsed.success) return parsed.data.text;
      throw new HermesError(`${name} answered something that is no transcript.`, {
        code: "SPEECH_SERVICE_FAILED",
        hint: "Check stt.base_url: it must be an address of the kind of OpenAI's, such as https://api.openai.com/v1.",
      });
    },
  };
}

/** Services tell the kind by the ending, and know none of Opus files of chats. */
function nameOf(path: string): string {
  return basename(path).replace(/\.(?:oga|opus)$/i, ".ogg");
}
