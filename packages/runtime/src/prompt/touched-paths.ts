import type { TouchedByCall } from "@hermes/permissions";
import { sep } from "node:path";

/** Calls whose results nobody asks for are forgotten beyond so many, the oldest first. */
const maxCalls = 500;

/** Which paths below the working folder calls touch, from the permission to run until the result is there. */
export class TouchedPaths {
  readonly #below: string;
  readonly #ofCall = new Map<string, readonly string[]>();

  constructor(cwd: string) {
    this.#below = cwd.endsWith(sep) ? cwd : cwd + sep;
  }

  note({ sessionId, callId, paths }: TouchedByCall): void {
    const below = paths.filter((path) => path.startsWith(this.#below));
    if (below.length === 0) return;
    this.#ofCall.set(`${sessionId}\n${callId}`, below);
    for (const oldest of this.#ofCall.keys()) {
      if (this.#ofCall.size <= maxCalls) return;
      this.#ofCall.delete(oldest);
    }
  }

  /** Those of a call, and of the calls that it made as a script; from then on they are not known any more. */
  take({ sessionId, callId }: Pick<TouchedByCall, "sessionId" | "callId">): readonly string[] {
    if (this.#ofCall.size === 0) return [];
    const key = `${sessionId}\n${callId}`;
    const found = [...this.#ofCall].filter(([each]) => each === key || each.startsWith(`${key}.`));
    for (const [each] of found) this.#ofCall.delete(each);
    return found.flatMap(([, paths]) => paths);
  }
}
