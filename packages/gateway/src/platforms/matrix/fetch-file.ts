import { HermesError } from "@hermes/registry";
import { fetchFileMs, readFile } from "../../http/read-file.ts";
import type { FetchedFile } from "../platform.ts";
import type { MatrixApi } from "./matrix-api.ts";

/**
 * Fetches a file that came in, by its `mxc://` address.
 *
 * @throws {HermesError} `PLATFORM_FILE_TOO_LARGE`, `PLATFORM_FILE_LOST`
 */
export async function fetchMatrixFile(
  api: MatrixApi,
  reference: string,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<FetchedFile> {
  const [, server, id] = /^mxc:\/\/(?!\.+\/)([^/?#\s]+)\/([\w-]+)$/.exec(reference) ?? [];
  if (server === undefined || id === undefined)
    throw new HermesError("The file has no address of Matrix.", { code: "PLATFORM_FILE_LOST" });
  const limited = AbortSignal.any([signal, AbortSignal.timeout(fetchFileMs)]);
  const path = `download/${encodeURIComponent(server)}/${id}`;
  let response = await api.download(`/_matrix/client/v1/media/${path}`, limited);
  if (response.status === 404) {
    // Homeservers before version 1.11 know the older address alone.
    await response.body?.cancel();
    response = await api.download(`/_matrix/media/v3/${path}`, limited);
  }
  return await readFile(
    response,
    maxBytes,
    (reason) =>
      new HermesError(`The homeserver does not give the file (${reason}).`, {
        code: "PLATFORM_FILE_LOST",
        hint: "Ask for it to be sent again.",
      }),
  );
}
