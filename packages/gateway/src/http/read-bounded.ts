import { HermesError } from "@hermes/registry";

/**
 * The bytes of an answer, as far as they may go.
 *
 * @throws {HermesError} `PLATFORM_FILE_TOO_LARGE`
 */
export async function readBounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > maxBytes) throw fileTooLarge(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export function fileTooLarge(maxBytes: number): HermesError {
  return new HermesError(`The file is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`, {
    code: "PLATFORM_FILE_TOO_LARGE",
    hint: "Send a smaller one, or a link to it.",
  });
}
