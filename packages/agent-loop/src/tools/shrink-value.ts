/** Of what is kept of a text or a list, the share that comes from its start. Failures are told at the end. */
const headShare = 0.4;
/** Room for the note on what is left out. */
const noteChars = 80;
/** Deeper down, a value is cut as the text that it is written as. */
const maxDepth = 20;

/**
 * A value of the same form whose JSON has at most `room` characters: long texts lose their middle, long lists the
 * entries there, and a note says how much. Short fields stay as they are.
 *
 * @param room Characters of JSON; below about 100 only the note is left.
 */
export function shrinkValue(value: unknown, room: number): unknown {
  const shrunk = shrink(value, room, 0);
  // Names of fields are never cut: where they are the bulk, the text of all is.
  return sizeOf(shrunk) <= room ? shrunk : cutText(JSON.stringify(value), room);
}

function shrink(value: unknown, room: number, depth: number): unknown {
  if (sizeOf(value) <= room) return value;
  if (typeof value === "string") return cutText(value, room);
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) return cutText(JSON.stringify(value), room);
  if (Array.isArray(value)) return shrinkList(value, room, depth);
  return shrinkFields(value, room, depth);
}

function shrinkList(items: readonly unknown[], room: number, depth: number): unknown[] {
  const left = room - noteChars;
  const sizes = items.map((item) => sizeOf(item) + 1);
  // Few whole entries tell more than many pieces.
  const most = Math.max(evenShare(sizes, left), Math.floor(room / 4));
  const small = items.map((item) => shrink(item, most - 1, depth + 1));
  const { head, tail } = endsWithin(small, left);
  if (head + tail >= small.length) return small;
  const note = `[… ${small.length - head - tail} of ${small.length} entries left out …]`;
  return [...small.slice(0, head), note, ...small.slice(small.length - tail)];
}

function shrinkFields(fields: object, room: number, depth: number): object {
  const entries = Object.entries(fields).map(([key, value]) => ({ key, value, keySize: sizeOf(key) + 2 }));
  const left = room - noteChars;
  const most = evenShare(
    entries.map(({ value, keySize }) => sizeOf(value) + keySize),
    left,
  );
  const small = entries.map(
    ({ key, value, keySize }) =>
      [key, shrink(value, Math.max(noteChars, most - keySize), depth + 1)] as const,
  );
  const { head, tail } = endsWithin(small, left);
  if (head + tail >= small.length) return Object.fromEntries(small);
  const note = `${small.length - head - tail} of ${small.length} fields left out`;
  return Object.fromEntries([...small.slice(0, head), ["…", note], ...small.slice(small.length - tail)]);
}

/** How many entries from the start and from the end have room together. */
function endsWithin(
  entries: readonly unknown[],
  room: number,
): { readonly head: number; readonly tail: number } {
  const sizes = entries.map((entry) => sizeOf(entry) + 1);
  if (sizes.reduce((sum, size) => sum + size, 0) <= room) return { head: entries.length, tail: 0 };
  let used = 0;
  let head = 0;
  for (; used + (sizes[head] ?? 0) <= room * headShare; head++) used += sizes[head] ?? 0;
  let tail = 0;
  for (; used + (sizes.at(-1 - tail) ?? 0) <= room; tail++) used += sizes.at(-1 - tail) ?? 0;
  return { head, tail };
}

/** The largest size such that all, cut to it, have room together. */
function evenShare(sizes: readonly number[], room: number): number {
  let left = room;
  const ascending = sizes.toSorted((one, other) => one - other);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return room;
}

/** The start and the end of a text, each of whole lines where its line ends are near. */
function cutText(text: string, room: number): string {
  const left = Math.max(0, room - noteChars);
  const head = headWithin(text, Math.floor(left * headShare));
  const tail = tailWithin(text.slice(head.length), left - sizeOf(head) + 2);
  const middle = text.slice(head.length, text.length - tail.length);
  const lines = middle.split("\n").length - (middle.endsWith("\n") ? 1 : 0);
  const note = `[… ${middle.length} characters${lines > 1 ? ` in ${lines} lines` : ""} left out …]`;
  return `${head}${note}${middle.endsWith("\n") && tail !== "" ? "\n" : ""}${tail}`;
}

function headWithin(text: string, room: number): string {
  const head = text.slice(
    0,
    longest(Math.min(text.length, room), (length) => sizeOf(text.slice(0, length)) - 2 <= room),
  );
  const lineEnd = head.lastIndexOf("\n") + 1;
  if (lineEnd > head.length / 2) return head.slice(0, lineEnd);
  return /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head;
}

function tailWithin(text: string, room: number): string {
  const length = longest(
    Math.min(text.length, room),
    (each) => sizeOf(text.slice(text.length - each)) - 2 <= room,
  );
  const tail = text.slice(text.length - length);
  const lineStart = tail.indexOf("\n") + 1;
  if (lineStart > 0 && lineStart < tail.length / 2) return tail.slice(lineStart);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}

/** The largest count from 0 to `most` that fits; what fits is found by halving. */
function longest(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Characters as JSON. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
