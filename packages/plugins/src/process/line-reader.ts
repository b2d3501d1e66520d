/**
 * Splits bytes into lines. One that is too long is told once, and nothing after it is read.
 *
 * @returns Takes the next piece; tells of its lines before it returns.
 */
export function lineReader(options: {
  readonly maxBytes: number;
  line(text: string): void;
  tooLong(): void;
}): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  function add(piece: Buffer): void {
    bytes += piece.length;
    pieces.push(piece);
    if (bytes <= options.maxBytes) return;
    isOver = true;
    pieces = [];
    options.tooLong();
  }
  return (piece) => {
    let from = 0;
    for (let to = piece.indexOf(10); to >= 0 && !isOver; to = piece.indexOf(10, from)) {
      add(piece.subarray(from, to));
      const text = Buffer.concat(pieces).toString("utf8");
      [pieces, bytes] = [[], 0];
      from = to + 1;
      if (text.trim() !== "") options.line(text);
    }
    if (from < piece.length && !isOver) add(piece.subarray(from));
  };
}
