type HeadersSource = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

/**
 * Headers as the provider SDKs use them, without the fetch stack. Names are kept in lower case and given in the order
 * of the alphabet; values of the same name are joined with a comma, as the standard says.
 */
export class Headers {
  readonly #values = new Map<string, string>();

  constructor(source: HeadersSource = {}) {
    const entries = Symbol.iterator in source ? source : Object.entries(source);
    for (const [name, value] of entries) this.append(name, value);
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value).trim());
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this) visit(value, name);
  }

  keys(): MapIterator<string> {
    return new Map(this).keys();
  }

  values(): MapIterator<string> {
    return new Map(this).values();
  }

  entries(): MapIterator<[string, string]> {
    return new Map(this).entries();
  }

  [Symbol.iterator](): ArrayIterator<[string, string]> {
    return [...this.#values].sort(([left], [right]) => (left < right ? -1 : 1))[Symbol.iterator]();
  }
}

/** Only asked whether something is one. The command answers no SDK with a response of its own. */
export class Response {
  arrayBuffer(): never {
    throw new TypeError("This is not a response of the fetch stack.");
  }
}
