import { diffLines, formatDiff } from "@hermes/patch";
import { textOf } from "@hermes/scanner";
import type { PackageFile } from "@hermes/scanner";
import { bytesOf } from "../package/check-package.ts";

/** What changes from one set of files to another, as a unified diff of texts; other files are named. Empty for no change. */
export function showChanges(before: readonly PackageFile[], after: readonly PackageFile[]): string {
  const paths = [...new Set([...before, ...after].map(({ path }) => path))].toSorted();
  return paths
    .flatMap((path) =>
      showFile(
        path,
        before.find((file) => file.path === path),
        after.find((file) => file.path === path),
      ),
    )
    .join("\n");
}

function showFile(path: string, before: PackageFile | undefined, after: PackageFile | undefined): string[] {
  const isSame =
    before !== undefined && after !== undefined && Buffer.compare(bytesOf(before), bytesOf(after)) === 0;
  if (isSame) return [];
  const old = before === undefined ? "" : textOf(before);
  const young = after === undefined ? "" : textOf(after);
  if (old === undefined || young === undefined) {
    const what = before === undefined ? "is new" : after === undefined ? "goes" : "is another one";
    return [`${path}: a file that is no text ${what}`];
  }
  return [formatDiff({ path, text: old, edits: diffLines(old, young) })];
}
