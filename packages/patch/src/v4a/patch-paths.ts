import { parseHeader, splitPatch } from "./patch-headers.ts";

/** A file that a patch names, and what it would do with it. */
export interface PatchPath {
  readonly path: string;
  readonly access: "read" | "write" | "delete";
}

/**
 * Every path that a patch names with every use it would make of it, each once. For whoever decides what may be
 * touched: a path that the patch could write is in the list even where the patch as a whole can't be understood.
 */
export function patchPaths(text: string): readonly PatchPath[] {
  const found = new Map<string, PatchPath>();
  const add = (path: string, ...uses: PatchPath["access"][]) => {
    if (path === "") return;
    for (const access of uses) found.set(`${access} ${path}`, { path, access });
  };
  let updated: string | undefined;
  for (const line of splitPatch(text)) {
    const header = parseHeader(line);
    if (header === undefined) continue;
    const { kind, path, to = "" } = header;
    if (kind === "add") add(path, "write");
    if (kind === "update") add(path, "read", "write");
    if (kind === "delete") add(path, "delete");
    if (kind === "move") {
      add(path, "read", "delete");
      add(to, "write");
    }
    if (kind === "move-to") {
      add(path, "write");
      add(updated ?? "", "delete");
    }
    updated = kind === "update" || kind === "move-to" ? (kind === "update" ? path : updated) : undefined;
  }
  return [...found.values()];
}
