import { statSync } from "node:fs";

/**
 * Files of stores that this process has open, and how often. Closing any descriptor of a file gives up all locks of the process on it:
 * whoever reads a file of an open store by itself lets other processes write under it. Kept for the module, because the locks are
 * the process's.
 *
 * @see https://sqlite.org/howtocorrupt.html 2.2, POSIX advisory locks
 */
const open = new Map<string, number>();

/** Whether this process has the store open: then it is not to be read but through SQLite. */
export function isOpenHere(path: string): boolean {
  const file = identityOf(path);
  return file !== undefined && open.has(file);
}

/** Notes that a store is open. @returns What notes that it is closed; a second call does nothing. */
export function noteOpen(path: string): () => void {
  const file = identityOf(path);
  if (file === undefined) return () => undefined;
  open.set(file, (open.get(file) ?? 0) + 1);
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    const others = (open.get(file) ?? 1) - 1;
    if (others === 0) open.delete(file);
    else open.set(file, others);
  };
}

/** The same by whatever name. Undefined where there is no such file. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
