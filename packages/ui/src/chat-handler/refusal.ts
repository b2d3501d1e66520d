import { HermesError } from "@hermes/agent-loop";
import { report } from "../follow/report.ts";

/** Codes that a client can do something about. The words are written here: those of an error may tell of the inside. */
const known: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  SESSION_BUSY: { status: 409, message: "An answer is being written in this session." },
  AGENT_BUSY: { status: 409, message: "An answer is being written in this session." },
  APPROVAL_CLOSED: { status: 409, message: "The question is answered already." },
  APPROVAL_EXPIRED: { status: 409, message: "The question was not answered in time." },
  APPROVAL_NOT_FOUND: { status: 404, message: "There is no such question in this session." },
  SESSION_NOT_FOUND: { status: 404, message: "There is no such session." },
  NOTHING_TO_CONTINUE: { status: 409, message: "There is nothing to go on with." },
  UI_BAD_CURSOR: { status: 400, message: "The cursor is none that an event had." },
  UI_FORBIDDEN: { status: 403, message: "This session is not yours." },
  UI_FORBIDDEN_HOST: { status: 403, message: "Requests for this host are refused." },
  UI_FORBIDDEN_ORIGIN: { status: 403, message: "Requests from this origin are refused." },
  UI_NO_ROUTE: { status: 404, message: "There is nothing here." },
  UI_TOO_LARGE: { status: 413, message: "The request is too large." },
  UI_REGENERATE_WHOLE: { status: 409, message: "An answer that is complete can't be written again." },
};

/** What a client sent wrong: told in the error's own words. */
const wrong: Readonly<Record<string, number>> = {
  UI_BAD_REQUEST: 400,
  MEDIA_INVALID: 400,
  MEDIA_TOO_LARGE: 413,
};

/** An answer of code and message. Anything that a client can do nothing about stays inside. */
export function refusalOf(error: unknown, onError: ((error: unknown) => void) | undefined): Response {
  const code = HermesError.is(error) ? error.code : "UI_FAILED";
  const wrongAs = wrong[code];
  const { status, message } =
    HermesError.is(error) && wrongAs !== undefined
      ? { status: wrongAs, message: error.message }
      : (known[code] ?? { status: 500, message: "The request failed." });
  if (status === 500) report(onError, error);
  return Response.json({ error: { code, message } }, { status, headers: { "cache-control": "no-store" } });
}

export function refused(code: string, message: string): HermesError {
  return new HermesError(message, { code });
}
