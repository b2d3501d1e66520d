import type { FileBackend } from "./file-backend.ts";
import type { PathPolicy } from "./path-policy.ts";
import { SeenFiles } from "./seen-files.ts";
import type { SyntaxChecker } from "./syntax/check-syntax.ts";
import { createSyntaxChecker } from "./syntax/check-syntax.ts";

/** What the file tools of one set share. */
export interface FileServices {
  readonly backend: FileBackend;
  readonly policy: PathPolicy | undefined;
  readonly seen: SeenFiles;
  readonly syntax: SyntaxChecker;
}

export interface FileServicesOptions {
  readonly backend: FileBackend;
  readonly policy?: PathPolicy | undefined;
}

export function createFileServices({ backend, policy }: FileServicesOptions): FileServices {
  return { backend, policy, seen: new SeenFiles(), syntax: createSyntaxChecker(backend) };
}
