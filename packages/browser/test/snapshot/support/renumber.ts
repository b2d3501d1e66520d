/** A function that numbers references from 1 in the order in which it meets them; a page goes on counting from document to document. */
export function renumber(): (lines: readonly string[]) => string[] {
  const numbers = new Map<string, number>();
  return (lines) =>
    lines.map((line) =>
      line
        .replace(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, "http://$1")
        .replace(/\[@(e\d+)\]/, (_, ref: string) => {
          if (!numbers.has(ref)) numbers.set(ref, numbers.size + 1);
          return `[@e${String(numbers.get(ref))}]`;
        }),
    );
}
