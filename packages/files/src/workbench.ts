import type { FileBackend } from "./file-backend.ts";
import type { PathPolicy } from "./path-policy.ts";
import { SeenFiles } from "./seen-files.ts";
import type { SyntaxChecker } from "./syntax/check-syntax.ts";
import { createSyntaxChecker } from "./syntax/check-syntax.ts";

/** What the file tools of one set share. */
export interface Workbench {
  readonly backend: FileBackend;
  readonly policy: PathPolicy | undefined;
  readonly seen: SeenFiles;
  readonly syntax: SyntaxChecker;
}

export interface WorkbenchOptions {
  readonly backend: FileBackend;
  readonly policy?: PathPolicy | undefined;
}

export function createWorkbench({ backend, policy }: WorkbenchOptions): Workbench {
  return { backend, policy, seen: new SeenFiles(), syntax: createSyntaxChecker(backend) };
}
