import { REST, RateLimitError, type RequestData, type ResponseLike } from "@discordjs/rest";
import { readBounded } from "../../http/read-bounded.ts";
import { boundedWaitMs, isNeverConnected, networkCode } from "../../http/request-once.ts";
import type { SendFailure, SendOutcome } from "../platform.ts";

/** How one request ended. */
export type RestAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly kind: "rate-limit"; readonly reason: string; readonly afterMs: number }
  /** `code`: Discord's own, such as 10003; 0 where it gave none. */
  | {
      readonly ok: false;
      readonly kind: "refused";
      readonly status: number;
      readonly code: number;
      readonly reason: string;
    }
  /** A server error, or no answer. `arrived: false` where the connection was never made. */
  | {
      readonly ok: false;
      readonly kind: "server-error" | "no-answer";
      readonly reason: string;
      readonly arrived: boolean;
    };

export interface DiscordRest {
  /** One request, no second try. Never throws. */
  ask(method: RestMethod, route: `/${string}`, data?: RequestData, timeoutMs?: number): Promise<RestAnswer>;
  close(): void;
}

type RestMethod = "get" | "post" | "put" | "patch" | "delete";

const maxAnswerBytes = 8_000_000;

/** Discord's own client, with its repetitions switched off: the outbox repeats. */
export function createDiscordRest(options: {
  readonly token: string;
  readonly root: string;
  readonly fetch: typeof globalThis.fetch;
  readonly answerMs: number;
}): DiscordRest {
  const { token, root, fetch, answerMs } = options;
  const rest = new REST({
    api: root,
    version: "10",
    retries: 0,
    // The limit of each request is set below, as a file takes longer.
    timeout: 3_600_000,
    offset: 0,
    rejectOnRateLimit: () => true,
    async makeRequest(url, init): Promise<ResponseLike> {
      // The library describes the same request by the types of another version of `fetch`.
      const response = await fetch(url, { ...(init as unknown as RequestInit), redirect: "error" });
      // Read here, within the limit of time: the library would wait for the rest of an answer for ever.
      const bytes = response.body === null ? null : await readBounded(response.body, maxAnswerBytes);
      const { status, statusText, headers } = response;
      const whole = new Response(bytes?.length === 0 ? null : bytes, { status, statusText, headers });
      return whole as unknown as ResponseLike;
    },
  }).setToken(token);
  return {
    async ask(method, route, data = {}, timeoutMs = answerMs) {
      const limit = AbortSignal.timeout(timeoutMs);
      const signal = data.signal === undefined ? limit : AbortSignal.any([data.signal, limit]);
      try {
        return { ok: true, body: await rest[method](route, { ...data, signal }) };
      } catch (error) {
        if (limit.aborted) return noAnswer(`no answer within ${Math.round(timeoutMs / 1_000)} s`);
        if (data.signal?.aborted === true) return noAnswer("stopped while waiting for the answer");
        const answer = answerOf(error);
        // The library forgets a token that was refused once.
        if (!answer.ok && answer.kind === "refused" && answer.status === 401) rest.setToken(token);
        return answer;
      }
    },
    close() {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
  };
}

function noAnswer(reason: string): RestAnswer {
  return { ok: false, kind: "no-answer", reason, arrived: true };
}

function answerOf(error: unknown): RestAnswer {
  if (error instanceof RateLimitError) {
    const afterMs = boundedWaitMs(Math.ceil(error.retryAfter));
    return { ok: false, kind: "rate-limit", reason: "Discord asks for a pause", afterMs };
  }
  if (error instanceof Error && "status" in error && typeof error.status === "number") {
    const { status } = error;
    if (status >= 500)
      return { ok: false, kind: "server-error", reason: `HTTP ${status} of Discord`, arrived: true };
    const code = "code" in error && typeof error.code === "number" ? error.code : 0;
    const said = error.message.replace(/\s+/g, " ").slice(0, 300);
    return { ok: false, kind: "refused", status, code, reason: `${said} (${code || `HTTP ${status}`})` };
  }
  const code = networkCode(error);
  return { ok: false, kind: "no-answer", reason: code, arrived: !isNeverConnected(code) };
}

/** What a refused or lost request means for a message. A server error is said to be lost. */
export function outcomeOf(answer: RestAnswer & { readonly ok: false }): SendOutcome {
  const { reason } = answer;
  if (answer.kind === "rate-limit") return { status: "retry", reason, afterMs: answer.afterMs };
  if (answer.kind !== "refused") return { status: answer.arrived ? "uncertain" : "retry", reason };
  const { code, status } = answer;
  return { status: "failed", reason, code: codes[code] ?? statuses[status] ?? "bad-content" };
}

/** @see https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const codes: Readonly<Record<number, SendFailure>> = {
  10_003: "no-such-chat",
  40_001: "unauthorised",
  40_005: "too-large",
  50_001: "forbidden",
  50_007: "forbidden",
  50_013: "forbidden",
  50_083: "forbidden",
};

const statuses: Readonly<Record<number, SendFailure>> = {
  401: "unauthorised",
  403: "forbidden",
  413: "too-large",
};
