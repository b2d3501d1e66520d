import { HermesError } from "@hermes/registry/errors";

export function sessionNotFound(sessionId: string): HermesError {
  return new HermesError(`There is no session "${sessionId}" in the store.`, {
    code: "STATE_SESSION_NOT_FOUND",
    hint: "List the sessions to see which there are.",
  });
}
