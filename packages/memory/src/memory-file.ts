/** The text of a memory file: entries, each separated by a line that holds nothing but `§`. */
const separator = "\n§\n";

/** Entries as they are written, without empty ones. Any text can be read; line ends and a byte order mark may vary. */
export function parseEntries(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .reduce<string[][]>(
      (entries, line) => {
        if (line.trim() === "§") entries.push([]);
        else entries.at(-1)?.push(line);
        return entries;
      },
      [[]],
    )
    .map((lines) => lines.join("\n").trim())
    .filter((entry) => entry !== "");
}

export function formatEntries(entries: readonly string[]): string {
  return entries.length === 0 ? "" : `${entries.join(separator)}\n`;
}

/** Characters (code points) that count against the limit: entries and what separates them. */
export function countChars(entries: readonly string[]): number {
  return Array.from(entries.join(separator)).length;
}

/** An entry on one line, as the model writes and reads it. */
export function foldLines(entry: string): string {
  return entry.replace(/\s*[\n\r\v\f\u0085\u2028\u2029]+\s*/g, " ").trim();
}

/** Two entries with the same form say the same: spaces, Unicode composition and a final full stop make no difference. */
export function comparableForm(entry: string): string {
  return entry.normalize("NFC").replace(/\s+/g, " ").trim().replace(/\.$/, "");
}
