import { z } from "zod";
import {
  boundedWaitMs,
  jsonOf,
  type HttpAnswer,
  requestOnce,
  retryAfterMs,
} from "../../http/request-once.ts";

/** How one request to the homeserver ended. */
export type MatrixAnswer =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      /** Of HTTP; 0 where nothing came. */
      readonly status: number;
      /** Such as `M_FORBIDDEN`; empty where it is none of Matrix. */
      readonly errcode: string;
      readonly reason: string;
      readonly http: HttpAnswer;
      readonly retryAfterMs?: number | undefined;
    };

export interface MatrixCall {
  readonly method?: "GET" | "PUT" | "POST" | undefined;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  /** As JSON; a blob as it is. */
  readonly body?: object | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Without the token. */
  readonly anonymous?: boolean | undefined;
}

/** A thin client of one homeserver. What an answer means, and whether to try again, is decided by who asks. */
export interface MatrixApi {
  /** One request, no second try. Never throws. `path` begins with `/_matrix`. */
  call(path: string, call: MatrixCall): Promise<MatrixAnswer>;
  /** Opens a file. @throws what `fetch` throws */
  download(path: string, signal: AbortSignal): Promise<Response>;
  readonly root: string;
  token: string | undefined;
}

const errorSchema = z.object({
  errcode: z.string().catch(""),
  error: z.string().catch(""),
  retry_after_ms: z.number().min(0).optional().catch(undefined),
});

export function createMatrixApi(options: {
  readonly root: string;
  readonly token?: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}): MatrixApi {
  const { root, fetch } = options;
  const api: MatrixApi = {
    root,
    token: options.token,
    async call(path, { method, query = {}, body, signal, timeoutMs, anonymous }) {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
      const isJson = body !== undefined && !(body instanceof Blob);
      const type = isJson ? "application/json" : body instanceof Blob ? body.type : undefined;
      const answer = await requestOnce(`${root}${path}${search.size === 0 ? "" : `?${search}`}`, {
        ...{ fetch, signal, timeoutMs, method },
        headers: {
          ...(anonymous === true ? {} : authorization()),
          ...(type === undefined ? {} : { "content-type": type || "application/octet-stream" }),
        },
        body: body instanceof Blob ? body : body === undefined ? undefined : JSON.stringify(body),
      });
      return readAnswer(answer);
    },
    download: (path, signal) =>
      fetch(`${root}${path}`, { headers: authorization(), redirect: "error", signal }),
  };
  const authorization = (): Record<string, string> =>
    api.token === undefined ? {} : { authorization: `Bearer ${api.token}` };
  return api;
}

function readAnswer(http: HttpAnswer): MatrixAnswer {
  if (!http.answered) return { ok: false, status: 0, errcode: "", reason: http.reason, http };
  const { status, headers, body } = http;
  const result = jsonOf(body);
  if (status < 300 && result !== undefined) return { ok: true, result };
  const { errcode = "", error = "", retry_after_ms: ms } = errorSchema.safeParse(result).data ?? {};
  return {
    ...{ ok: false, status, errcode, http },
    reason: (error || errcode || `HTTP ${status} without an answer of Matrix`).slice(0, 300),
    retryAfterMs: ms === undefined ? retryAfterMs(headers) : boundedWaitMs(ms),
  };
}

/** Whether the token counts no more. */
export function isUnknownToken(answer: MatrixAnswer): boolean {
  return !answer.ok && (answer.status === 401 || /^M_(?:UNKNOWN|MISSING)_TOKEN$/.test(answer.errcode));
}

export function roomPath(roomId: string, ...rest: readonly string[]): string {
  return ["/_matrix/client/v3/rooms", ...[roomId, ...rest].map(encodeURIComponent)].join("/");
}
