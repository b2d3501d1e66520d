import type { PatchChange } from "@hermes/patch";
import { diffLines, formatDiff } from "@hermes/patch";
import type { ToolContext, ToolError } from "@hermes/registry";
import { toolError } from "@hermes/registry";
import { refusePath } from "./path-policy.ts";
import type { PlannedChange } from "./plan-changes.ts";
import { usesOf } from "./plan-changes.ts";
import type { FileServices } from "./file-services.ts";
import { writeText, writtenMeanwhile } from "./write-text.ts";

export type AppliedChanges =
  | { readonly ok: true; readonly notes: { readonly syntax_errors?: readonly string[] } }
  | { readonly ok: false; readonly error: ToolError };

/** How to take back what was done. */
type Undo = () => Promise<void>;

/** Makes planned changes, all or none: when one fails the ones before it are taken back. */
export async function applyChanges(
  services: FileServices,
  changes: readonly PlannedChange[],
  context: ToolContext,
): Promise<AppliedChanges> {
  const undos: Undo[] = [];
  const syntaxErrors: string[] = [];
  // What is gone can't be brought back with all its attributes, so that it goes last.
  const ordered = [...changes].sort(
    (a, b) => Number(a.change.kind === "delete") - Number(b.change.kind === "delete"),
  );
  for (const planned of ordered) {
    const failure = await applyOne({ services, planned, context, undos, syntaxErrors }).catch(
      (error: unknown) => toolError(error instanceof Error ? error.message : String(error)),
    );
    if (failure === undefined) continue;
    const left = await takeBack(undos);
    const state = left === 0 ? "nothing was changed" : `${left} of the changes could not be taken back`;
    return {
      ok: false,
      error: toolError(`${failure.error} The patch failed at ${planned.change.path}; ${state}.`, {
        hint: failure.hint,
      }),
    };
  }
  return { ok: true, notes: syntaxErrors.length === 0 ? {} : { syntax_errors: syntaxErrors } };
}

interface OneChange {
  readonly services: FileServices;
  readonly planned: PlannedChange;
  readonly context: ToolContext;
  readonly undos: Undo[];
  readonly syntaxErrors: string[];
}

async function applyOne(one: OneChange): Promise<ToolError | undefined> {
  const { services, planned, context, undos } = one;
  const { backend, policy, seen, versions } = services;
  const { change, absolute, target = absolute, old } = planned;
  const { taskId, signal } = context;
  const access = { taskId, signal };
  // Taking back goes on after an interrupt.
  const calm = { taskId };
  for (const [touched, version] of planned.versions)
    if (!versions.claim(touched, version)) return writtenMeanwhile(change.path);
  if (change.kind === "add" || change.kind === "update") {
    undos.push(async () => {
      seen.forget(taskId, absolute);
      await (old.ok ? backend.writeFile(absolute, old.bytes, calm) : removeIfThere(one, absolute));
    });
    return write(one, absolute, change.text);
  }
  for (const use of usesOf(planned)) {
    const refused = await refusePath(policy, { ...use, context });
    if (refused !== undefined) return refused;
  }
  seen.forget(taskId, absolute);
  seen.forget(taskId, target);
  if (change.kind === "delete") {
    await backend.remove(absolute, access);
    if (old.ok) undos.push(() => backend.writeFile(absolute, old.bytes, calm));
    return undefined;
  }
  await backend.rename(absolute, target, access);
  undos.push(() => backend.rename(target, absolute, calm));
  if (change.text === undefined || change.text === change.before) return undefined;
  undos.push(async () => {
    if (old.ok) await backend.writeFile(target, old.bytes, calm);
  });
  return write(one, target, change.text);
}

async function write(
  { services, planned, context, syntaxErrors }: OneChange,
  absolute: string,
  text: string,
): Promise<ToolError | undefined> {
  const { change, old } = planned;
  const path = change.kind === "move" ? change.to : change.path;
  const written = await writeText(services, { path, absolute, old, version: undefined, text, context });
  if (!written.ok) return written.error;
  syntaxErrors.push(...(written.notes.syntax_errors ?? []).map((error) => `${path}, ${error}`));
  return undefined;
}

async function removeIfThere({ services, context }: OneChange, absolute: string): Promise<void> {
  const { backend } = services;
  const { taskId } = context;
  if ((await backend.stat(absolute, { taskId })) !== undefined) await backend.remove(absolute, { taskId });
}

/** Takes back the newest first. @returns How many could not be. */
async function takeBack(undos: readonly Undo[]): Promise<number> {
  let failed = 0;
  for (const undo of [...undos].reverse()) {
    try {
      await undo();
    } catch {
      failed += 1;
    }
  }
  return failed;
}

export interface ChangeSummary {
  readonly changes: readonly {
    readonly change: PatchChange["kind"];
    readonly path: string;
    readonly to?: string;
  }[];
  readonly diff: string;
}

const maxDiffLines = 200;

/** What a patch changes, for the model and for people. */
export function describeChanges(planned: readonly PlannedChange[]): ChangeSummary {
  const diffs = planned
    .flatMap(({ change }) => diffOf(change))
    .join("\n")
    .split("\n");
  // A cut that saves a line is none.
  const cut = diffs.length > maxDiffLines + 1;
  return {
    changes: planned.map(({ change }) => ({
      change: change.kind,
      path: change.path,
      ...(change.kind === "move" ? { to: change.to } : {}),
    })),
    diff: cut
      ? [...diffs.slice(0, maxDiffLines), `… ${diffs.length - maxDiffLines} more lines`].join("\n")
      : diffs.join("\n"),
  };
}

function diffOf(change: PatchChange): string[] {
  // What is deleted as a whole, or moved as it is, says no more than its name.
  if (change.kind === "delete" || change.text === undefined) return [];
  const before = change.kind === "add" ? "" : (change.before ?? "");
  if (before === change.text) return [];
  return [formatDiff({ path: change.path, text: before, edits: diffLines(before, change.text) })];
}
