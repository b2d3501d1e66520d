import type { z } from "zod";
import { codeOf, hubError, reasonOf } from "../hub-error.ts";
import type { HubFetch } from "../skill-source.ts";
import { waitUntil } from "./rate-limit.ts";
import { maxIndexBytes } from "./size-limits.ts";

export interface HubRequest {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly method?: string | undefined;
  /** Sent as JSON. */
  readonly json?: object | undefined;
  /** @default 8 MiB */
  readonly maxBytes?: number | undefined;
}

/** Requests to one service: bounded in time and size, and told apart by what went wrong. */
export interface HubHttp {
  /** @throws {HermesError} the codes of `SkillSource`. */
  bytes(url: string, request: HubRequest): Promise<Uint8Array>;
  json<Schema extends z.ZodType>(url: string, schema: Schema, request: HubRequest): Promise<z.infer<Schema>>;
}

export interface HubHttpOptions {
  readonly fetch: HubFetch;
  /** For people: `GitHub`. */
  readonly service: string;
  readonly timeoutMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createHubHttp(options: HubHttpOptions): HubHttp {
  const bytes = async (url: string, request: HubRequest): Promise<Uint8Array> => {
    const late = AbortSignal.timeout(options.timeoutMs);
    const signal = AbortSignal.any([request.signal, late]);
    try {
      const response = await connect(url, { ...request, signal }, options);
      return await readBody(response, { ...options, maxBytes: request.maxBytes ?? maxIndexBytes });
    } catch (error) {
      request.signal.throwIfAborted();
      if (late.aborted) {
        throw unreachable(options.service, `it did not answer within ${options.timeoutMs / 1_000} s`, error);
      }
      throw error;
    }
  };
  return {
    bytes,
    async json(url, schema, request) {
      const text = new TextDecoder().decode(await bytes(url, request));
      const parsed = schema.safeParse(parseJson(text, options.service));
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      const where = issue === undefined ? "" : ` (${issue.path.join(".") || "at the top"}: ${issue.message})`;
      throw hubError("HUB_BAD_ANSWER", `${options.service} gave an answer of an unknown form${where}.`);
    },
  };
}

async function connect(url: string, request: HubRequest, options: HubHttpOptions): Promise<Response> {
  const { json, method, headers = {}, signal } = request;
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const kind = json === undefined ? {} : { "content-type": "application/json" };
  let response: Response;
  try {
    response = await options.fetch(url, {
      ...(method !== undefined && { method }),
      ...body,
      headers: { "user-agent": "hermes-skills", ...kind, ...headers },
      signal,
      maxRedirects: 5,
    });
  } catch (error) {
    signal.throwIfAborted();
    // A refusal with a cause is no rule's: the host could not be looked up, as when there is no network.
    if (codeOf(error) === "URL_REFUSED" && !(error instanceof Error && error.cause !== undefined))
      throw hubError("HUB_REFUSED", `${options.service}: ${reasonOf(error)}`, { cause: error });
    throw unreachable(options.service, causeOf(error), error);
  }
  if (url.startsWith("https:") && response.url.startsWith("http:")) {
    await response.body?.cancel();
    throw hubError("HUB_REFUSED", `${options.service} leads to an address without encryption.`);
  }
  if (response.ok) return response;
  await response.body?.cancel();
  throw ofStatus(response, options);
}

function ofStatus(response: Response, { service, now }: HubHttpOptions): Error {
  const { status } = response;
  const ends = waitUntil(response, now());
  if (ends !== undefined) {
    return hubError("HUB_RATE_LIMITED", `${service} takes no more requests until ${ends.toISOString()}.`, {
      hint:
        service === "GitHub"
          ? "With a GitHub token (GITHUB_TOKEN, gh auth login) it takes more."
          : "Try again then.",
    });
  }
  if (status === 404 || status === 410)
    return hubError("HUB_NOT_FOUND", `${service} has no such thing (${status}).`);
  if (status === 401 || status === 403) {
    return hubError("HUB_REFUSED", `${service} refuses (${status}).`, {
      hint: service === "GitHub" ? "Check the GitHub token and what it may read." : "It may need an account.",
    });
  }
  if (status >= 500) return unreachable(service, `it answers with an error (${status})`);
  return hubError("HUB_BAD_ANSWER", `${service} answers with the status ${status}.`);
}

function unreachable(service: string, why: string, cause?: unknown): Error {
  return hubError("HUB_OFFLINE", `${service} can't be reached: ${why}.`, {
    hint: "What is installed works on.",
    cause,
  });
}

/** Counts what really comes: a header may say anything. */
async function readBody(
  response: Response,
  { service, maxBytes }: HubHttpOptions & { readonly maxBytes: number },
): Promise<Uint8Array> {
  const tooLarge = (): Error =>
    hubError("HUB_TOO_LARGE", `${service} sends more than the ${maxBytes} bytes that are taken.`);
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of response.body ?? []) {
      total += chunk.byteLength;
      if (total > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (codeOf(error) === "HUB_TOO_LARGE") throw error;
    throw hubError("HUB_BAD_ANSWER", `The answer of ${service} ends too early.`, {
      hint: "Try again.",
      cause: error,
    });
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string, service: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw hubError("HUB_BAD_ANSWER", `${service} gave an answer that is no JSON.`, { cause: error });
  }
}

/** `fetch failed` says nothing; what is below it does. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (codeOf(cause) === "EPROTO") return "it does not answer with TLS there, as https needs";
  return (cause instanceof Error ? cause.message || cause.name : String(cause)).replace(/\.$/, "");
}
