import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { fileTooLarge } from "../../http/read-bounded.ts";
import { fetchFileMs, readFile } from "../../http/read-file.ts";
import type { FetchedFile } from "../platform.ts";
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
): Promise<FetchedFile> {
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
    AbortSignal.any([signal, sender.signal, AbortSignal.timeout(fetchFileMs)]),
  );
  return await readFile(
    response,
    maxBytes,
    (reason) =>
      new HermesError(`Telegram does not give the file (${reason}).`, {
        code: "PLATFORM_FILE_LOST",
        hint: "Ask for it again: links to files end after an hour.",
      }),
  );
}

/** A request that Telegram refused, as an error. */
export function refusal(what: string, answer: BotAnswer & { ok: false }): HermesError {
  return new HermesError(`Telegram did not ${what}: ${answer.description}.`, {
    code: /too big/i.test(answer.description) ? "PLATFORM_FILE_TOO_LARGE" : "PLATFORM_REFUSED",
  });
}
