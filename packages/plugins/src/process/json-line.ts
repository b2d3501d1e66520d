/** A value as a line of JSON. Bytes are `{ "$bytes": "<base64>" }`. @throws where it has a cycle, or a number that JSON has not */
export function toLine(value: unknown): string {
  return JSON.stringify(value, withBytes);
}

/** What a line says. @throws where it is no JSON */
export function fromLine(line: string): unknown {
  return JSON.parse(line, toBytes);
}

// A `Buffer` gives numbers before a replacer sees it, so that it is looked up in what holds it.
function withBytes(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const own = this[key];
  return own instanceof Uint8Array
    ? { $bytes: Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString("base64") }
    : value;
}

function toBytes(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$bytes" in value)) return value;
  const isAlone = typeof value.$bytes === "string" && Object.keys(value).length === 1;
  return isAlone ? new Uint8Array(Buffer.from(String(value.$bytes), "base64")) : value;
}
