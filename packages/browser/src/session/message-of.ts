/** What a thrown value says, in one line. */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  return text.split("\n")[0] ?? "";
}
