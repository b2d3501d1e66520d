/** Characters that JSON may hold as they are and a terminal may obey: controls of eight bits, directions, invisible ones. */
const obeyed = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** The same data, with nothing in it that does something to a terminal. */
export function harmlessJson(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? "null").replace(
    obeyed,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
