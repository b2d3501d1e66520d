import { z } from "zod";

/** The gateway reads `code` and `hint` of any error. */
export class PlatformError extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Begins the tag of our own messages: the one thing of a message that people don't write by accident. */
export const ownTag = "hermes-";

/** A line of the stream, as far as it is used. */
export type NtfyEvent = z.infer<typeof eventSchema>;

const eventSchema = z.object({
  id: z.string().max(100),
  time: z.number(),
  event: z.string(),
  title: z.string().optional(),
  message: z.string().default(""),
  tags: z.array(z.string()).default([]),
  attachment: z
    .object({ name: z.string(), url: z.url(), type: z.string().optional(), size: z.number().optional() })
    .optional(),
});

export type Answer =
  | {
      readonly answered: true;
      readonly status: number;
      readonly body: string;
      readonly retryAfter: string | null;
    }
  | { readonly answered: false; readonly arrived: boolean; readonly reason: string };

export interface NtfyApi {
  readonly server: string;
  /** One request. Never throws. */
  ask(path: string, init: RequestInit, signal: AbortSignal): Promise<Answer>;
  /** What is kept of a topic. */
  poll(topic: string, since: string, signal?: AbortSignal): Promise<readonly NtfyEvent[]>;
  /** What comes, until it ends or is silent. */
  stream(topic: string, since: string, silenceMs: number): AsyncGenerator<NtfyEvent>;
  /** @throws where it is larger, or gone */
  file(url: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>;
}

export interface NtfyApiOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly answerMs: number;
  readonly signal: AbortSignal;
}

const longestLine = 1_000_000;

export function createNtfyApi(
  { server, token }: { readonly server: string; readonly token?: string | undefined },
  { fetch, answerMs, signal: ended }: NtfyApiOptions,
): NtfyApi {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const get = async (url: string, signal: AbortSignal): Promise<Response> => {
    try {
      return await fetch(url, { headers, redirect: "error", signal });
    } catch (error) {
      throw unreachable(server, codeOf(error));
    }
  };
  const opened = async (path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
    const response = await get(`${server}/${path}`, signal);
    if (response.status === 401 || response.status === 403)
      throw new PlatformError(
        "PLATFORM_UNAUTHORISED",
        "ntfy does not let these settings read the topic.",
        "Make an access token in the account of the ntfy server, and set NTFY_TOKEN.",
      );
    if (!response.ok || response.body === null) throw unreachable(server, `HTTP ${response.status}`);
    return response.body;
  };

  return {
    server,
    async ask(path, init, signal) {
      const limit = AbortSignal.any([signal, ended, AbortSignal.timeout(answerMs)]);
      try {
        const response = await fetch(`${server}/${path}`, {
          ...init,
          headers: { ...headers, ...init.headers },
          redirect: "error",
          signal: limit,
        });
        const body = await response.text();
        return {
          answered: true,
          status: response.status,
          body,
          retryAfter: response.headers.get("retry-after"),
        };
      } catch (error) {
        const reason = codeOf(error);
        return { answered: false, arrived: !neverSent.has(reason), reason };
      }
    },
    async poll(topic, since, signal = ended) {
      const limit = AbortSignal.any([signal, ended, AbortSignal.timeout(answerMs)]);
      const events: NtfyEvent[] = [];
      for await (const line of linesOf(await opened(`${topic}/json?poll=1&since=${since}`, limit), server))
        events.push(...eventOf(line));
      return events;
    },
    async *stream(topic, since, silenceMs) {
      const silent = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const heard = (ms: number): void => {
        clearTimeout(timer);
        timer = setTimeout(() => silent.abort(), ms);
      };
      heard(answerMs);
      try {
        const signal = AbortSignal.any([ended, silent.signal]);
        const body = await opened(`${topic}/json?since=${encodeURIComponent(since)}`, signal);
        for await (const line of linesOf(body, server)) {
          heard(silenceMs);
          yield* eventOf(line);
        }
      } catch (error) {
        throw silent.signal.aborted ? unreachable(server, "it went silent") : error;
      } finally {
        clearTimeout(timer);
      }
    },
    async file(url, maxBytes, signal) {
      const response = await get(url, AbortSignal.any([signal, ended]));
      if (!response.ok || response.body === null)
        throw new Error(`The file is gone: HTTP ${response.status}.`);
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of response.body) {
        size += part.byteLength;
        if (size > maxBytes)
          throw new PlatformError("PLATFORM_FILE_TOO_LARGE", "The file is too large.", "Send a smaller one.");
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
  };
}

/** What is no event is left out: the server may know more than this program. */
function eventOf(line: string): readonly NtfyEvent[] {
  try {
    const { data } = eventSchema.safeParse(JSON.parse(line));
    return data === undefined ? [] : [data];
  } catch {
    return [];
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>, server: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const bytes of body) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) throw new Error("a line without an end");
      yield* lines.filter((line) => line !== "");
    }
  } catch (error) {
    throw unreachable(server, codeOf(error));
  }
}

const neverSent: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH"]);

/** The code alone: the message of a failed request can hold its address, and that the topic. */
function codeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause)
    if ("code" in each && typeof each.code === "string") return each.code;
  return "the connection broke";
}

function unreachable(server: string, why: string): PlatformError {
  return new PlatformError(
    "PLATFORM_UNREACHABLE",
    `ntfy can't be reached at ${server}: ${why}.`,
    "Look at the connection of this machine, and at NTFY_SERVER.",
  );
}
