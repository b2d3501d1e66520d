/** What becomes of the texts in a value. */
export interface TextChanges {
  /** @param name The name that it has in an object; undefined in a list or alone. */
  readonly text: (text: string, name?: string) => string;
  /** @default names stay */
  readonly name?: ((name: string) => string) | undefined;
}

/**
 * A value as JSON would write it, with each text in it changed. What stands in several places is changed once; a value that
 * holds itself stays as it is there, and fails later as JSON does.
 */
export function mapTexts(value: unknown, { text, name = asItIs }: TextChanges): unknown {
  const done = new Map<object, unknown>();

  function changed(node: unknown, key?: string): unknown {
    if (typeof node === "string") return text(node, key);
    if (typeof node !== "object" || node === null) return node;
    if (done.has(node)) return done.get(node);
    done.set(node, node);
    const result = Array.isArray(node)
      ? node.map((each) => changed(each))
      : Object.fromEntries(
          Object.entries(plain(node)).map(([each, item]) => [name(each), changed(item, each)]),
        );
    done.set(node, result);
    return result;
  }

  return changed(value);
}

/** What JSON would write of an object. */
function plain(value: object): object {
  if (!("toJSON" in value) || typeof value.toJSON !== "function") return value;
  const written: unknown = JSON.parse(JSON.stringify(value));
  return typeof written === "object" && written !== null ? written : {};
}

function asItIs(text: string): string {
  return text;
}
