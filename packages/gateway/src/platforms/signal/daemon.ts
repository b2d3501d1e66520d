import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { readBounded } from "../../http/read-bounded.ts";
import { type HttpAnswer, jsonOf, requestOnce } from "../../http/request-once.ts";
import { signalLimits } from "./signal-limits.ts";

/** How one JSON-RPC request ended. */
export type RpcAnswer =
  | { readonly type: "result"; readonly result: unknown }
  | { readonly type: "error"; readonly code: number; readonly message: string; readonly data: unknown }
  /** No JSON-RPC came back. */
  | { readonly type: "none"; readonly http: HttpAnswer };

export interface RpcOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Of the answer. @default 4,000,000 */
  readonly maxBytes?: number | undefined;
}

/** The HTTP interface of signal-cli's daemon. @see https://github.com/AsamK/signal-cli/blob/master/man/signal-cli-jsonrpc.5.adoc */
export interface Daemon {
  /** One request, no second try. Never throws. */
  call(
    method: string,
    parameters: Readonly<Record<string, unknown>>,
    options: RpcOptions,
  ): Promise<RpcAnswer>;
  /** `GET /api/v1/check` */
  check(options: RpcOptions): Promise<HttpAnswer>;
  /** The stream of what comes in for an account. @throws what `fetch` throws */
  events(account: string, signal: AbortSignal): Promise<Response>;
}

const answer = z.union([
  z.object({
    error: z.object({ code: z.number(), message: z.string().nullish(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }),
]);

export function createDaemon(options: {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
}): Daemon {
  const { url, fetch } = options;
  let id = 0;
  const bounded =
    (maxBytes: number): typeof globalThis.fetch =>
    async (...asked) => {
      const { body, status, headers } = await fetch(...asked);
      return new Response(body === null ? null : await readBounded(body, maxBytes), { status, headers });
    };
  return {
    async call(method, parameters, { signal, timeoutMs, maxBytes = signalLimits.answerChars }) {
      const http = await requestOnce(`${url}/api/v1/rpc`, {
        fetch: bounded(maxBytes),
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: String(++id), method, params: parameters }),
        signal,
        timeoutMs,
      });
      const parsed = http.answered ? answer.safeParse(jsonOf(http.body)).data : undefined;
      if (parsed === undefined) return { type: "none", http };
      if (!("error" in parsed)) return { type: "result", result: parsed.result };
      const { code, message, data } = parsed.error;
      return { type: "error", code, message: redactNumbers(message ?? "").slice(0, 300), data };
    },
    check: ({ signal, timeoutMs, maxBytes = signalLimits.answerChars }) =>
      requestOnce(`${url}/api/v1/check`, { fetch: bounded(maxBytes), signal, timeoutMs }),
    events: (account, signal) =>
      fetch(`${url}/api/v1/events?account=${encodeURIComponent(account)}`, {
        headers: { accept: "text/event-stream" },
        redirect: "error",
        signal,
      }),
  };
}

/** Phone numbers by their last digits only. */
export function redactNumbers(text: string): string {
  return text.replace(/\+\d{3,}(\d{3})/g, "+…$1");
}

export const notThisAccountHint =
  "Link signal-cli to the account (Signal on the phone: Settings, Linked devices) or register the number with it, and look at SIGNAL_ACCOUNT.";

const methodNotFound = -32_601;
const accounts = z.array(
  z.union([z.string(), z.object({ number: z.string().nullish() }).transform(({ number }) => number ?? "")]),
);

/**
 * Asks whether the daemon is there and has the account.
 *
 * @throws {HermesError} `PLATFORM_UNREACHABLE`, `PLATFORM_UNAUTHORISED` where the account is not there.
 */
export async function askForAccount(daemon: Daemon, account: string, options: RpcOptions): Promise<void> {
  const there = await daemon.check(options);
  options.signal.throwIfAborted();
  if (!there.answered) throw unreachable(there.reason);
  if (there.status >= 300) throw unreachable(`it answers with HTTP ${there.status}`);
  const answered = await daemon.call("listAccounts", {}, options);
  options.signal.throwIfAborted();
  // A daemon of one account (`-a`) doesn't list it.
  if (answered.type === "error" && answered.code === methodNotFound) return;
  if (answered.type === "error") throw unreachable(answered.message);
  if (answered.type === "none") throw unreachable("what answers is not signal-cli");
  const found = accounts.safeParse(answered.result).data;
  if (found === undefined) throw unreachable("what answers is not signal-cli");
  if (!found.includes(account))
    throw new HermesError(`signal-cli does not have the account ${redactNumbers(account)}.`, {
      code: "PLATFORM_UNAUTHORISED",
      hint: notThisAccountHint,
    });
}

export function unreachable(why: string): HermesError {
  return new HermesError(`The daemon of signal-cli can't be reached: ${why}.`, {
    code: "PLATFORM_UNREACHABLE",
    hint: "Start `signal-cli daemon --http 127.0.0.1:8080`, and look at SIGNAL_HTTP_URL.",
  });
}
