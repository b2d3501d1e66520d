import { HermesError } from "@hermes/registry";
import type { SessionStore } from "@hermes/state";

/**
 * Finds the session that is meant: an id, the beginning of one, or `latest` (the last active one of this
 * folder).
 *
 * @throws {HermesError} `RUNTIME_NO_SESSION`, `STATE_SESSION_NOT_FOUND`, `STATE_AMBIGUOUS_ID`.
 */
export function chooseSession(sessions: SessionStore, wanted: string, cwd: string): string {
  if (wanted !== "latest") return sessions.resolveId(wanted);
  const latest = sessions.latest({ cwd });
  if (latest !== undefined) return latest.id;
  throw new HermesError(`There is no conversation to continue in ${cwd}.`, {
    code: "RUNTIME_NO_SESSION",
    hint: "Start one, or name one of another folder with --resume ID; `hermes sessions list` shows them.",
  });
}
