/** What a run sends: first its token, then calls. */
export type Request =
  | { readonly type: "hello"; readonly token: string }
  | {
      readonly type: "call";
      readonly id: number;
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
    };

/** Longest line that is read; nobody sends that much as arguments. */
const maxLineBytes = 64 * 1024 * 1024;

/** Takes a stream of bytes apart into lines of JSON. Code on the other side may send anything. */
export class RequestReader {
  #parts: Buffer[] = [];
  #bytes = 0;

  /** @returns the requests that are whole now; `undefined` in place of a line that is none. */
  read(chunk: Buffer): readonly (Request | undefined)[] {
    const requests: (Request | undefined)[] = [];
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = chunk.subarray(from, end);
      requests.push(parseRequest(this.#parts.length === 0 ? line : Buffer.concat([...this.#parts, line])));
      this.#parts = [];
      this.#bytes = 0;
      from = end + 1;
    }
    if (from < chunk.length) {
      this.#parts.push(from === 0 ? chunk : chunk.subarray(from));
      this.#bytes += chunk.length - from;
      if (this.#bytes > maxLineBytes) requests.push(undefined);
    }
    return requests;
  }
}

function parseRequest(line: Buffer): Request | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line.toString());
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if ("token" in value)
    return typeof value.token === "string" ? { type: "hello", token: value.token } : undefined;
  if (!("id" in value && "tool" in value && "args" in value)) return undefined;
  const { id, tool, args } = value;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || typeof tool !== "string") return undefined;
  if (typeof args !== "object" || args === null || Array.isArray(args)) return undefined;
  // An object from JSON has no keys but texts.
  return { type: "call", id, tool, args: args as Readonly<Record<string, unknown>> };
}
