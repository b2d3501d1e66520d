import { applyHunks } from "./apply-hunks.ts";
import type { PatchProblem, PatchSection } from "./parse-patch.ts";
import { parsePatch } from "./parse-patch.ts";

/** What is at a path before a patch. */
export type PatchFile =
  | { readonly state: "text"; readonly text: string }
  | { readonly state: "missing" }
  /** There, but no text: it can be moved and deleted. `what` names it, such as `a PNG image`. */
  | { readonly state: "opaque"; readonly what: string }
  /** Not to be touched; the reason is a whole sentence. */
  | { readonly state: "refused"; readonly reason: string };

/** One file that a patch changes. No path is in two of them. */
export type PatchChange =
  | { readonly kind: "add"; readonly path: string; readonly text: string }
  | { readonly kind: "update"; readonly path: string; readonly before: string; readonly text: string }
  | { readonly kind: "delete"; readonly path: string; readonly before: string | undefined }
  | {
      readonly kind: "move";
      readonly path: string;
      readonly to: string;
      /** Undefined where the file is no text, and goes as it is. */
      readonly before: string | undefined;
      readonly text: string | undefined;
    };

export type PatchPlan =
  | { readonly ok: true; readonly changes: readonly PatchChange[] }
  | { readonly ok: false; readonly problems: readonly PatchProblem[] };

/** Called once for each path that the patch names, with the path as it is written there. */
export type ReadPatchFile = (path: string) => Promise<PatchFile>;

/**
 * Works out what a V4A patch does, as a whole and before anything is written. A file may have several sections.
 *
 * @returns The changes in the order of the patch, or every problem of every part; then nothing may be written.
 */
export async function planPatch(text: string, readFile: ReadPatchFile): Promise<PatchPlan> {
  const parsed = parsePatch(text);
  if (!parsed.ok) return parsed;
  const draft: Draft = { readFile, files: new Map(), problems: [] };
  for (const section of parsed.sections) await planSection(draft, section);
  if (draft.problems.length > 0) return { ok: false, problems: draft.problems };
  return { ok: true, changes: [...draft.files.values()].flatMap(toChange) };
}

interface DraftFile {
  /** As the patch writes it for the first time. */
  readonly path: string;
  readonly before: PatchFile;
  now: PatchFile;
  movedTo: string | undefined;
  /** What a move of this patch brings here. */
  readonly movedFrom: DraftFile | undefined;
}

interface Draft {
  readonly readFile: ReadPatchFile;
  /** By normalised path. */
  readonly files: Map<string, DraftFile>;
  readonly problems: PatchProblem[];
}

async function planSection(draft: Draft, section: PatchSection): Promise<void> {
  const { path, line } = section;
  const problem = (message: string) => draft.problems.push({ line, path, message });
  const file = await openFile(draft, path);
  if (file.now.state === "refused") return void problem(file.now.reason);
  const updatesMoved =
    section.kind === "update" && section.moveTo === undefined && file.movedFrom !== undefined;
  if (updatesMoved) return updateFile(draft, file.movedFrom, section);
  if (file.movedTo !== undefined || file.movedFrom !== undefined)
    return void problem(
      `${path} takes part in a move of this patch; make further changes in the section that moves it.`,
    );
  switch (section.kind) {
    case "add":
      if (file.now.state !== "missing")
        return void problem(`${path} exists already. Use *** Update File, or delete it first.`);
      file.now = { state: "text", text: section.text };
      return;
    case "delete":
      if (file.now.state === "missing") return void problem(`${path} does not exist.`);
      file.now = { state: "missing" };
      return;
    case "update":
      return updateFile(draft, file, section);
  }
}

async function updateFile(
  draft: Draft,
  file: DraftFile,
  { path, line, hunks, moveTo }: Extract<PatchSection, { kind: "update" }>,
): Promise<void> {
  const problem = (message: string) => draft.problems.push({ line, path, message });
  if (file.now.state === "missing")
    return void problem(`${path} does not exist. Use *** Add File to make it.`);
  if (hunks.length > 0) {
    if (file.now.state !== "text")
      return void problem(`${path} is not text${file.now.state === "opaque" ? `: ${file.now.what}` : ""}.`);
    const { text, problems } = applyHunks(path, file.now.text, hunks);
    draft.problems.push(...problems);
    if (problems.length === 0) file.now = { state: "text", text };
  }
  if (moveTo === undefined) return;
  const target = await openFile(draft, moveTo);
  if (target.now.state === "refused") return void problem(target.now.reason);
  if (target === file) return void problem(`${path} can't be moved to itself.`);
  if (target.now.state !== "missing" || target.before.state !== "missing")
    return void problem(`${moveTo} exists already; nothing is moved over it.`);
  if (file.before.state === "missing")
    return void problem(`${path} is made by this patch; add it as ${moveTo}.`);
  file.movedTo = moveTo;
  draft.files.set(normalisePath(moveTo), { ...target, now: file.now, movedFrom: file });
}

async function openFile({ files, readFile }: Draft, path: string): Promise<DraftFile> {
  const key = normalisePath(path);
  const known = files.get(key);
  if (known !== undefined) return known;
  const before = await readFile(path);
  const file: DraftFile = { path, before, now: before, movedTo: undefined, movedFrom: undefined };
  files.set(key, file);
  return file;
}

/** `./a//b/../c` → `a/c`. Without knowledge of the file system, so that links are not seen through. */
function normalisePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}

function toChange({ path, before, now, movedTo, movedFrom }: DraftFile): PatchChange[] {
  if (movedFrom !== undefined) return [];
  const [was, is] = [textOf(before), textOf(now)];
  if (movedTo !== undefined) return [{ kind: "move", path, to: movedTo, before: was, text: is }];
  if (before.state === "missing") return is === undefined ? [] : [{ kind: "add", path, text: is }];
  if (now.state === "missing") return [{ kind: "delete", path, before: was }];
  if (is === undefined || is === was) return [];
  return [{ kind: "update", path, before: was ?? "", text: is }];
}

function textOf(file: PatchFile): string | undefined {
  return file.state === "text" ? file.text : undefined;
}
