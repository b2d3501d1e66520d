/** Code between fences, within a text that may hold lists and quotes around them. */
export interface Fence {
  /** First character of the opening line, and of the line below it. */
  readonly from: number;
  readonly bodyFrom: number;
  /** First character of the closing line, and the one behind it; both the end of the text where it stays open. */
  readonly bodyTo: number;
  readonly to: number;
  readonly isClosed: boolean;
  /** What opens it again, in a line of its own, and what closes it. */
  readonly open: string;
  readonly close: string;
}

const opening = /^((?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t]*)(`{3,16}(?=[^`]*$)|~{3,16}(?!~))(.*)$/;
const longestLanguage = 20;

/** Every fence, outermost only, in order. */
export function findFences(markdown: string): readonly Fence[] {
  const fences: Fence[] = [];
  let current: (Fence & { readonly marker: string }) | undefined;
  let at = 0;
  for (const line of markdown.split("\n")) {
    const next = Math.min(at + line.length + 1, markdown.length);
    if (current === undefined) {
      const [, before = "", marker, info = ""] = opening.exec(line) ?? [];
      if (marker !== undefined) {
        // A quote goes on in the next line by its sign, a list item by the space its marker took.
        const prefix = before.replace(/[-*+]|\d{1,9}[.)]/g, (sign) => " ".repeat(sign.length));
        const language = /^[ \t]*([^\s`]*)/.exec(info)?.[1]?.slice(0, longestLanguage) ?? "";
        const end = markdown.length;
        const wrap = { open: `${prefix}${marker}${language}`, close: `${prefix}${marker}` };
        current = { from: at, bodyFrom: next, bodyTo: end, to: end, isClosed: false, marker, ...wrap };
      }
    } else if (closes(line, current.marker)) {
      fences.push({ ...current, bodyTo: at, to: next, isClosed: true });
      current = undefined;
    }
    at = next;
  }
  return current === undefined ? fences : [...fences, current];
}

function closes(line: string, marker: string): boolean {
  const text = line.replace(/^[ \t>]*/, "").trimEnd();
  return text.length >= marker.length && text === (marker[0] ?? "").repeat(text.length);
}
