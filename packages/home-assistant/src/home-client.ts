import { HermesError } from "@hermes/registry";
import type { z } from "zod";

export interface HomeClientOptions {
  /** Address of Home Assistant, such as `http://homeassistant.local:8123`; a path in it is kept. */
  readonly url: string;
  /** A long-lived access token. It goes to `url` alone: redirects are not followed. */
  readonly token: string;
  /** Of one request, in milliseconds. @default 15_000 */
  readonly timeoutMs?: number | undefined;
  /** Largest answer that is read, in bytes. @default 32 MiB */
  readonly maxBytes?: number | undefined;
  /** @default the fetch of Node */
  readonly fetch?: typeof fetch | undefined;
}

/** The REST API of Home Assistant. */
export interface HomeClient {
  /**
   * @param path Below `/api`, such as `/states`.
   * @param body With one it is a POST.
   * @returns what the schema makes of the answer
   * @throws {HermesError} `HOME_ASSISTANT_UNAUTHORISED`, `_UNREACHABLE`, `_REFUSED` (its `data.status` is that of the answer) or
   * `_BAD_ANSWER`
   * @see https://developers.home-assistant.io/docs/api/rest/
   */
  ask<Value>(path: string, options: AskOptions<Value>): Promise<Value>;
}

export interface AskOptions<Value> {
  readonly schema: z.ZodType<Value>;
  readonly signal: AbortSignal;
  readonly body?: object | undefined;
}

export function createHomeClient(options: HomeClientOptions): HomeClient {
  const { url, token, timeoutMs = 15_000, maxBytes = 32 * 1024 * 1024, fetch: send = fetch } = options;
  const base = url.replace(/\/+$/, "");

  const answerOf = async (path: string, body: object | undefined, signal: AbortSignal): Promise<Answer> => {
    const time = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(`${base}/api${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "manual",
        signal: AbortSignal.any([signal, time]),
      });
      return { status: response.status, text: await textOf(response, maxBytes) };
    } catch (error) {
      signal.throwIfAborted();
      if (HermesError.is(error)) throw error;
      const why = time.aborted ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(error);
      throw new HermesError(`Home Assistant can't be reached at ${base}: ${why}.`, {
        code: "HOME_ASSISTANT_UNREACHABLE",
        hint: "Look at HASS_URL, and whether Home Assistant runs. homeassistant.local needs mDNS; its IP address works everywhere.",
        cause: error,
      });
    }
  };

  return {
    async ask(path, { schema, signal, body }) {
      if (token === "")
        throw new HermesError("There is no token for Home Assistant.", {
          code: "HOME_ASSISTANT_UNAUTHORISED",
          hint: tokenHint,
        });
      const { status, text } = await answerOf(path, body, signal);
      if (status === 401)
        throw new HermesError("Home Assistant refuses the token, or its account may not do this (401).", {
          code: "HOME_ASSISTANT_UNAUTHORISED",
          hint: tokenHint,
          data: { status },
        });
      if (status >= 300 && status < 400) throw badAnswer(`a redirect (${status})`, base);
      if (status !== 200 && status !== 201)
        throw new HermesError(`Home Assistant answers ${status}: ${shorten(text)}`, {
          code: "HOME_ASSISTANT_REFUSED",
          data: { status },
        });
      const parsed = schema.safeParse(jsonOf(text, base));
      if (!parsed.success) throw badAnswer("of another form than is known", base);
      return parsed.data;
    },
  };
}

const tokenHint =
  "The person makes a long-lived access token in their profile of Home Assistant, under Security, and sets HASS_TOKEN.";

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw badAnswer(`larger than ${maxBytes} bytes`, response.url);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function jsonOf(text: string, base: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer("no JSON", base);
  }
}

function badAnswer(what: string, place: string): HermesError {
  return new HermesError(`The answer from ${place} is ${what}.`, {
    code: "HOME_ASSISTANT_BAD_ANSWER",
    hint: "HASS_URL must lead to Home Assistant itself, without a login page or a redirect before it.",
  });
}

function reasonOf(error: unknown): string {
  // Node says "fetch failed", and why in the cause.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? (cause.message === "" ? cause.name : cause.message) : String(cause);
}

/** An answer may be a page. */
function shorten(text: string): string {
  return text
    .slice(0, 4_000)
    .replaceAll(/(?:<[^>]*>|[\p{Cc}\s])+/gu, " ")
    .trim()
    .slice(0, 300);
}
