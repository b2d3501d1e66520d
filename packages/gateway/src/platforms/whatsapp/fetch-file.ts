import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { fileTooLarge } from "../../http/read-bounded.ts";
import { fetchFileMs, isAddressOf, readFile } from "../../http/read-file.ts";
import type { FetchedFile } from "../platform.ts";
import type { GraphApi } from "./graph-api.ts";

const mediaSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  file_size: z.coerce.number().optional().catch(undefined),
});

/**
 * Fetches a file that came in: first its address, which holds for five minutes, then its bytes.
 *
 * @throws {HermesError} `PLATFORM_FILE_TOO_LARGE`, `PLATFORM_FILE_LOST`
 */
export async function fetchWhatsAppFile(
  options: { readonly api: GraphApi; readonly root: string; readonly timeoutMs: number },
  reference: string,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<FetchedFile> {
  const { api, root, timeoutMs } = options;
  const answer = await api.call(encodeURIComponent(reference), { signal, timeoutMs });
  if (!answer.ok) throw fileLost(answer.reason);
  const { data: found } = mediaSchema.safeParse(answer.result);
  if (found === undefined) throw fileLost("it names no address for it");
  // The token goes along.
  if (!isAddressOf(hosts, root, found.url)) throw fileLost("its address is none of Meta's");
  if ((found.file_size ?? 0) > maxBytes) throw fileTooLarge(maxBytes);
  const response = await api.download(found.url, AbortSignal.any([signal, AbortSignal.timeout(fetchFileMs)]));
  return await readFile(response, maxBytes, fileLost);
}

const hosts = /(?:^|\.)(?:facebook\.com|fbsbx\.com|fbcdn\.net|whatsapp\.(?:net|com))$/;

function fileLost(reason: string): HermesError {
  return new HermesError(`WhatsApp does not give the file: ${reason}.`, {
    code: "PLATFORM_FILE_LOST",
    hint: "Ask for it to be sent again: WhatsApp keeps files for 30 days.",
  });
}
