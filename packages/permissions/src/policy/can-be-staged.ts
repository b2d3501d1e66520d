import type { Subject } from "./subject.ts";

/** Whether trying a call on a copy shows what it does: it changes files, and nothing beyond this machine. */
export function canBeStaged({ action, command }: Subject, args: unknown): boolean {
  if (command === undefined || action !== "terminal.run" || isPty(args)) return false;
  const kinds = new Set(command.effects.map(({ kind }) => kind));
  const beyond = ["network", "package", "service", "privilege"] as const;
  return (
    (kinds.has("write") || kinds.has("delete") || kinds.has("execute")) &&
    !beyond.some((kind) => kinds.has(kind))
  );
}

function isPty(args: unknown): boolean {
  return typeof args === "object" && args !== null && "pty" in args && args.pty === true;
}
