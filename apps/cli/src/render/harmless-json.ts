/**
 * Characters that JSON may hold as they are and a terminal may obey or hide: controls of eight bits, directions,
 * invisible ones, tags.
 */
const obeyed =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

/** The same data, with nothing in it that does something to a terminal. */
export function harmlessJson(value: unknown, indent?: number): string {
  return harmless(JSON.stringify(value, null, indent) ?? "null");
}

/** JSON, or lines of it, written otherwise: outside of its texts such characters can't stand. */
export function harmless(json: string): string {
  return json.replace(obeyed, (found) =>
    found
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
