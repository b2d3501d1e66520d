import { HermesError } from "@hermes/registry";
import { z } from "zod";
import type { WebFetch } from "../web-fetch.ts";
import { searchError } from "./search-error.ts";

export interface SearchCall {
  /** @default "GET", and "POST" for what has a body */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly json?: object | undefined;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  /** @default 2 MiB */
  readonly maxBytes?: number | undefined;
}

export interface SearchReply {
  readonly status: number;
  readonly text: string;
}

/** Requests to one provider. Each failure is told as what happened and what to do. */
export interface SearchHttp {
  /** @throws {HermesError} the codes of `SearchProblem`; the reason of the signal when aborted */
  text(url: string, call: SearchCall): Promise<SearchReply>;
  json<Schema extends z.ZodType>(url: string, schema: Schema, call: SearchCall): Promise<z.infer<Schema>>;
  /** For one that answers, and does not search. */
  blocked(why: string): HermesError;
  unreachable(why: string): HermesError;
  badAnswer(why: string): HermesError;
}

/** What failures are told with. */
export interface AskedProvider {
  readonly title: string;
  readonly keys: readonly string[];
  readonly addressVariable?: string | undefined;
  readonly refusalHint?: string | undefined;
}

export interface SearchHttpOptions {
  readonly fetch: WebFetch;
  readonly provider: AskedProvider;
  /** Which variables let other providers be asked, as words. */
  readonly others: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const maxReplyBytes = 2 * 1024 * 1024;

/** Any one odd item of a list is left out, and the others stay. */
export function listOf<Item extends z.ZodType>(item: Item): z.ZodType<readonly NonNullable<z.infer<Item>>[]> {
  return z
    .array(item.nullable().catch(null))
    .transform((list) =>
      list.filter((each): each is NonNullable<z.infer<Item>> => each !== null && each !== undefined),
    );
}

export function createSearchHttp(options: SearchHttpOptions): SearchHttp {
  const { provider, others } = options;
  const badAnswer = (why: string, cause?: unknown): HermesError =>
    searchError("WEB_SEARCH_BAD_ANSWER", `${provider.title} gave an answer that can't be read: ${why}.`, {
      hint: `If it stays like this, use another provider: ${others}.`,
      cause,
    });
  const text = async (url: string, call: SearchCall): Promise<SearchReply> => {
    const late = AbortSignal.timeout(options.timeoutMs);
    const signal = AbortSignal.any([options.signal, late]);
    try {
      const response = await connect(url, call, { ...options, signal });
      const failure = ofStatus(response, options);
      if (failure !== undefined) {
        await response.body?.cancel();
        throw failure;
      }
      return { status: response.status, text: await readBody(response, call, badAnswer) };
    } catch (error) {
      options.signal.throwIfAborted();
      if (late.aborted) throw unreachable(options, `no answer within ${options.timeoutMs / 1_000} s`, error);
      throw HermesError.is(error) ? error : unreachable(options, causeOf(error), error);
    }
  };
  return {
    text,
    async json(url, schema, call) {
      const accepted = { ...call, headers: { accept: "application/json", ...call.headers } };
      const { text: body } = await text(url, accepted);
      let value: unknown;
      try {
        value = JSON.parse(body);
      } catch (error) {
        throw badAnswer("it is not JSON", error);
      }
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      throw badAnswer(
        `it has another form (${issue?.path.join(".") || "at the top"}: ${issue?.message ?? "?"})`,
      );
    },
    blocked: (why) =>
      searchError("WEB_SEARCH_BLOCKED", `${provider.title} blocks this search: ${why}.`, {
        hint: `It works without a key and not for everybody. Set the key or address of another provider: ${others}.`,
      }),
    unreachable: (why) => unreachable(options, why),
    badAnswer,
  };
}

async function connect(url: string, call: SearchCall, options: SearchHttpOptions): Promise<Response> {
  const { json, form, headers = {} } = call;
  const body = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json);
  const type = json === undefined ? "application/x-www-form-urlencoded" : "application/json";
  try {
    return await options.fetch(url, {
      method: call.method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        "user-agent": "Mozilla/5.0 (compatible; hermes-web)",
        ...(body !== undefined && { "content-type": type }),
        ...headers,
      },
      body,
      signal: options.signal,
      // Elsewhere the key would be somebody else's.
      maxRedirects: 0,
    });
  } catch (error) {
    options.signal.throwIfAborted();
    // One with a cause is no rule's: the host could not be looked up.
    if (!HermesError.is(error) || error.code !== "URL_REFUSED" || error.cause !== undefined) throw error;
    throw searchError(
      "WEB_SEARCH_UNREACHABLE",
      `${options.provider.title} may not be asked. ${error.message}`,
      {
        hint: "When the server is your own, add its host to network.allow_private.",
        cause: error,
      },
    );
  }
}

function ofStatus(response: Response, { provider, others }: SearchHttpOptions): HermesError | undefined {
  const { status } = response;
  const { title, keys, addressVariable } = provider;
  const variables = [...keys, ...(addressVariable === undefined ? [] : [addressVariable])].join(" or ");
  if (status >= 200 && status < 300) return undefined;
  if ([401, 403, 422].includes(status)) {
    const hint = provider.refusalHint ?? `Look whether the key in ${variables} is right and still valid.`;
    return searchError("WEB_SEARCH_REFUSED", `${title} refuses the request (${status}).`, { hint });
  }
  if ([402, 429, 432, 433].includes(status)) {
    const hint = `Wait a while or look at the plan of the key; other providers: ${others}.`;
    return searchError("WEB_SEARCH_LIMITED", `${title} takes no more requests for now (${status}).`, {
      hint,
    });
  }
  if (status >= 500) {
    return searchError("WEB_SEARCH_UNREACHABLE", `${title} answers with an error of its own (${status}).`, {
      hint: `Try again later, or use another provider: ${others}.`,
    });
  }
  if (status >= 300 && status < 400) {
    return searchError("WEB_SEARCH_BAD_ANSWER", `${title} redirects elsewhere (${status}).`, {
      hint: "A key is sent to its own address alone. Give the address that it leads to.",
    });
  }
  return searchError("WEB_SEARCH_BAD_ANSWER", `${title} answers with the status ${status}.`, {
    hint:
      addressVariable === undefined ? undefined : `Look whether the address in ${addressVariable} is right.`,
  });
}

function unreachable({ provider, others }: SearchHttpOptions, why: string, cause?: unknown): HermesError {
  return searchError("WEB_SEARCH_UNREACHABLE", `${provider.title} can't be reached: ${why}.`, {
    hint: `Try again later, or use another provider: ${others}.`,
    cause,
  });
}

/** Counts what really comes: a header may say anything. */
async function readBody(
  response: Response,
  { maxBytes = maxReplyBytes }: SearchCall,
  badAnswer: (why: string) => HermesError,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    total += chunk.byteLength;
    if (total > maxBytes) throw badAnswer(`it is larger than ${Math.round(maxBytes / 1024)} KiB`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** `fetch failed` says nothing; what is below it does. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message || cause.name : String(cause)).replace(/\.$/, "");
}
