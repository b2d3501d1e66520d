import type { IncomingMessage } from "node:http";

/** The body of a request; undefined where it is longer than `maxBytes`, and then the rest is not read. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // A stream without an encoding gives buffers.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
