import type { HermesError } from "@hermes/registry";
import type { FetchedFile } from "../platforms/platform.ts";
import { fileTooLarge, readBounded } from "./read-bounded.ts";

/** How long fetching a file may take, in milliseconds. */
export const fetchFileMs = 120_000;

/**
 * The file that an answer holds.
 *
 * @param lost Why there is none, as an error.
 * @throws {HermesError} `PLATFORM_FILE_TOO_LARGE`, and what `lost` gives.
 */
export async function readFile(
  response: Response,
  maxBytes: number,
  lost: (reason: string) => HermesError,
): Promise<FetchedFile> {
  const { ok, status, body, headers } = response;
  const isTooLarge = Number(headers.get("content-length") ?? 0) > maxBytes;
  if (!ok || body === null || isTooLarge) {
    await body?.cancel();
    throw ok && isTooLarge ? fileTooLarge(maxBytes) : lost(`HTTP ${status}`);
  }
  return { bytes: await readBounded(body, maxBytes) };
}

/** Whether an address is of a platform: on the host of its root in the settings or, encrypted, on one of its own. */
export function isAddressOf(hosts: RegExp, root: string, address: string): boolean {
  const [url, own] = [URL.parse(address), new URL(root)];
  if (url === null) return false;
  const isOwn = url.protocol === own.protocol && url.hostname === own.hostname;
  return isOwn || (url.protocol === "https:" && hosts.test(url.hostname));
}
