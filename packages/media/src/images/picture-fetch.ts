import { HermesError } from "@hermes/registry";
import { readBody } from "../read-body.ts";

/** One request to a service; connects only where it may. `createGuardedFetch` of `@hermes/permissions` is one. */
export type PictureFetch = (
  url: string,
  request?: {
    readonly method?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly maxRedirects?: number | undefined;
  },
) => Promise<Response>;

/** Reads a body of at most so many bytes. @throws {HermesError} `IMAGE_TOO_LARGE` */
export async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array> {
  const body = await readBody(response, maxBytes);
  if (body !== undefined) return body;
  throw new HermesError(`The answer is larger than ${maxBytes / 1_000_000} MB.`, { code: "IMAGE_TOO_LARGE" });
}
