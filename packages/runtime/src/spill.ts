import type { SpillStore } from "@hermes/agent-loop";
import type { Provenance } from "@hermes/registry";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { safeName } from "./safe-name.ts";

/** Keeps large results in files of their own, one folder for each session: `<folder>/<session>/<call>.txt`. */
export function createFileSpill(options: {
  readonly folder: string;
  readonly sessionId: string;
  /** Told of a result with untrusted sources, before anybody can read it. */
  readonly note?: ((path: string, sources: readonly Provenance[]) => Promise<void>) | undefined;
}): SpillStore {
  const folder = join(options.folder, safeName(options.sessionId));
  return {
    async write({ callId, text, provenance = [] }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Some servers number their calls anew in every answer, so that an id may come again.
      for (let copy = 1; ; copy++) {
        const path = join(folder, `${safeName(callId)}${copy === 1 ? "" : `-${copy}`}.txt`);
        if (!(await writeNew(path, text))) continue;
        if (provenance.length > 0) await options.note?.(path, provenance);
        return path;
      }
    },
  };
}

async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
