import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { codeOf } from "./file-error.ts";
import { randomName } from "./name-beside.ts";

/** Who holds a lock. */
export interface LockHolder {
  readonly processId: number;
  /** When the process began, in ticks since the system did: an id is used again, the two together are not. "-": unknown. */
  readonly began: string;
  /** The machine or container: elsewhere the same id is another process. */
  readonly place: string;
}

/** One line that names this process, and this one taking of a lock. */
export function describeSelf(): string {
  return `${process.pid} ${factsOf(process.pid)?.began ?? "-"} ${placeHere()} ${randomName()}`;
}

/** Undefined for what is no whole line of `describeSelf`. */
export function parseHolder(line: string): LockHolder | undefined {
  const [, processId, began, place] = /^(\d+) (\d+|-) (\S+) [a-z0-9]{8}$/.exec(line) ?? [];
  if (processId === undefined || began === undefined || place === undefined) return undefined;
  return { processId: Number(processId), began, place };
}

/** Whether the process is at work still. Undefined: there is no telling from here. */
export function isAtWork({ processId, began, place }: LockHolder): boolean | undefined {
  if (place !== placeHere()) return undefined;
  const facts = factsOf(processId);
  if (facts !== undefined && began !== "-") return !facts.isOver && facts.began === began;
  return isThere(processId) ? undefined : false;
}

function placeHere(): string {
  return `${hostname().replaceAll(/\s/g, "_")}/${processNamespace()}`;
}

/** Two containers may have one name. */
function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "");
  } catch {
    // Only Linux has it.
    return "-";
  }
}

/** What Linux says of a process. `isOver`: it died, and its parent has not noticed yet. */
function factsOf(processId: number): { readonly began: string; readonly isOver: boolean } | undefined {
  try {
    // After the name of the program, which may hold anything: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const fields = readFileSync(`/proc/${processId}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [state = "", began] = [fields[0], fields[19]];
    return began === undefined ? undefined : { began, isOver: /[ZXx]/.test(state) };
  } catch {
    // Gone, hidden, or no Linux.
    return undefined;
  }
}

function isThere(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return codeOf(error) !== "ESRCH";
  }
}
