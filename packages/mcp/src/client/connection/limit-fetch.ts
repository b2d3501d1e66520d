import { HermesError } from "@hermes/registry";

type Fetch = typeof globalThis.fetch;

/** A fetch whose answers end in an error where one message of them is larger than `maxBytes`. */
export function limitFetch(fetch: Fetch, maxBytes: number): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const stream = (response.headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
    const limited = response.body.pipeThrough(stream ? limitEvents(maxBytes) : limitBytes(maxBytes));
    return Object.defineProperty(
      new Response(limited, {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers,
      }),
      "url",
      { value: response.url },
    );
  };
}

function limitBytes(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.length;
      if (bytes > maxBytes) controller.error(tooLarge(maxBytes));
      else controller.enqueue(piece);
    },
  });
}

/** An event ends with an empty line; the stream itself may be of any length. */
function limitEvents(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  let lineIsEmpty = true;
  return new TransformStream({
    transform(piece, controller) {
      for (const byte of piece) {
        bytes += 1;
        if (byte === 10) {
          if (lineIsEmpty) bytes = 0;
          lineIsEmpty = true;
        } else if (byte !== 13) lineIsEmpty = false;
        if (bytes > maxBytes) break;
      }
      if (bytes > maxBytes) controller.error(tooLarge(maxBytes));
      else controller.enqueue(piece);
    },
  });
}

function tooLarge(maxBytes: number): HermesError {
  return new HermesError(`The answer is larger than ${(maxBytes / 1e6).toFixed(1)} MB.`, { code: "MCP_BAD_ANSWER" });
}
