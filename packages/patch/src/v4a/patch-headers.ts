/** A line of a patch that names a file. */
export interface PatchHeader {
  readonly kind: "add" | "update" | "delete" | "move-to" | "move";
  readonly path: string;
  /** Where a `move` goes. */
  readonly to?: string | undefined;
}

const kinds: Readonly<Record<string, PatchHeader["kind"]>> = {
  "add file": "add",
  "create file": "add",
  "update file": "update",
  "modify file": "update",
  "delete file": "delete",
  "remove file": "delete",
  "move file": "move",
  "rename file": "move",
  "move to": "move-to",
  "rename to": "move-to",
};

/**
 * Reads a header; another case and blanks within it or after it don't matter. Undefined for every other line: what has a
 * blank before it is a line of a file that says the same.
 */
export function parseHeader(line: string): PatchHeader | undefined {
  const match = /^\*{3}\s*([A-Za-z]+\s+[A-Za-z]+)\s*:(.*)$/.exec(line);
  const kind = kinds[(match?.[1] ?? "").toLowerCase().replace(/\s+/, " ")];
  if (kind === undefined) return undefined;
  const rest = (match?.[2] ?? "").trim();
  if (kind !== "move") return { kind, path: withoutQuotes(rest) };
  const [from = "", to = ""] = rest.split(/\s+->\s+/, 2);
  return { kind, path: withoutQuotes(from), to: withoutQuotes(to) };
}

/** The lines of a patch. One rule for whoever reads headers, so that no reader sees a path that another does not. */
export function splitPatch(text: string): string[] {
  return text.split(/\r?\n/);
}

/** Whether a line is one of the format's own, so that it can't be a part of a file. It stands at the very beginning. */
export function isMarker(line: string, marker: "begin patch" | "end patch" | "end of file"): boolean {
  return (
    line
      .trimEnd()
      .toLowerCase()
      .replace(/\s+/g, " ")
      .replace(/^\*{3} ?/, "*** ") === `*** ${marker}`
  );
}

function withoutQuotes(path: string): string {
  return /^(["'`])(.*)\1$/.exec(path)?.[2] ?? path;
}
