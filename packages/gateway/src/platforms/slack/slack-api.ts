import { z } from "zod";
import { type HttpAnswer, jsonOf, requestOnce } from "../../http/request-once.ts";

/** How one request to the Web API ended. */
export type SlackAnswer =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false;
      /** Slack's name of it, such as `channel_not_found`; else `no_answer` or `http_502`. */
      readonly error: string;
      /** With `missing_scope`: the scope. */
      readonly needed?: string | undefined;
      readonly http: HttpAnswer;
    };

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** One request, no second try. Never throws. */
export type SlackCall = (
  method: string,
  parameters: Readonly<Record<string, unknown>>,
  options: CallOptions,
) => Promise<SlackAnswer>;

const envelope = z.looseObject({
  ok: z.boolean(),
  error: z.string().max(1_000).optional(),
  needed: z.string().max(1_000).optional().catch(undefined),
});

/** A thin client: which answer means what, and whether to try again, is decided by who asks. */
export function createSlackApi(options: {
  readonly token: string;
  readonly root: string;
  readonly fetch: typeof globalThis.fetch;
}): SlackCall {
  const { token, root, fetch } = options;
  return async (method, parameters, { signal, timeoutMs }) => {
    // Some methods take no JSON; all of them take a form, with what is no text as JSON.
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
    const http = await requestOnce(`${root}/${method}`, {
      ...{ fetch, signal, timeoutMs, body: form.toString() },
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      },
    });
    if (!http.answered) return { ok: false, error: "no_answer", http };
    const { data } = envelope.safeParse(jsonOf(http.body));
    if (data?.ok === true && http.status < 400) return { ok: true, data };
    return { ok: false, error: data?.error ?? `http_${http.status}`, needed: data?.needed, http };
  };
}
