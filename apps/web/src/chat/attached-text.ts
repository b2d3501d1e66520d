/** A text file as a part of a message: its name, and what it says between fences that it does not have itself. */
export function textPartOf(name: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `File ${JSON.stringify(name)}:\n${fence}\n${text}\n${fence}`;
}

/** The file that such a part has; undefined for every other text. */
export function attachedText(part: string): { readonly name: string; readonly text: string } | undefined {
  const [, quoted, fence, text] = /^File ("(?:[^"\\\n]|\\.)*"):\n(`{3,})\n([^]*)\n`{3,}$/.exec(part) ?? [];
  if (quoted === undefined || fence === undefined || text === undefined || !part.endsWith(`\n${fence}`))
    return undefined;
  try {
    return { name: String(JSON.parse(quoted)), text };
  } catch {
    // Somebody typed something like it.
    return undefined;
  }
}
