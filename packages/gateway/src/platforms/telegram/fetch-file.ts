import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { fileTooLarge, readBounded } from "../../http/read-bounded.ts";
import type { BotAnswer, BotApi } from "./bot-api.ts";

const fileSchema = z.object({ file_path: z.string().min(1), file_size: z.number().optional() });

/**
 * Fetches a file that came in.
 *
 * @throws {HermesError} `PLATFORM_FILE_TOO_LARGE`, `PLATFORM_FILE_LOST`, `PLATFORM_REFUSED`
 */
export async function fetchTelegramFile(
  sender: {
    readonly api: BotApi;
    readonly call: BotApi["call"];
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
  reference: string,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<{ readonly bytes: Uint8Array; readonly mimeType?: string | undefined }> {
  const { api, call, timeoutMs } = sender;
  const answer = await call("getFile", { file_id: reference }, { signal, timeoutMs });
  if (!answer.ok) throw refusal("give the file", answer);
  const found = fileSchema.safeParse(answer.result);
  if (!found.success)
    throw new HermesError("Telegram named no path for the file.", { code: "PLATFORM_FILE_LOST" });
  const { file_path: path, file_size: size } = found.data;
  if ((size ?? 0) > maxBytes) throw fileTooLarge(maxBytes);
  const response = await api.download(
    path,
    AbortSignal.any([signal, sender.signal, AbortSignal.timeout(120_000)]),
  );
  if (!response.ok || response.body === null)
    throw new HermesError(`Telegram does not give the file (HTTP ${response.status}).`, {
      code: "PLATFORM_FILE_LOST",
      hint: "Ask for it again: links to files end after an hour.",
    });
  const mimeType = response.headers.get("content-type")?.split(";")[0];
  return {
    bytes: await readBounded(response.body, maxBytes),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

/** A request that Telegram refused, as an error. */
export function refusal(what: string, answer: BotAnswer & { ok: false }): HermesError {
  return new HermesError(`Telegram did not ${what}: ${answer.description}.`, {
    code: /too big/i.test(answer.description) ? "PLATFORM_FILE_TOO_LARGE" : "PLATFORM_REFUSED",
  });
}
