import { HermesError } from "@hermes/registry";
import type { SessionRecord, SessionStore } from "@hermes/state";

/** Several sessions fit what was given. */
export class AmbiguousSessionError extends HermesError {
  /** The last active first; not all where there are many. */
  readonly candidates: readonly SessionRecord[];

  constructor(wanted: string, candidates: readonly SessionRecord[]) {
    super(`Several conversations fit "${wanted}".`, {
      code: "RUNTIME_AMBIGUOUS_SESSION",
      hint: "Give more of the title, or the id of one of these.",
    });
    this.name = "AmbiguousSessionError";
    this.candidates = candidates;
  }
}

const maxCandidates = 10;

/**
 * Finds the session that is meant: an id, the beginning of one, a title or words of it, or `latest` (the last active one
 * of this folder; of all folders without `cwd`).
 *
 * @throws {HermesError} `RUNTIME_NO_SESSION`; `RUNTIME_AMBIGUOUS_SESSION` with the `candidates`; `STATE_AMBIGUOUS_ID`.
 */
export function chooseSession(sessions: SessionStore, wanted: string, cwd?: string): string {
  if (wanted !== "latest") return findNamed(sessions, wanted.trim());
  const latest = sessions.latest({ cwd });
  if (latest !== undefined) return latest.id;
  throw new HermesError(`There is no conversation to continue${cwd === undefined ? "" : ` in ${cwd}`}.`, {
    code: "RUNTIME_NO_SESSION",
    hint: "Start one, or name one of another folder with --resume; `hermes sessions list` shows them.",
  });
}

function findNamed(sessions: SessionStore, wanted: string): string {
  const id = withId(sessions, wanted);
  if (id !== undefined) return id;
  const [only, ...others] = sessions.withTitle(wanted, { limit: maxCandidates });
  if (only !== undefined && others.length === 0) return only.id;
  if (only !== undefined) throw new AmbiguousSessionError(wanted, [only, ...others]);
  throw new HermesError(`No conversation has the id or the title "${wanted}".`, {
    code: "RUNTIME_NO_SESSION",
    hint: "`hermes sessions list` shows them; `hermes sessions search` finds what was said in them.",
  });
}

function withId(sessions: SessionStore, prefix: string): string | undefined {
  try {
    return sessions.resolveId(prefix);
  } catch (error) {
    if (HermesError.is(error) && error.code === "STATE_SESSION_NOT_FOUND") return undefined;
    throw error;
  }
}
