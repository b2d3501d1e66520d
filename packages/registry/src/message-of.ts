/** What a thrown value says. Anything can be thrown, even what has no text. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  try {
    return String(thrown);
  } catch {
    return "something without a text was thrown";
  }
}
