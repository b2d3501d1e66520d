import { formatTarget } from "./host-list.ts";
import type { Target } from "./host-list.ts";

/**
 * Reads what rules say of hosts: `name` (any port of it) or `name:port`, in which `*` stands for anything.
 *
 * @returns Whether a target is one of them.
 */
export function hostPatterns(entries: readonly string[]): (target: Target) => boolean {
  const patterns = entries.map(
    (entry) => new RegExp(`^${entry.trim().toLowerCase().split("*").map(escape).join(".*")}$`),
  );
  return (target) => patterns.some((each) => each.test(target.host) || each.test(formatTarget(target)));
}

function escape(text: string): string {
  return text.replace(/[\\^$.|?+()[\]{}]/g, "\\$&");
}
