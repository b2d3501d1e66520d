import type { Approver } from "@hermes/registry";
import { realpath, stat } from "node:fs/promises";
import { hashOfBytes } from "../permissions/agent-files.ts";
import type { StoredAgentFiles } from "../permissions/agent-files.ts";

/** A file that would become part of the prompt. */
export interface ContextCandidate {
  readonly path: string;
  /** As a person knows it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Says whether a file counts. */
export type AdmitContext = (file: ContextCandidate) => Promise<boolean>;

export interface AdmitContextOptions {
  readonly files: Pick<StoredAgentFiles, "madeBy" | "take">;
  /** Asks the person; undefined: nobody is there. */
  readonly approver: Approver | undefined;
  readonly sessionId: () => Promise<string>;
  /** After so long without an answer it is a no. @default no end */
  readonly timeoutMs?: number | undefined;
  readonly warn: (message: string) => void;
}

/**
 * What the agent has written for later sessions counts once a person has seen it: they are asked, and a yes is kept for as
 * long as the file holds that. Where nobody can be asked it is left out with a warning.
 */
export function admitContext({ files, warn, ...asking }: AdmitContextOptions): AdmitContext {
  return async ({ path, name, bytes }) => {
    const real = await realpath(path);
    const file = { path: real, sha256: hashOfBytes(bytes), ctimeMs: (await stat(real)).ctimeMs };
    if ((await files.madeBy(file)) === undefined) return true;
    const isTaken = await agrees({ path, name, bytes }, asking);
    if (isTaken) await files.take(file);
    else
      warn(
        `${name} is left out of the prompt: the agent wrote it, and nobody has agreed to it. A session at a terminal asks.`,
      );
    return isTaken;
  };
}

async function agrees(
  { name, bytes }: ContextCandidate,
  { approver, sessionId, timeoutMs }: Omit<AdmitContextOptions, "files" | "warn">,
): Promise<boolean> {
  if (approver === undefined) return false;
  const text = new TextDecoder().decode(bytes);
  const request = {
    ...{ id: crypto.randomUUID(), sessionId: await sessionId(), callId: "context" },
    ...{ tool: "This session", action: "context.read" },
    summary: `take ${name} as instructions`,
    reason: `The agent wrote ${name}, and every session here goes by what it says.`,
    diff: `@@ ${name} @@\n${text.replace(/\n$/, "").replaceAll(/^/gm, " ")}`,
  };
  const signal = timeoutMs === undefined ? new AbortController().signal : AbortSignal.timeout(timeoutMs);
  try {
    const answer = await approver(request, { signal });
    return "approved" in answer && answer.approved;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
