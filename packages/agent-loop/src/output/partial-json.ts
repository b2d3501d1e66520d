interface OpenContainer {
  /** Undefined: a list. */
  readonly keys: string[] | undefined;
  readonly values: unknown[];
  /** The name that waits for its value. */
  key: string | undefined;
}

/** So many characters for each entry of what is open come before it is copied again: all copies together stay linear. */
const charsPerEntry = 1 / 8;

/** A value that has grown by less is not shown again: what readers are sent stays linear, too. */
const leastGrowth = 1 / 64;

/** Deeper ones are not shown before they are whole. */
const maxLevels = 100;

/**
 * Reads JSON as it comes, and gives the value as far as it has come: texts grow, lists and objects get entries, numbers and words are
 * there once they are whole. What it has given does not change any more.
 */
export class PartialJson {
  readonly #open: OpenContainer[] = [];
  #root: unknown;
  /** A string under way. */
  #text: string | undefined;
  #escape = "";
  #word = "";
  #isBroken = false;
  /** Entries of all that is open. */
  #entries = 0;
  #fresh = 0;
  #chars = 0;

  /** @returns The value so far, in a field; undefined where there is nothing new, or too little of it. */
  push(text: string): { readonly value: unknown } | undefined {
    let at = 0;
    while (at < text.length && !this.#isBroken) {
      if (this.#escape !== "") at = this.#readEscape(text, at);
      else if (this.#text === undefined) at = this.#readToken(text, at);
      else at = this.#readString(text, at);
    }
    this.#fresh += text.length;
    this.#chars += text.length;
    const enough = Math.max(this.#entries * charsPerEntry, this.#chars * leastGrowth);
    return this.#fresh < enough ? undefined : this.#snapshot();
  }

  /** What `push` has held back. */
  flush(): { readonly value: unknown } | undefined {
    return this.#snapshot();
  }

  #snapshot(): { readonly value: unknown } | undefined {
    if (this.#fresh === 0 || this.#isBroken) return undefined;
    this.#fresh = 0;
    const top = this.#open.at(-1);
    const isValue = this.#text !== undefined && (top?.keys === undefined || top.key !== undefined);
    let value: unknown = isValue ? this.#text : this.#root;
    let has = isValue || this.#open.length === 0;
    for (const container of this.#open.toReversed()) {
      value = valueOf(container, has ? { value } : undefined);
      has = true;
    }
    return value === undefined ? undefined : { value };
  }

  #readString(text: string, from: number): number {
    let at = from;
    while (at < text.length && text[at] !== '"' && text[at] !== "\\") at += 1;
    this.#text += text.slice(from, at);
    if (at === text.length) return at;
    if (text[at] === "\\") this.#escape = "\\";
    else this.#endString();
    return at + 1;
  }

  #endString(): void {
    const text = this.#text ?? "";
    this.#text = undefined;
    const top = this.#open.at(-1);
    if (top?.keys !== undefined && top.key === undefined) top.key = text;
    else this.#add(text);
  }

  #readEscape(text: string, at: number): number {
    this.#escape += text[at];
    if (this.#escape.startsWith("\\u") && this.#escape.length < 6) return at + 1;
    const said = parsed(`"${this.#escape}"`);
    this.#escape = "";
    if (typeof said === "string") this.#text += said;
    else this.#isBroken = true;
    return at + 1;
  }

  #readToken(text: string, at: number): number {
    // The loop that calls this is within the text.
    const char = text[at] as string;
    if (/[-+.\w]/.test(char)) this.#word += char;
    else {
      this.#endWord();
      if (char === '"') this.#text = "";
      else if (char === "{" || char === "[") this.#openContainer(char);
      else if (char === "}" || char === "]") this.#close();
    }
    return at + 1;
  }

  #openContainer(char: "{" | "["): void {
    this.#open.push({ keys: char === "{" ? [] : undefined, values: [], key: undefined });
    if (this.#open.length > maxLevels) this.#isBroken = true;
  }

  #endWord(): void {
    if (this.#word === "") return;
    const value = parsed(this.#word);
    this.#word = "";
    if (value === undefined) this.#isBroken = true;
    else this.#add(value);
  }

  #close(): void {
    const container = this.#open.pop();
    if (container === undefined) {
      this.#isBroken = true;
      return;
    }
    this.#entries -= container.values.length;
    this.#add(valueOf(container, undefined));
  }

  #add(value: unknown): void {
    const top = this.#open.at(-1);
    if (top === undefined) this.#root = value;
    else {
      top.keys?.push(top.key ?? "");
      top.values.push(value);
      top.key = undefined;
      this.#entries += 1;
    }
  }
}

/** A copy, with the entry that is under way. */
function valueOf(
  { keys, values, key }: OpenContainer,
  last: { readonly value: unknown } | undefined,
): unknown {
  if (keys === undefined) return last === undefined ? [...values] : [...values, last.value];
  // Also a key such as `__proto__` becomes a field of its own.
  const object: Record<string, unknown> = Object.fromEntries(
    keys.map((each, index) => [each, values[index]]),
  );
  return last === undefined || key === undefined
    ? object
    : { ...object, ...Object.fromEntries([[key, last.value]]) };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
