import type { CallRemarks, Message } from "@hermes/agent-loop";
import { lazy } from "../lazy.ts";
import { sourcesOfFile } from "../permissions/sources-of-file.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { AdmitContext } from "./admit-context.ts";

export interface FolderRemarksOptions {
  readonly sessionId: string;
  /** The live history; another array after a compression. */
  readonly messages: () => readonly Message[];
  readonly admit: () => Promise<AdmitContext>;
}

/** Instructions of folders, as remarks on the calls that touch these. Loads nothing before a call touches one. */
export function folderRemarks(
  parts: RuntimeParts,
  { sessionId, messages, admit }: FolderRemarksOptions,
): CallRemarks {
  const { touched, cwd, env, warn } = parts;
  const instructions = lazy(async () => {
    const { FolderInstructions } = await import("./folder-instructions.ts");
    return new FolderInstructions({
      ...{ cwd, messages, warn },
      home: await parts.home(),
      searchPath: env["PATH"] ?? "",
      admit: await admit(),
      sourcesOf: async (path) => await sourcesOfFile(parts, path),
    });
  });
  return {
    noteAfterCall({ callId }) {
      const paths = touched.take({ sessionId, callId });
      return paths.length === 0 ? undefined : instructions().then((each) => each.of(paths));
    },
  };
}
