import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { parseJson } from "../../parse-json.ts";
import { readLimited } from "../picture-fetch.ts";
import type { PictureFetch } from "../picture-fetch.ts";

export type AspectRatio = "landscape" | "square" | "portrait";

export interface ImageOrder {
  readonly prompt: string;
  readonly aspectRatio: AspectRatio;
  readonly signal: AbortSignal;
}

/** A service that makes pictures. */
export interface ImageMaker {
  readonly provider: string;
  readonly model: string;
  /** @throws {HermesError} `IMAGE_NOT_MADE` with what the service says. */
  make(order: ImageOrder): Promise<Uint8Array>;
}

export interface ImageMakerOptions {
  readonly key: string;
  /** For requests with the key. */
  readonly fetch: PictureFetch;
  /** For pictures at addresses that the service names. @default fetch */
  readonly fetchPicture?: PictureFetch | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

const maxAnswerBytes = 70_000_000;
const maxPictureBytes = 50_000_000;

export interface AskOptions<Shape> {
  readonly service: string;
  readonly fetch: PictureFetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: string;
  readonly shape: z.ZodType<Shape>;
  readonly body?: object | undefined;
  readonly method?: string | undefined;
  readonly signal: AbortSignal;
}

/** One request that is answered in JSON of this shape. Follows no redirect: the key is for this host alone. */
export async function askService<Shape>(url: string, options: AskOptions<Shape>): Promise<Shape> {
  const {
    service,
    fetch,
    headers,
    key,
    shape,
    body,
    method = body === undefined ? "GET" : "POST",
    signal,
  } = options;
  let text: string;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        ...headers,
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
      },
      body: body && JSON.stringify(body),
      signal,
      maxRedirects: 0,
    });
    text = Buffer.from(await readLimited(response, maxAnswerBytes)).toString("utf8");
  } catch (error) {
    signal.throwIfAborted();
    throw notMade(`${service} can't be reached: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!response.ok) {
    const said = reasonIn(text).replaceAll(key, "…").replace(/\s+/g, " ").trim().slice(0, 300);
    throw notMade(`${service} answered ${response.status}: ${said}`, hintFor(response.status, text, service));
  }
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) throw notMade(`${service} gave an answer without what was asked for.`);
  return parsed.data;
}

/** The bytes at an address that a service named; sent without the key. */
export async function fetchMade(url: string, fetch: PictureFetch, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { signal, maxRedirects: 5 });
    if (response.ok) return await readLimited(response, maxPictureBytes);
    await response.body?.cancel();
    throw new Error(`its address answered ${response.status}`);
  } catch (error) {
    signal.throwIfAborted();
    throw notMade(
      `The picture was made, but can't be fetched: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const errorOfOpenAi = z
  .object({ error: z.object({ message: z.string() }) })
  .transform(({ error }) => error.message);
const errorOfFal = z
  .object({ detail: z.union([z.string(), z.array(z.object({ msg: z.string() })).min(1)]) })
  .transform(({ detail }) => (typeof detail === "string" ? detail : detail.map(({ msg }) => msg).join(" ")));

/** What an answer says went wrong; the whole of it where it has no form that is known. */
function reasonIn(text: string): string {
  return z.union([errorOfOpenAi, errorOfFal]).safeParse(parseJson(text)).data ?? text;
}

function hintFor(status: number, text: string, service: string): string | undefined {
  if (/content.?policy|moderation|safety system/i.test(text))
    return "The service makes no such picture. Ask for another one, or tell the person.";
  if (status === 401 || status === 403) return `Check the key for ${service}.`;
  return status === 429
    ? "There were too many requests, or nothing is left to pay with. Try again later."
    : undefined;
}

export function notMade(message: string, hint?: string): HermesError {
  return new HermesError(message, { code: "IMAGE_NOT_MADE", hint });
}
