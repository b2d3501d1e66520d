import { z } from "zod";

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
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(`${root}/bot${token}/${method}`, {
          method: "POST",
          ...bodyOf(parameters),
          redirect: "error",
          signal: AbortSignal.any([signal, limit]),
        });
        return readAnswer(response.status, response.headers.get("retry-after"), await response.text());
      } catch (error) {
        if (limit.aborted) return noAnswer(true, `no answer within ${Math.round(timeoutMs / 1_000)} s`);
        if (signal.aborted) return noAnswer(true, "stopped while waiting for the answer");
        const code = networkCode(error);
        return noAnswer(!neverConnected.has(code), code);
      }
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

function readAnswer(status: number, retryAfter: string | null, text: string): BotAnswer {
  const parsed = answer.safeParse(jsonOf(text));
  if (parsed.data?.ok === true) return { ok: true, result: parsed.data.result };
  const { error_code: code, description, parameters } = parsed.data ?? {};
  const seconds = parameters?.retry_after ?? (retryAfter === null ? undefined : Number(retryAfter));
  const migratedTo = parameters?.migrate_to_chat_id;
  return {
    ok: false,
    code: code ?? (status < 400 ? 502 : status),
    description: (description ?? `HTTP ${status} without an answer of Telegram`).slice(0, 300),
    ...(seconds === undefined || !Number.isFinite(seconds) ? {} : { retryAfterMs: seconds * 1_000 }),
    ...(migratedTo === undefined ? {} : { migratedTo: String(migratedTo) }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page of a proxy: the status says what there is to say.
    return undefined;
  }
}

/** Failures before the first byte was sent. */
const neverConnected: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** The code alone: the message of a failed request can hold its address, and that the token. */
function networkCode(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause)
    if ("code" in each && typeof each.code === "string") return each.code;
  return "the connection broke";
}

function noAnswer(arrived: boolean, description: string): BotAnswer {
  return { ok: false, code: "no-answer", arrived, description };
}
