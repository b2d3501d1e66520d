import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A fact, and what may be offered when it is known. */
export interface KnownNote {
  readonly text: string;
  /** `~`: the same in other words. */
  readonly again: readonly string[];
  /** `-`: it looks alike and says something else: another number, day or person, the opposite, less, turned round. */
  readonly apart: readonly string[];
  /** `!`: the same subject and attribute with another value. */
  readonly against: readonly string[];
}

/** Reads one of the files of notes beside this one: a fact after `=`, and after it what belongs to it. */
export function readNotes(name: string): readonly KnownNote[] {
  const lines = readFileSync(join(import.meta.dirname, name), "utf8")
    .trim()
    .split("\n");
  const starts = lines.flatMap((line, index) => (line.startsWith("= ") ? [index] : []));
  return starts.map((start, index) => {
    const own = lines.slice(start, starts[index + 1]);
    const marked = (mark: string): readonly string[] =>
      own.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2));
    return { text: marked("=")[0] ?? "", again: marked("~"), apart: marked("-"), against: marked("!") };
  });
}
