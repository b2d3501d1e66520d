import { z } from "zod";
import {
  boundedWaitMs,
  type HttpAnswer,
  jsonOf,
  requestOnce,
  retryAfterMs,
} from "../../http/request-once.ts";

/** How one request to the Bot API ended. */
export type BotAnswer =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      /** The number Telegram gives, which is that of HTTP. */
      readonly code: number;
      readonly description: string;
      readonly retryAfterMs?: number | undefined;
      readonly migratedTo?: string | undefined;
    }
  /** No answer. `arrived: false` where the connection was never made. */
  | {
      readonly ok: false;
      readonly code: "no-answer";
      readonly arrived: boolean;
      readonly description: string;
    };

export interface BotApi {
  /** One request, no second try. Never throws. */
  call(method: string, parameters: Parameters, options: CallOptions): Promise<BotAnswer>;
  /** Opens a file that `getFile` named. @throws what `fetch` throws */
  download(path: string, signal: AbortSignal): Promise<Response>;
}

/** Values as JSON; a blob makes it a form. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().max(10_000).optional(),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .optional(),
});

/** A thin client: which answer means what, and whether to try again, is decided by who asks. */
export function createBotApi(options: {
  readonly token: string;
  readonly root: string;
  readonly fetch: typeof globalThis.fetch;
}): BotApi {
  const { token, root, fetch } = options;
  return {
    async call(method, parameters, { signal, timeoutMs }) {
      const answered = await requestOnce(`${root}/bot${token}/${method}`, {
        ...{ fetch, signal, timeoutMs },
        ...bodyOf(parameters),
      });
      if (answered.answered) return readAnswer(answered);
      const { arrived, reason } = answered;
      return { ok: false, code: "no-answer", arrived, description: reason };
    },
    download: (path, signal) => fetch(`${root}/file/bot${token}/${path}`, { redirect: "error", signal }),
  };
}

function bodyOf(parameters: Parameters): {
  readonly body: string | FormData;
  readonly headers?: Record<string, string>;
} {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  if (!given.some(([, value]) => value instanceof Blob))
    return {
      body: JSON.stringify(Object.fromEntries(given)),
      headers: { "content-type": "application/json" },
    };
  const body = new FormData();
  for (const [name, value] of given) {
    if (value instanceof Blob) body.append(name, value, value instanceof File ? value.name : name);
    else body.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return { body };
}

function readAnswer({ status, headers, body }: HttpAnswer & { readonly answered: true }): BotAnswer {
  const parsed = answer.safeParse(jsonOf(body));
  if (parsed.data?.ok === true) return { ok: true, result: parsed.data.result };
  const { error_code: code, description, parameters } = parsed.data ?? {};
  const seconds = parameters?.retry_after;
  const afterMs = seconds === undefined ? retryAfterMs(headers) : boundedWaitMs(seconds * 1_000);
  const migratedTo = parameters?.migrate_to_chat_id;
  return {
    ok: false,
    code: code ?? (status < 400 ? 502 : status),
    description: (description ?? `HTTP ${status} without an answer of Telegram`).slice(0, 300),
    ...(afterMs === undefined ? {} : { retryAfterMs: afterMs }),
    ...(migratedTo === undefined ? {} : { migratedTo: String(migratedTo) }),
  };
}
