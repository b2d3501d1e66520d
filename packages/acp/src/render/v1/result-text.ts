/** Of the fields of results, the one that people want to see. */
const shownFields = ["error", "output", "content", "text", "result"] as const;

/** What of a result is shown: the text in it where it has one, else all of it. */
export function resultText(content: string): string {
  const value = parsed(content);
  if (typeof value !== "object" || value === null) return content;
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of shownFields) {
    const field = fields.get(name);
    if (typeof field === "string" && field.trim() !== "") return withHint(field, fields.get("hint"));
  }
  return JSON.stringify(value, null, 2);
}

function withHint(text: string, hint: unknown): string {
  return typeof hint === "string" ? `${text}\n${hint}` : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Results of other programs, kept by an older version, need not be JSON.
    return undefined;
  }
}
