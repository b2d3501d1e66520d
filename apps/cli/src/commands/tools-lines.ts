/** A line of a stream, or that there was one which is longer than what is kept. */
export type BoundedLine = { readonly text: string } | { readonly tooLong: true };

const newline = 0x0a;

/** The lines of a stream of UTF-8 without their ends. Of a line that is too long no more than `maxBytes` is ever held. */
export async function* boundedLines(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<BoundedLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    size += part.byteLength;
    if (size > maxBytes) parts = [];
    else if (part.byteLength > 0) parts.push(part);
  };
  const take = (): BoundedLine => {
    const line: BoundedLine =
      size > maxBytes ? { tooLong: true } : { text: Buffer.concat(parts).toString().replace(/\r$/, "") };
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}
