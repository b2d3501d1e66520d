import type { PatchChange, PatchFile, PatchProblem } from "@hermes/patch";
import { planPatch } from "@hermes/patch";
import type { ToolContext } from "@hermes/registry";
import { refusePath } from "./path-policy.ts";
import type { ReadTextResult } from "./read-text.ts";
import { readText } from "./read-text.ts";
import type { FileServices } from "./file-services.ts";
import { refuseStale, refuseUnseen } from "./write-text.ts";

/** A change of one file, with what has to be known to make it. */
export interface PlannedChange {
  readonly change: PatchChange;
  readonly absolute: string;
  /** Where a move goes. */
  readonly target: string | undefined;
  readonly old: ReadTextResult;
  /** Of each path that it touches, before it was read. */
  readonly versions: ReadonlyMap<string, number>;
}

export type PlannedPatch =
  | { readonly ok: true; readonly changes: readonly PlannedChange[] }
  | { readonly ok: false; readonly problems: readonly PatchProblem[] };

interface KnownFile {
  readonly absolute: string;
  readonly old: ReadTextResult;
  readonly version: number;
}

/** Works out a whole patch over the files as they are, with every path allowed and none changed by somebody else. */
export async function planChanges(
  services: FileServices,
  text: string,
  context: ToolContext,
): Promise<PlannedPatch> {
  const files = new Map<string, KnownFile>();
  const plan = await planPatch(text, (path) => openFile(services, { path, files, context }));
  if (!plan.ok) return plan;
  const changes = plan.changes.flatMap((change): PlannedChange[] => {
    const file = files.get(change.path);
    if (file === undefined) return [];
    const { absolute, old } = file;
    const target = change.kind === "move" ? files.get(change.to) : undefined;
    const touched = [file, ...(target === undefined ? [] : [target])];
    const versions = new Map(touched.map((each) => [each.absolute, each.version]));
    return [{ change, absolute, old, target: target?.absolute, versions }];
  });
  const problems = [
    ...(await refuseUses(services, changes, context)),
    ...doubled(changes),
    ...unseen(services, changes, context),
  ];
  return problems.length === 0 ? { ok: true, changes } : { ok: false, problems };
}

interface FileToOpen {
  readonly path: string;
  readonly files: Map<string, KnownFile>;
  readonly context: ToolContext;
}

async function openFile(services: FileServices, { path, files, context }: FileToOpen): Promise<PatchFile> {
  const { backend, policy } = services;
  const access = { taskId: context.taskId, signal: context.signal };
  const absolute = await backend.resolve(path, access);
  const refused = await refusePath(policy, { path, absolute, access: "read", context });
  if (refused !== undefined) return { state: "refused", reason: refused.error };
  const version = services.versions.of(absolute);
  const old = await readText(backend, path, { ...access, absolute });
  files.set(path, { absolute, old, version });
  const stale = refuseStale(services, { path, absolute, old, context });
  if (stale !== undefined)
    return { state: "refused", reason: [stale.error, stale.hint ?? ""].join(" ").trim() };
  if (old.ok) return { state: "text", text: old.text };
  if (old.reason === "missing") return { state: "missing" };
  if (old.reason === "folder") return { state: "refused", reason: `${path} is a folder.` };
  return { state: "opaque", what: old.what ?? "a file too large to be read" };
}

/** Everything that the patch would do is allowed before any of it is done; each use is asked for again when it comes. */
async function refuseUses(
  { policy }: FileServices,
  changes: readonly PlannedChange[],
  context: ToolContext,
): Promise<PatchProblem[]> {
  const problems: PatchProblem[] = [];
  for (const planned of changes) {
    for (const use of usesOf(planned)) {
      const refused = await refusePath(policy, { ...use, context });
      if (refused !== undefined) problems.push({ path: use.path, message: refused.error });
    }
  }
  return problems;
}

/** What a change does to which path. */
export function usesOf({ change, absolute, target }: PlannedChange): {
  readonly path: string;
  readonly absolute: string;
  readonly access: "write" | "delete";
}[] {
  const own = { path: change.path, absolute };
  switch (change.kind) {
    case "add":
    case "update":
      return [{ ...own, access: "write" }];
    case "delete":
      return [{ ...own, access: "delete" }];
    case "move":
      return [
        { ...own, access: "delete" },
        { path: change.to, absolute: target ?? change.to, access: "write" },
      ];
  }
}

/** One file under two names would be planned twice, each time without the other change. */
function doubled(changes: readonly PlannedChange[]): PatchProblem[] {
  const seen = new Map<string, string>();
  return changes.flatMap((planned) =>
    usesOf(planned).flatMap(({ path, absolute }) => {
      const other = seen.get(absolute);
      seen.set(absolute, path);
      return other === undefined
        ? []
        : [{ path, message: `${path} and ${other} are the same file. Name it one way.` }];
    }),
  );
}

/** Of the files that would be deleted: a change of part of a file says itself what it saw. */
function unseen(
  services: FileServices,
  changes: readonly PlannedChange[],
  context: ToolContext,
): PatchProblem[] {
  return changes.flatMap(({ change: { kind, path }, absolute, old }) => {
    const refused = kind === "delete" ? refuseUnseen(services, { path, absolute, old, context }) : undefined;
    return refused === undefined ? [] : [{ path, message: `${refused.error} ${refused.hint ?? ""}`.trim() }];
  });
}

/** `line 7: …`, for a model and for people. */
export function describeProblem({ line, message }: PatchProblem): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}
