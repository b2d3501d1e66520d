import type { FileChange } from "@hermes/registry";
import type { JudgedScript } from "@hermes/command-safety";

const maxShown = 40_000;

/** What the scripts of a command hold, each below its path. Undefined where there is nothing to show. */
export function showScripts(scripts: readonly JudgedScript[]): string | undefined {
  const shown = scripts.flatMap(({ path, text }) =>
    text === undefined ? [] : [`@@ ${path} @@\n${text.replace(/\n$/, "").replaceAll(/^/gm, " ")}`],
  );
  const whole = shown.join("\n");
  const rest = whole.length - maxShown;
  if (whole === "") return undefined;
  return rest > 0 ? `${whole.slice(0, maxShown)}\n@@ ${rest} characters more @@` : whole;
}

/** What files would become, as a unified diff; a text is shown as it is. */
export async function showChanges(
  changes: readonly FileChange[] | string | undefined,
): Promise<string | undefined> {
  if (changes === undefined || typeof changes === "string") return changes;
  const shown = changes.filter(({ to, before, after }) => to !== undefined || before !== after);
  if (shown.length === 0) return undefined;
  const { diffLines, formatDiff } = await import("@hermes/patch");
  const diffs = shown.map(({ path, to, before, after }) =>
    formatDiff({
      path: to === undefined ? path : `${path} → ${to}`,
      text: before,
      edits: diffLines(before, after),
    }),
  );
  return diffs.join("\n");
}
