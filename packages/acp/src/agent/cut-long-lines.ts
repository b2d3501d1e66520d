const newline = 0x0a;

/** The SDK gives a connection up at 32 MiB. */
const longest = 32 * 1024 * 1024 - 1;

/**
 * Leaves the rest of lines out that are too long: they are then no JSON any more, and the editor is told so.
 *
 * @returns What is left of each chunk of a stream.
 */
export function cutLongLines(longestBytes: number = longest): (chunk: Uint8Array) => readonly Uint8Array[] {
  let length = 0;
  return (chunk) => {
    const pieces: Uint8Array[] = [];
    for (let start = 0; start < chunk.length;) {
      const at = chunk.indexOf(newline, start);
      const isEnded = at !== -1;
      const end = isEnded ? at : chunk.length;
      const kept = Math.min(end - start, longestBytes - length);
      if (kept > 0) pieces.push(chunk.subarray(start, start + kept));
      if (isEnded) pieces.push(chunk.subarray(end, end + 1));
      length = isEnded ? 0 : length + kept;
      start = end + 1;
    }
    return pieces;
  };
}
