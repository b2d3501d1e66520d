import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

export interface HonchoRequest {
  readonly method: string;
  /** Without `/v3/workspaces`; the collection itself is empty. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** How a request is treated: answered, never answered, half answered, or refused with a status. */
export type HonchoBehaviour =
  | "answers"
  | "hangs"
  | "breaks-off"
  | "stops-in-the-middle"
  | { readonly status: number; readonly body?: string; readonly retryAfter?: number };

interface KeptMessage {
  readonly session: string;
  readonly peer: string;
  readonly content: string;
}

/** A server on this machine that speaks as much of Honcho's API (version 3) as its SDK 2.5.0 needs for a memory. */
export interface HonchoServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly HonchoRequest[];
  /** Of all sessions, in the order in which they came. */
  readonly messages: readonly KeptMessage[];
  /** What the server knows about the person; those that share a word with a query are recalled. */
  facts: readonly string[];
  /** How long each answer takes. @default 0 */
  delayMs: number;
  /** Asked for each request. @default every one is answered */
  behaviour: (request: HonchoRequest) => HonchoBehaviour;
  /** Breaks off every connection and takes no other. */
  kill(): Promise<void>;
}

export async function startHonchoServer(): Promise<HonchoServer> {
  const requests: HonchoRequest[] = [];
  const messages: KeptMessage[] = [];
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await readRequest(request);
    requests.push(asked);
    const behaviour = honcho.behaviour(asked);
    if (honcho.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, honcho.delayMs));
    if (behaviour === "hangs") return;
    if (behaviour === "breaks-off") {
      response.destroy();
      return;
    }
    if (typeof behaviour === "object") {
      const retry = behaviour.retryAfter === undefined ? {} : { "retry-after": String(behaviour.retryAfter) };
      response.writeHead(behaviour.status, { "content-type": "application/json", ...retry });
      response.end(behaviour.body ?? JSON.stringify({ detail: `refused with ${behaviour.status}` }));
      return;
    }
    const result = resultOf(asked, honcho.facts, messages);
    const text = JSON.stringify(result ?? { detail: "Not Found" });
    response.writeHead(result === undefined ? 404 : 200, { "content-type": "application/json" });
    if (behaviour === "stops-in-the-middle") response.write(text.slice(0, text.length / 2));
    else response.end(text);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  let closed: Promise<void> | undefined;
  const kill = (): Promise<void> => {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return closed;
  };
  const honcho: HonchoServer = {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    messages,
    facts: [],
    delayMs: 0,
    behaviour: () => "answers",
    kill,
    [Symbol.asyncDispose]: kill,
  };
  return honcho;
}

const now = "2026-11-21T10:00:00Z";

/** Undefined: there is no such path. Messages that are sent are kept. */
function resultOf(
  { method, path, query, body }: HonchoRequest,
  facts: readonly string[],
  messages: KeptMessage[],
): object | undefined {
  const made = { id: idIn(body), metadata: {}, configuration: {}, created_at: now, workspace_id: "w" };
  if (method === "POST" && /^(\/[^/]+\/(peers|sessions))?$/.test(path)) return { ...made, is_active: true };
  const [, session] = /^\/[^/]+\/sessions\/([^/]+)\/messages$/.exec(path) ?? [];
  if (method === "POST" && session !== undefined) return keep(messages, session, body);
  if (method === "GET" && /\/peers\/[^/]+\/context$/.test(path)) {
    const found = known(facts, query["search_query"]);
    return {
      peer_id: "p",
      target_id: "p",
      representation: found.join("\n"),
      peer_card: query["search_query"] === undefined ? ["Name: Ada"] : null,
    };
  }
  if (method === "POST" && /\/peers\/[^/]+\/search$/.test(path))
    return known(facts, textIn(body, "query")).map((content, index) => messageOf("s", "ada", content, index));
  if (method === "POST" && /\/peers\/[^/]+\/chat$/.test(path))
    return { content: `About ${textIn(body, "query")}: ${known(facts, undefined).join(" ")}` };
  if (method === "GET" && /^\/[^/]+\/queue\/status$/.test(path))
    return {
      total_work_units: 0,
      completed_work_units: 0,
      in_progress_work_units: 0,
      pending_work_units: 0,
    };
  if (method === "GET" && /\/sessions\/[^/]+\/summaries$/.test(path))
    return { id: "s", short_summary: summaryOf("They spoke."), long_summary: null };
  return undefined;
}

function known(facts: readonly string[], query: string | undefined): readonly string[] {
  const words = query === undefined ? undefined : (query.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
  return facts.filter(
    (fact) => words === undefined || words.some((word) => fact.toLowerCase().includes(word)),
  );
}

function keep(messages: KeptMessage[], session: string, body: unknown): readonly object[] {
  const sent = listIn(body, "messages");
  return sent.map((each, index) => {
    const [peer, content] = [textIn(each, "peer_id"), textIn(each, "content")];
    // As the service does.
    if (content.length > 25_000) throw new Error("A message is too long.");
    messages.push({ session, peer, content });
    return messageOf(session, peer, content, index);
  });
}

async function readRequest(request: IncomingMessage): Promise<HonchoRequest> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const url = new URL(request.url ?? "/", "http://honcho");
  return {
    method: request.method ?? "",
    path: url.pathname.replace(/^\/v3\/workspaces/, ""),
    query: Object.fromEntries(url.searchParams),
    body: text === "" ? undefined : JSON.parse(text),
    authorization: request.headers.authorization,
  };
}

function messageOf(session: string, peer: string, content: string, index: number): object {
  const ids = { id: `m${index}`, peer_id: peer, session_id: session, workspace_id: "w" };
  return { ...ids, content, metadata: {}, created_at: now, token_count: 1 };
}

function summaryOf(content: string): object {
  return { content, message_id: "m1", summary_type: "short", created_at: now, token_count: 3 };
}

function fieldIn(body: unknown, key: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, key) : undefined;
}

function textIn(body: unknown, key: string): string {
  const value = fieldIn(body, key);
  return typeof value === "string" ? value : "";
}

function listIn(body: unknown, key: string): readonly unknown[] {
  const value = fieldIn(body, key);
  return Array.isArray(value) ? value : [];
}

function idIn(body: unknown): string {
  return textIn(body, "id");
}
