export interface DiffFile {
  /** As the diff names it; of a file that was renamed both names. Undefined: the diff names none. */
  readonly path: string | undefined;
  readonly kind: "changed" | "new" | "deleted";
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
  /** What else it says: that files are binary, that lines were left out. */
  readonly notes: readonly string[];
}

export interface DiffHunk {
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
  /** In the file before for what is removed, else in the file after; from 1. */
  readonly number: number;
  /** Whether it is the last line of its file, and has no line break. */
  readonly endless: boolean;
}

interface OpenFile {
  path: string | undefined;
  kind: DiffFile["kind"];
  added: number;
  removed: number;
  readonly hunks: { readonly lines: DiffLine[] }[];
  readonly notes: string[];
}

/**
 * Reads unified diffs of any number of files, of ours and of Git. What is no part of a diff becomes a note, so that
 * nothing is lost of a text that is none.
 *
 * @see https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html
 */
export function readDiff(diff: string): readonly DiffFile[] {
  const files: OpenFile[] = [];
  const open = (): OpenFile => {
    files.push({ path: undefined, kind: "changed", added: 0, removed: 0, hunks: [], notes: [] });
    return current();
  };
  const current = (): OpenFile => files.at(-1) ?? open();
  const lines = diff.replace(/\n$/, "").split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const next = lines[at + 1] ?? "";
    const headed = files.at(-1)?.hunks.length === 0;
    if (hunkHead.test(line)) at = readHunk(lines, at, current());
    else if (line.startsWith("diff --git ")) open().path = /^diff --git a\/.* b\/(.*)$/.exec(line)?.[1];
    else if (line.startsWith("--- ") && next.startsWith("+++ ")) {
      // Git has begun the file with a line before.
      nameFile(headed ? current() : open(), nameIn(line), nameIn(next));
      at += 1;
    } else if (!headed || !readHead(current(), line)) {
      if (line !== "") current().notes.push(line);
    }
  }
  return files;
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Its head says how many lines it has: one of them may look like the head of a file. @returns Where its last line is. */
function readHunk(lines: readonly string[], head: number, file: OpenFile): number {
  const [, oldStart = "1", oldCount = "1", newStart = "1", newCount = "1"] =
    hunkHead.exec(lines[head] ?? "") ?? [];
  const next = { before: Number(oldStart), after: Number(newStart) };
  const left = { before: Number(oldCount), after: Number(newCount) };
  const hunk: DiffLine[] = [];
  file.hunks.push({ lines: hunk });
  let at = head + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const last = hunk.at(-1);
    if (line.startsWith("\\") && last !== undefined) {
      hunk[hunk.length - 1] = { ...last, endless: true };
      continue;
    }
    // Some programs take the blank off an empty line.
    const sign = line === "" ? " " : line.charAt(0);
    if (left.before + left.after <= 0 || (sign !== " " && sign !== "+" && sign !== "-")) break;
    hunk.push({ sign, text: line.slice(1), number: sign === "-" ? next.before : next.after, endless: false });
    if (sign === "+") file.added += 1;
    else {
      next.before += 1;
      left.before -= 1;
    }
    if (sign === "-") file.removed += 1;
    else {
      next.after += 1;
      left.after -= 1;
    }
  }
  return at - 1;
}

/** @returns Whether the line belongs to the head of a file, as Git writes it. */
function readHead(file: OpenFile, line: string): boolean {
  if (line.startsWith("new file mode ")) file.kind = "new";
  else if (line.startsWith("deleted file mode ")) file.kind = "deleted";
  else if (line.startsWith("rename from ") || line.startsWith("copy from "))
    file.path = `${line.replace(/^\w+ from /, "")} → ${file.path ?? ""}`;
  else return /^(index [0-9a-f]|(dis)?similarity index |(rename|copy) to )/.test(line);
  return true;
}

function nameIn(line: string): string {
  // A date may follow.
  return line.slice(4).split("\t", 1)[0] ?? "";
}

function nameFile(file: OpenFile, before: string, after: string): void {
  if (before === nothing) file.kind = "new";
  if (after === nothing) file.kind = "deleted";
  const old = before.replace(/^a\//, "");
  const fresh = after.replace(/^b\//, "");
  if (file.path !== undefined) return;
  if (after === nothing) file.path = old;
  else if (before === nothing) file.path = fresh;
  // Without the letters that Git puts before the names, when it does.
  else if (before === after) file.path = after;
  else file.path = old === fresh ? fresh : `${before} → ${after}`;
}

const nothing = "/dev/null";
