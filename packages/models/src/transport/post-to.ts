import { webSource } from "./byte-source.ts";
import { httpPost } from "./http-post.ts";
import type { Fetch, Post, PostTarget } from "./post.ts";

/**
 * The way to an address: through `fetch` where one is given, else over `node:http`, else through the `fetch` of the browser or
 * the edge.
 */
export function postTo(target: PostTarget, fetch?: Fetch): Post {
  if (fetch !== undefined) return fetchPost(fetch, target);
  return httpPost(target) ?? fetchPost((url, init) => globalThis.fetch(url, init), target);
}

function fetchPost(fetch: Fetch, { url, headers, sign }: PostTarget): Post {
  return async ({ body, signal }) => {
    // A view of plain memory, as `RequestInit` wants it: the encoder never uses shared memory.
    const bytes = body as Uint8Array<ArrayBuffer>;
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, ...(await sign?.(body)) },
      body: bytes,
      signal,
      redirect: "manual",
    }).catch(withReason);
    return {
      status: response.status,
      headers: () => response.headers,
      get source() {
        return webSource(response.body ?? emptyStream());
      },
      text: () => response.text(),
    };
  };
}

/** A browser tells nothing of a connection that failed but a few words in an error that looks like a fault of the program. */
function withReason(error: unknown): never {
  const isBare = error instanceof Error && /^(?:failed to fetch|load failed)/i.test(error.message);
  throw isBare
    ? new Error("The connection failed, or the page may not call this address.", { cause: error })
    : error;
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
