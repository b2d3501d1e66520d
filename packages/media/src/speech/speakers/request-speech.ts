import { callService } from "../call-service.ts";
import type { CallServiceOptions } from "../call-service.ts";

export interface RequestSpeechOptions extends Omit<CallServiceOptions, "maxBytes"> {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: object;
}

const maxAudioBytes = 50_000_000;

/** Asks a service for sound. @throws as `callService` */
export async function requestSpeech(
  url: string,
  { headers, body, name, fetch, timeoutMs, signal }: RequestSpeechOptions,
): Promise<Buffer> {
  const asked = { ...headers, "content-type": "application/json" };
  return await callService(
    url,
    { method: "POST", headers: asked, body: JSON.stringify(body) },
    { name, fetch, timeoutMs, signal, maxBytes: maxAudioBytes },
  );
}
