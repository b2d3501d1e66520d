import { HermesError } from "@hermes/registry";

type Fetch = typeof globalThis.fetch;

/** A fetch whose answers end in an error where one message of them is larger than `maxBytes`; `onTooLarge` is called before. */
export function limitFetch(fetch: Fetch, maxBytes: number, onTooLarge: () => void): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const stream = (response.headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
    const limited = response.body.pipeThrough(
      limit(stream ? countEvents() : countBytes(), maxBytes, onTooLarge),
    );
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

function limit(
  count: (piece: Uint8Array) => number,
  maxBytes: number,
  onTooLarge: () => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(piece, controller) {
      if (count(piece) <= maxBytes) return controller.enqueue(piece);
      onTooLarge();
      controller.error(tooLarge(maxBytes));
    },
  });
}

function countBytes(): (piece: Uint8Array) => number {
  let bytes = 0;
  return (piece) => (bytes += piece.length);
}

/** The largest event that a piece is part of. An event ends with an empty line; the stream itself may be of any length. */
function countEvents(): (piece: Uint8Array) => number {
  let bytes = 0;
  let lineIsEmpty = true;
  return (piece) => {
    let largest = 0;
    for (const byte of piece) {
      bytes += 1;
      if (byte === 10 && lineIsEmpty) bytes = 0;
      if (byte === 10) lineIsEmpty = true;
      else if (byte !== 13) lineIsEmpty = false;
      if (bytes > largest) largest = bytes;
    }
    return largest;
  };
}

function tooLarge(maxBytes: number): HermesError {
  return new HermesError(`The answer is larger than ${(maxBytes / 1e6).toFixed(1)} MB.`, {
    code: "MCP_BAD_ANSWER",
  });
}
