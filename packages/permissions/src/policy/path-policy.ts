import type { ToolContext } from "@hermes/registry";
import type { PathAccess } from "@hermes/command-safety";
import type { TouchedPath } from "./call-analysis.ts";

export interface PathRequest {
  /** Absolute. */
  readonly path: string;
  readonly access: PathAccess;
  readonly context: ToolContext;
}

export type PathAnswer = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Asked with each path right before it is used. */
export interface PathPolicy {
  check(request: PathRequest): Promise<PathAnswer>;
}

const rememberedCalls = 500;

/** Which real paths each call was approved for, by a person or by a grant. */
export class ApprovedPaths {
  readonly #ofCall = new Map<string, Set<string>>();

  remember(context: ToolContext, paths: readonly TouchedPath[]): void {
    if (paths.length === 0) return;
    this.#ofCall.set(keyOf(context), new Set(paths.map(({ access, real }) => `${access} ${real}`)));
    // Maps keep the order of insertion. A call is over long before so many others were approved.
    for (const oldest of this.#ofCall.keys()) {
      if (this.#ofCall.size <= rememberedCalls) return;
      this.#ofCall.delete(oldest);
    }
  }

  forget(sessionId: string): void {
    for (const key of this.#ofCall.keys()) if (key.startsWith(`${sessionId}\n`)) this.#ofCall.delete(key);
  }

  has(context: ToolContext, { access, real }: Omit<TouchedPath, "path">): boolean {
    const approved = this.#ofCall.get(keyOf(context));
    if (approved === undefined) return false;
    return approved.has(`${access} ${real}`) || (access === "read" && approved.has(`write ${real}`));
  }
}

function keyOf({ sessionId, taskId, callId }: ToolContext): string {
  return `${sessionId}\n${taskId}\n${callId}`;
}
