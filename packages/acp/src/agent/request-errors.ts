import { RequestError } from "@agentclientprotocol/sdk";
import { HermesError } from "@hermes/registry";
import type { Readiness } from "../ports/acp-home.ts";

const gone: ReadonlySet<string> = new Set([
  "RUNTIME_NO_SESSION",
  "SESSION_NOT_FOUND",
  "STATE_SESSION_NOT_FOUND",
]);

/** What the person can set right by setting up a model that can be asked. */
const unready: ReadonlySet<string> = new Set(["RUNTIME_NO_MODEL", "MODEL_AUTH", "MODEL_KEY_MISSING"]);

/** A failure as the editor is told it: what happened, and what to do. */
export function toRequestError(error: unknown, sessionId?: string): RequestError {
  if (error instanceof RequestError) return error;
  const facts = factsOf(error);
  const data = { code: facts.code, hint: facts.hint };
  const text = [facts.message, facts.hint ?? ""].join(" ").trim();
  if (unready.has(facts.code ?? "")) return RequestError.authRequired(data, text);
  if (gone.has(facts.code ?? "") && sessionId !== undefined) return RequestError.sessionNotFound(sessionId);
  return RequestError.internalError(data, text);
}

export function notReady({ reason, hint }: Readiness & { readonly ready: false }): RequestError {
  return RequestError.authRequired({ hint }, [reason, hint ?? ""].join(" ").trim());
}

interface Facts {
  readonly code: string | undefined;
  readonly message: string;
  readonly hint: string | undefined;
}

/** Of what was thrown, or of what a turn ended with. */
function factsOf(error: unknown): Facts {
  if (HermesError.is(error)) return { code: error.code, message: error.message, hint: error.hint };
  if (typeof error !== "object" || error === null)
    return { code: undefined, message: String(error), hint: undefined };
  const fields = new Map<string, unknown>(Object.entries(error));
  const message = "message" in error ? error.message : undefined;
  return {
    code: textIn(fields.get("code")),
    message: textIn(message) ?? "The model gave no answer.",
    hint: textIn(fields.get("hint")),
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
