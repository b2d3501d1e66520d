/** Texts from this length on travel beside the JSON, as they are: JSON would escape and scan every character of them. */
const blobChars = 16_384;
const maxDepth = 4;

/**
 * One answer as it goes over the socket: a line of JSON, then the bytes of its large texts. Each of them stands in the
 * JSON as an empty text, and `blobs` says where: `[path, bytes]`.
 *
 * @param encodeText Gives the UTF-8 of a text. Not called when this throws.
 * @throws {TypeError} when JSON can't express the value.
 */
export function encodeAnswer(
  id: number,
  value: unknown,
  encodeText: (text: string) => Buffer,
): readonly (string | Buffer)[] {
  const texts: { readonly path: readonly (string | number)[]; readonly text: string }[] = [];
  const lifted = liftTexts(value, [], (path, text) => texts.push({ path, text }));
  const json: string | undefined = JSON.stringify(lifted);
  if (json === undefined) throw new TypeError(`a ${typeof value} has no JSON form`);
  if (texts.length === 0) return [`{"id":${id},"result":${json}}\n`];
  const blobs = texts.map(({ path, text }) => ({ path, bytes: encodeText(text) }));
  const places = JSON.stringify(blobs.map(({ path, bytes }) => [path, bytes.length]));
  return [`{"id":${id},"blobs":${places},"result":${json}}\n`, ...blobs.map(({ bytes }) => bytes)];
}

/** A failure of a tool, which is raised in the code. */
export function encodeFailure(id: number, error: string): string {
  return `${JSON.stringify({ id, error })}\n`;
}

/** The same value with its large texts taken out; a copy only where there are any. */
function liftTexts(
  value: unknown,
  path: readonly (string | number)[],
  lift: (path: readonly (string | number)[], text: string) => void,
): unknown {
  if (typeof value === "string" && value.length >= blobChars) {
    lift(path, value);
    return "";
  }
  if (typeof value !== "object" || value === null || path.length >= maxDepth) return value;
  if (Array.isArray(value)) {
    // Lists of many small things are the common case and hold no large text.
    if (value.length > 100) return value;
    return value.map((item: unknown, index) => liftTexts(item, [...path, index], lift));
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  if (!entries.some(([, item]) => mayHoldText(item))) return value;
  return Object.fromEntries(entries.map(([key, item]) => [key, liftTexts(item, [...path, key], lift)]));
}

function mayHoldText(item: unknown): boolean {
  return typeof item === "string" ? item.length >= blobChars : typeof item === "object" && item !== null;
}

/** An object that JSON writes by its own keys. */
function isPlain(value: object): boolean {
  return !("toJSON" in value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
