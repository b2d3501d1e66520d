import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beginningOf, nameBeside, randomName } from "./name-beside.ts";

export interface DraftOptions {
  /** Permission bits of the new file. @default those of the file that is replaced; 0o600 where there is none */
  readonly mode?: number | undefined;
  /**
   * Whether it must survive a power cut. False saves some milliseconds and is for what can be found out again.
   * @default true
   */
  readonly durable?: boolean | undefined;
}

export interface ReplaceOptions extends DraftOptions {
  /** Asked last, right before the step: false leaves the file as it is, such as when an editor saved it meanwhile. */
  readonly onlyIf?: (() => boolean) | undefined;
}

/** What will be a file. Until `put`, nobody who looks for that file sees it. */
export interface Draft {
  /** Adds to what was written before. */
  write(content: string | Uint8Array): void;
  /** Makes it the file, in one step. @returns What `onlyIf`, which is asked right before, says. */
  put(onlyIf?: () => boolean): boolean;
  /** Removes it, unless it was put. */
  [Symbol.dispose](): void;
}

/** No write takes as long: an older draft is of a process that died. */
const leftBehindAfterMs = 3_600_000;

/**
 * Replaces a file in one step: a reader sees the old content or the new one, whatever dies in between. Makes missing folders,
 * and writes through a symbolic link to a file; one that leads nowhere is replaced.
 *
 * @returns What `onlyIf` says; true without one.
 * @throws the error of the file system; the file is then as it was, and nothing is left beside it.
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { onlyIf, ...options }: ReplaceOptions = {},
): boolean {
  const draft = openDraft(path, options);
  try {
    draft.write(content);
    return draft.put(onlyIf);
  } finally {
    draft[Symbol.dispose]();
  }
}

/**
 * `replaceFile` in its steps, for who writes in pieces.
 *
 * @example See examples/basic.ts
 */
export function openDraft(path: string, { mode, durable = true }: DraftOptions = {}): Draft {
  const found = statSync(path, { throwIfNoEntry: false });
  const target = found === undefined ? path : realpathSync(path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  clearLeftBehind(target);
  const name = nameBeside(target, randomName(), "draft");
  const file = openSync(name, "wx", 0o600);
  let state: "open" | "closed" | "put" = "open";
  const close = (): void => {
    if (state !== "open") return;
    state = "closed";
    closeSync(file);
  };
  return {
    write: (content) => writeFileSync(file, content),
    put(onlyIf = () => true) {
      // Set on the file itself: the process's mask does not take part.
      fchmodSync(file, mode ?? (found === undefined ? 0o600 : found.mode & 0o777));
      if (durable) fsyncSync(file);
      close();
      if (!onlyIf()) return false;
      renameSync(name, target);
      state = "put";
      return true;
    },
    [Symbol.dispose]() {
      close();
      if (state !== "put") rmSync(name, { force: true });
    },
  };
}

/** Temp files left by crashed writers are deleted: they hold the text of the file. */
function clearLeftBehind(target: string): void {
  const folder = dirname(target);
  const beginning = beginningOf(target);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(beginning) || !name.endsWith(".draft")) continue;
    const path = join(folder, name);
    const changedAt = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt !== undefined && Date.now() - changedAt > leftBehindAfterMs) rmSync(path, { force: true });
  }
}
