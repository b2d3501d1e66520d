import type { Runtime, RuntimeOptions, ApiChoice } from "../../src/index.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";

/** Whatever it is: a test looks into it, and fails where it is something else. */
export type Json = ReturnType<typeof JSON.parse>;

export interface ServedHome extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly warnings: readonly string[];
  readonly url: string;
  /** Of the owner. */
  readonly token: string;
  readonly get: (path: string, token?: string) => Promise<Response>;
  readonly send: (path: string, body: unknown, options?: SendOptions) => Promise<Response>;
}

export interface SendOptions {
  readonly method?: string | undefined;
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A home that is served on loopback, with tokens of each role by the names of the roles. */
export async function serveApi(
  place: TemporaryPlace,
  options: Partial<RuntimeOptions> = {},
  choice: Partial<ApiChoice> = {},
): Promise<ServedHome & { readonly tokens: Readonly<Record<"user" | "other" | "reader", string>> }> {
  const runtime = await runtimeIn(place, { platform: "api", ...options });
  const kept = await runtime.apiTokens();
  const add = async (name: string, role: "user" | "read-only"): Promise<string> =>
    (await kept.list()).some((each) => each.name === name) ? "" : await kept.add(name, role);
  const tokens = {
    user: await add("user", "user"),
    other: await add("other", "user"),
    reader: await add("reader", "read-only"),
  };
  const token = await kept.owner();
  const api = await runtime.api({ version: "1.0.0", ...choice });
  const { url } = await api.serveHttp();
  const send: ServedHome["send"] = async (path, body, { method = "POST", token: as = token, signal } = {}) =>
    await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  return {
    ...{ runtime, warnings: runtime.warnings, url: url.origin, token, tokens, send },
    get: async (path, as = token) =>
      await fetch(new URL(path, url), { headers: { authorization: `Bearer ${as}` } }),
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await runtime[Symbol.asyncDispose]();
    },
  };
}

export async function jsonOf(response: Response | Promise<Response>): Promise<Json> {
  return await (await response).json();
}

/** Says something, and waits for the end of the turn. @returns The id of its session. */
export async function say(served: ServedHome, input: string, sessionId?: string): Promise<string> {
  const started = await jsonOf(served.send("/api/runs", { input, sessionId }));
  await all(eventsOf(served, started.sessionId, { cursor: started.cursor }));
  return started.sessionId;
}

/** The events of a session behind a cursor, to the end of the turn. */
export async function* eventsOf(
  served: ServedHome,
  sessionId: string,
  { cursor, token, signal }: { cursor?: string | undefined; token?: string; signal?: AbortSignal } = {},
): AsyncGenerator<{ readonly id: string; readonly event: Json }, undefined> {
  const query = cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  const response = await served.send(`/api/sessions/${sessionId}/events${query}`, undefined, {
    ...{ method: "GET", token, signal },
  });
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  let waiting = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = `${waiting}${chunk}`.split("\n\n");
    waiting = parts.pop() ?? "";
    for (const part of parts) {
      const [, data] = /^data: (.*)$/m.exec(part) ?? [];
      if (data !== undefined) yield { id: /^id: (.*)$/m.exec(part)?.[1] ?? "", event: JSON.parse(data) };
    }
  }
  return undefined;
}

export function wordsOf(events: readonly { readonly event: Json }[]): string {
  return events.map(({ event }) => (event.type === "text-delta" ? event.text : "")).join("");
}

export async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
