import type { CallRemarks, Message } from "@hermes/agent-loop";
import { lazy } from "../lazy.ts";
import { sourcesOfFile } from "../permissions/sources-of-file.ts";
import type { RuntimeParts } from "../runtime-parts.ts";

export interface FolderRemarksOptions {
  readonly sessionId: string;
  /** The live history; another array after a compression. */
  readonly messages: () => readonly Message[];
}

/** Instructions of folders, as remarks on the calls that touch these. Loads nothing before a call touches one. */
export function folderRemarks(
  parts: RuntimeParts,
  { sessionId, messages }: FolderRemarksOptions,
): CallRemarks {
  const { touched, cwd, env, warn } = parts;
  const instructions = lazy(async () => {
    const [{ FolderInstructions }, { admitInSession }] = await Promise.all([
      import("./folder-instructions.ts"),
      import("./admit-in-session.ts"),
    ]);
    return new FolderInstructions({
      ...{ cwd, env, messages, warn },
      home: await parts.home(),
      admit: admitInSession(parts, async () => sessionId),
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
