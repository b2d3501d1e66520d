import { HermesError } from "@hermes/registry";
import { fileTooLarge, readBounded } from "../../http/read-bounded.ts";
import type { MatrixApi } from "./matrix-api.ts";

const downloadMs = 120_000;

/**
 * Fetches a file that came in, by its `mxc://` address.
 *
 * @throws {HermesError} `PLATFORM_FILE_TOO_LARGE`, `PLATFORM_FILE_LOST`
 */
export async function fetchMatrixFile(
  api: MatrixApi,
  reference: string,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<{ readonly bytes: Uint8Array; readonly mimeType?: string | undefined }> {
  const [, server, id] = /^mxc:\/\/(?!\.+\/)([^/?#\s]+)\/([\w-]+)$/.exec(reference) ?? [];
  if (server === undefined || id === undefined)
    throw new HermesError("The file has no address of Matrix.", { code: "PLATFORM_FILE_LOST" });
  const limited = AbortSignal.any([signal, AbortSignal.timeout(downloadMs)]);
  const path = `download/${encodeURIComponent(server)}/${id}`;
  let response = await api.download(`/_matrix/client/v1/media/${path}`, limited);
  if (response.status === 404) {
    // Homeservers before version 1.11 know the older address alone.
    await response.body?.cancel();
    response = await api.download(`/_matrix/media/v3/${path}`, limited);
  }
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new HermesError(`The homeserver does not give the file (HTTP ${response.status}).`, {
      code: "PLATFORM_FILE_LOST",
      hint: "Ask for it to be sent again.",
    });
  }
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body.cancel();
    throw fileTooLarge(maxBytes);
  }
  const mimeType = response.headers.get("content-type")?.split(";")[0];
  return {
    bytes: await readBounded(response.body, maxBytes),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}
