import { z } from "zod";
import { type HttpAnswer, jsonOf, requestOnce, retryAfterMs } from "../../http/request-once.ts";
import { withoutControls } from "../../presentation/render-markdown.ts";

/** How one request to the Graph API ended. */
export type GraphAnswer =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      /** Meta's own number, by which errors are told apart. Absent: something else answered, or nobody. */
      readonly code?: number | undefined;
      readonly subcode?: number | undefined;
      readonly reason: string;
      readonly retryAfterMs?: number | undefined;
      readonly http: HttpAnswer;
    };

export interface GraphCall {
  /** As JSON, or a form with a file. Absent: it is only read. */
  readonly body?: Readonly<Record<string, unknown>> | FormData | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface GraphApi {
  /** One request, no second try. Never throws. `path` without a slash before it. */
  call(path: string, options: GraphCall): Promise<GraphAnswer>;
  /** Opens an address at which Meta keeps a file. @throws what `fetch` throws */
  download(url: string, signal: AbortSignal): Promise<Response>;
}

const refused = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional().catch(undefined),
    message: z.string().catch(""),
    error_data: z.object({ details: z.string() }).optional().catch(undefined),
  }),
});

/** A thin client: what an answer means is decided by who asks. */
export function createGraphApi(options: {
  readonly root: string;
  readonly token: string;
  readonly fetch: typeof globalThis.fetch;
}): GraphApi {
  const { root, token, fetch } = options;
  const authorization = `Bearer ${token}`;
  return {
    async call(path, { body, signal, timeoutMs }) {
      const isForm = body instanceof FormData;
      const json = body === undefined || isForm ? {} : { "content-type": "application/json" };
      const http = await requestOnce(`${root}/${path}`, {
        ...{ fetch, signal, timeoutMs, headers: { authorization, ...json } },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      return readAnswer(http, token);
    },
    download: (url, signal) => fetch(url, { headers: { authorization }, redirect: "error", signal }),
  };
}

function readAnswer(http: HttpAnswer, token: string): GraphAnswer {
  if (!http.answered) return { ok: false, reason: http.reason, http };
  const json = jsonOf(http.body);
  const { error } = refused.safeParse(json).data ?? {};
  if (error === undefined) {
    if (http.status < 300 && typeof json === "object" && json !== null) return { ok: true, result: json };
    return { ok: false, reason: `HTTP ${http.status} without an answer of Meta`, http };
  }
  const { code, error_subcode: subcode, message, error_data: data } = error;
  const said = [message, data?.details].filter((each) => each !== undefined && each !== "").join(": ");
  const reason = withoutControls(said).replaceAll(token, "…").replace(/\s+/g, " ").slice(0, 300);
  return { ok: false, code, subcode, reason, retryAfterMs: retryAfterMs(http.headers), http };
}
