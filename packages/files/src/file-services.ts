import type { ToolContext } from "@hermes/registry";
import type { FileBackend } from "./file-backend.ts";
import type { PathPolicy } from "./path-policy.ts";
import { FileVersions } from "./file-versions.ts";
import { SeenFiles } from "./seen-files.ts";
import type { SyntaxChecker } from "./syntax/check-syntax.ts";
import { createSyntaxChecker } from "./syntax/check-syntax.ts";

/** What the file tools of one set share. */
export interface FileServices {
  readonly backend: FileBackend;
  readonly policy: PathPolicy | undefined;
  readonly seen: SeenFiles;
  readonly versions: FileVersions;
  readonly isShared: () => boolean;
  readonly syntax: SyntaxChecker;
  readonly showImage: FileServicesOptions["showImage"];
}

export interface FileServicesOptions {
  readonly backend: FileBackend;
  readonly policy?: PathPolicy | undefined;
  /** Shared by the tools of all sessions that write the same files in this process. @default its own */
  readonly versions?: FileVersions | undefined;
  /**
   * Whether other agents may be changing the same files: then a file is only replaced or deleted as a whole once it was read here.
   *
   * @default never
   */
  readonly isShared?: (() => boolean) | undefined;
  /** What `read_file` gives for a picture; undefined where it can't be shown. @default that it is no text */
  readonly showImage?:
    | ((bytes: Uint8Array, path: string, context: ToolContext) => Promise<unknown>)
    | undefined;
}

export function createFileServices({
  backend,
  policy,
  versions = new FileVersions(),
  isShared = () => false,
  showImage,
}: FileServicesOptions): FileServices {
  const syntax = createSyntaxChecker(backend);
  return { backend, policy, seen: new SeenFiles(), versions, isShared, syntax, showImage };
}
