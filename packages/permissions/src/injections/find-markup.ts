import { markupRules } from "./markup-rules.ts";
import type { FoundOrder } from "./found-order.ts";
import type { TextSurface } from "./text-surface.ts";
import { isToldOf } from "./told-of.ts";

// Patterns cost time to make and hold no state between two uses: each is made when its anchor is first met.
const patterns = new Map<string, RegExp>();

/** Role marks and hidden parts of markup that speak to an agent. For text in lower case. */
export function findMarkup(text: string, surface: TextSurface): readonly FoundOrder[] {
  const found: FoundOrder[] = [];
  for (const { id, reason, anchor, pattern, except } of markupRules) {
    if (except?.includes(surface) === true || !text.includes(anchor)) continue;
    let compiled = patterns.get(pattern);
    if (compiled === undefined) {
      compiled = new RegExp(pattern, "g");
      patterns.set(pattern, compiled);
    }
    for (const { index, 0: passage } of text.matchAll(compiled)) {
      const start = index + (passage.length - passage.trimStart().length);
      const end = index + passage.trimEnd().length;
      if (end <= start || isToldOf(text, start, end)) continue;
      found.push({ id, reason, start, end });
      break;
    }
  }
  return found;
}
