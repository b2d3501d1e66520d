/** A line that was longer than allowed: what it began and ended with. */
export interface LongLine {
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
}

const keptBytes = 512;

/**
 * Splits a stream of bytes into lines. Of a line that is longer than `maxBytes` only the ends are kept.
 *
 * @returns Takes the next piece; tells of its lines before it returns.
 */
export function splitLines(options: {
  readonly maxBytes: number;
  line(text: string): void;
  tooLong(line: LongLine): void;
}): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let long: { head: string; tail: Buffer } | undefined;
  function add(piece: Buffer): void {
    bytes += piece.length;
    if (long === undefined) pieces.push(piece);
    else long.tail = Buffer.concat([long.tail, piece.subarray(-keptBytes)]).subarray(-keptBytes);
    if (long !== undefined || bytes <= options.maxBytes) return;
    const all = Buffer.concat(pieces);
    // Copies, because a view would keep all of it.
    long = { head: all.subarray(0, keptBytes).toString("utf8"), tail: Buffer.from(all.subarray(-keptBytes)) };
    pieces = [];
  }
  function finish(): void {
    const text = long === undefined ? Buffer.concat(pieces).toString("utf8") : "";
    const ended =
      long === undefined ? undefined : { bytes, head: long.head, tail: long.tail.toString("utf8") };
    [pieces, bytes, long] = [[], 0, undefined];
    if (ended !== undefined) options.tooLong(ended);
    else if (text.trim() !== "") options.line(text);
  }
  return (piece) => {
    let from = 0;
    for (let to = piece.indexOf(10); to >= 0; to = piece.indexOf(10, from)) {
      add(piece.subarray(from, to));
      finish();
      from = to + 1;
    }
    if (from < piece.length) add(piece.subarray(from));
  };
}
