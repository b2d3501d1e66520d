import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import type { BigIntStats } from "node:fs";

/** One reading of a file: what is compared is what is used. */
export interface StampedFile {
  /** Differs once the file was changed, also by somebody who sets its time back. */
  readonly stamp: string;
  /** Undefined: there is no such file. */
  readonly text: string | undefined;
  /** SHA-256 of the text; `-` where there is none. */
  readonly hash: string;
  /** Why it can't be read. */
  readonly problem?: string | undefined;
}

/** Settings and rules are written by hand. */
const maxBytes = 4_000_000n;

export function stampOf(path: string): string {
  try {
    const facts = statSync(path, { throwIfNoEntry: false, bigint: true });
    return facts === undefined ? "-" : stamp(facts);
  } catch (error) {
    return codeOf(error);
  }
}

export function readStamped(path: string): StampedFile {
  let file: number;
  try {
    // What stands in its place may be a pipe, which nobody ever writes to.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    return code === "ENOENT" || code === "ENOTDIR"
      ? { stamp: code === "ENOENT" ? "-" : code, ...seenText(undefined) }
      : unreadable(code, code);
  }
  try {
    const facts = fstatSync(file, { bigint: true });
    if (!facts.isFile()) return unreadable(stamp(facts), "no file");
    if (facts.size > maxBytes) return unreadable(stamp(facts), "too large");
    return { stamp: stamp(facts), ...seenText(readFileSync(file, "utf8")) };
  } catch (error) {
    return unreadable("", codeOf(error));
  } finally {
    closeSync(file);
  }
}

/** What somebody else has read. */
export function seenText(text: string | undefined): Pick<StampedFile, "text" | "hash"> {
  return { text, hash: text === undefined ? "-" : sha256(text) };
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function unreadable(stampNow: string, reason: string): StampedFile {
  return { stamp: stampNow, text: undefined, hash: `! ${reason}`, problem: `it can't be read (${reason})` };
}

/** Nobody but the system sets the time of the last change of an inode. */
function stamp({ dev, ino, size, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${ctimeNs}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
