const maxChars = 2_000;

/** What was thrown, as a sentence. */
export function messageOf(thrown: unknown): string {
  return text(thrown).slice(0, maxChars) || "It gives no reason.";
}

function text(thrown: unknown): string {
  if (thrown instanceof Error) {
    const { message, cause, name } = thrown;
    // `fetch` says nothing but that it failed; the cause says why.
    return cause instanceof Error ? `${message || name} (${cause.message || cause.name})` : message || name;
  }
  if (thrown === undefined || thrown === null) return "";
  if (typeof thrown === "string") return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return "It threw something that can't be told.";
  }
}
