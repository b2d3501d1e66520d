/** Headings that are listed at most, and characters of one. */
const maxHeadings = 60;
const maxChars = 100;

/**
 * The headings of a text, each with the part that it stands in: "Part 2: ## Install". Where there are too many, those of the lowest
 * level are left out.
 */
export function outlineOf(parts: readonly string[]): readonly string[] {
  const headings = headingsOf(parts);
  let shown = headings;
  for (let level = 6; level > 1 && shown.length > maxHeadings; level -= 1)
    shown = headings.filter((heading) => heading.level < level);
  return (shown.length === 0 ? headings : shown)
    .slice(0, maxHeadings)
    .map(({ part, level, title }) => `Part ${part}: ${"#".repeat(level)} ${title}`);
}

interface Heading {
  readonly part: number;
  readonly level: number;
  readonly title: string;
}

function headingsOf(parts: readonly string[]): readonly Heading[] {
  const headings: Heading[] = [];
  let fence = "";
  for (const [index, part] of parts.entries())
    for (const line of part.split("\n")) {
      const mark = /^\s{0,12}(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark !== undefined && (fence === "" || mark.startsWith(fence))) fence = fence === "" ? mark : "";
      const [, hashes, title] = (fence === "" ? /^(#{1,6}) (.*)$/.exec(line.slice(0, 2_000)) : null) ?? [];
      if (hashes === undefined || title === undefined) continue;
      // The text of a link is what it is called.
      const plain = title.replaceAll(/!?\[([^\]]*)\]\((?:<[^>]*>|[^)]*)\)/g, "$1").trim();
      if (plain !== "")
        headings.push({ part: index + 1, level: hashes.length, title: plain.slice(0, maxChars) });
    }
  return headings;
}
