import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import { type Arguments, SlackError, slackMethods } from "./slack-methods.ts";
import { SlackWorld, type StoredMessage } from "./slack-world.ts";

export type PostFault = "none" | "rate-limit" | "bad-gateway" | "accept-then-drop";

export interface SlackServerOptions {
  /** Milliseconds between two pings. */
  readonly pingMs?: number;
  /** After that an envelope that was not acknowledged is delivered once more. */
  readonly retryMs?: number;
}

interface Envelope {
  readonly type: "events_api" | "interactive" | "slash_commands";
  readonly payload: Readonly<Record<string, unknown>>;
  /** Slack does not deliver what is not an event a second time. */
  readonly isKept: boolean;
  attempts: number;
}

export interface Said {
  readonly user: string;
  readonly text: string;
  readonly channel: string;
  readonly thread?: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Slack on loopback: the Web API, Socket Mode with its acknowledgements, and the people. */
export class SlackServer {
  readonly world: SlackWorld = new SlackWorld();
  readonly botToken = "xoxb-0-test";
  readonly appToken = "xapp-1-test";
  readonly signingSecret = "8f742231b10e8888abcd99yyyzzz85a5";
  /** Scopes that the bot's token lacks. */
  readonly lacks: Set<string> = new Set();
  /** Asked at each `chat.postMessage`. */
  fault: () => PostFault = () => "none";
  rateLimitS = 1;
  /** Every request: method and arguments. */
  readonly calls: { readonly method: string; readonly given: Arguments }[] = [];
  /** Answers to slash commands. */
  readonly answers: unknown[] = [];
  isRevoked = false;
  /** Where the Events API posts to; Socket Mode without. */
  requestUrl: string | undefined;
  readonly #http = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #tickets = new Set<string>();
  readonly #live: WebSocket[] = [];
  readonly #silent = new Set<WebSocket>();
  readonly #pending = new Map<string, Envelope>();
  #last: Envelope | undefined;
  readonly #watchers = new Set<() => void>();
  readonly #timer: NodeJS.Timeout;
  readonly #retryMs: number;
  readonly #methods = slackMethods({
    world: this.world,
    origin: () => this.origin,
    lacks: this.lacks,
    onPosted: () => this.#changed(),
  });

  constructor({ pingMs = 50, retryMs = 3_000 }: SlackServerOptions = {}) {
    this.#retryMs = retryMs;
    this.#http.on("upgrade", (request, socket, head) => {
      const ticket = new URL(request.url ?? "/", "http://127.0.0.1").searchParams.get("ticket") ?? "";
      // An address is good for one connection.
      if (!this.#tickets.delete(ticket)) return void socket.destroy();
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#connected(opened));
    });
    this.#timer = setInterval(() => {
      for (const each of this.#live) if (!this.#silent.has(each)) each.ping("Ping from applink");
    }, pingMs);
  }

  static async open(options?: SlackServerOptions): Promise<SlackServer> {
    const server = new SlackServer(options);
    await new Promise<void>((resolve) => server.#http.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get origin(): string {
    // Bound to a host and a port, it is no pipe.
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get apiRoot(): string {
    return `${this.origin}/api/`;
  }

  get connections(): number {
    return this.#live.length;
  }

  get unacknowledged(): number {
    return this.#pending.size;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const each of this.#live) each.terminate();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  /** A person says something; the bot hears it where it is a member. @returns its time */
  say({ user, text, channel, thread, more = {} }: Said): string {
    const { world } = this;
    const chat = world.conversation(channel);
    const parent = thread === undefined ? undefined : world.find(channel, thread);
    const message: StoredMessage = {
      ...{ type: "message", ts: world.nextTs(), user, text: escape(text), ...more },
      ...(thread === undefined ? {} : { thread_ts: thread, parent_user_id: parent?.user ?? user }),
    };
    chat.messages.push(message);
    this.emit({ ...message, channel, channel_type: chat.kind, event_ts: message.ts, team: world.team });
    // A mention comes as an event of its own too.
    if (chat.kind !== "im" && text.includes(`<@${world.bot.user}>`))
      this.emit({ ...message, type: "app_mention", channel, event_ts: message.ts });
    return message.ts;
  }

  edit(channel: string, ts: string, text: string): void {
    const message = this.world.find(channel, ts);
    if (message === undefined) throw new Error("no such message");
    const previous = { ...message };
    message.text = escape(text);
    message.edited = { user: message.user ?? "", ts: this.world.nextTs() };
    const { kind: channel_type } = this.world.conversation(channel);
    this.emit({
      ...{ type: "message", subtype: "message_changed", channel, channel_type, ts: message.edited.ts },
      ...{ message: { ...message }, previous_message: previous, hidden: true, event_ts: message.edited.ts },
    });
  }

  press(user: string, channel: string, ts: string, label: string): void {
    const message = this.world.find(channel, ts);
    const action = buttonsOf(message)
      .flat()
      .find((each) => each.text.text === label);
    if (message === undefined || action === undefined) throw new Error("no such button");
    this.#deliver("interactive", {
      ...{ type: "block_actions", user: { id: user, username: this.world.users.get(user)?.name ?? user } },
      ...{ api_app_id: this.world.app, token: "t", team: { id: this.world.team } },
      container: { type: "message", message_ts: ts, channel_id: channel, is_ephemeral: false },
      ...{ channel: { id: channel, name: "directmessage" }, message: { ...message } },
      ...{ trigger_id: this.world.nextId("trigger."), response_url: `${this.origin}/response` },
      actions: [{ ...action, block_id: "b1", action_ts: this.world.nextTs() }],
    });
  }

  command(user: string, channel: string, command: string, text: string): void {
    const { world } = this;
    const channel_name = world.conversation(channel).kind === "im" ? "directmessage" : "general";
    this.#deliver("slash_commands", {
      ...{ token: "t", team_id: world.team, team_domain: "hermes", channel_id: channel, channel_name },
      ...{ user_id: user, user_name: world.users.get(user)?.name ?? user, command, text: escape(text) },
      ...{
        api_app_id: world.app,
        trigger_id: world.nextId("trigger."),
        response_url: `${this.origin}/response`,
      },
    });
  }

  emit(event: Readonly<Record<string, unknown>>): void {
    this.#last = this.#deliver("events_api", {
      ...{ token: "t", team_id: this.world.team, api_app_id: this.world.app, event, type: "event_callback" },
      ...{ event_id: this.world.nextId("Ev"), event_time: Math.floor(Date.now() / 1_000) },
    });
  }

  /** What was delivered last comes once more. */
  repeat(): void {
    if (this.#last !== undefined) this.#deliver(this.#last.type, this.#last.payload);
  }

  drop(): void {
    for (const each of this.#live) each.terminate();
  }

  /** The connections that are there stay, and say nothing more. */
  silence(): void {
    for (const each of this.#live) this.#silent.add(each);
  }

  /** Slack asks for a new connection, and closes the one at hand. */
  refresh(reason: "warning" | "refresh_requested", closeAfterMs: number): void {
    for (const each of this.#live) {
      each.send(JSON.stringify({ type: "disconnect", reason, debug_info: { host: "applink" } }));
      setTimeout(() => each.close(), closeAfterMs);
    }
  }

  /** Resolves once it holds; asked again whenever something changes. */
  async until(holds: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const watcher = (): void => {
        if (!holds()) return;
        this.#watchers.delete(watcher);
        resolve();
      };
      this.#watchers.add(watcher);
      watcher();
    });
  }

  /** The signature of the Events API. */
  sign(body: string, at: number = Math.floor(Date.now() / 1_000)): Record<string, string> {
    const signature = createHmac("sha256", this.signingSecret).update(`v0:${at}:${body}`).digest("hex");
    return { "x-slack-request-timestamp": String(at), "x-slack-signature": `v0=${signature}` };
  }

  #deliver(type: Envelope["type"], payload: Envelope["payload"]): Envelope {
    const id = this.world.nextId("env-");
    const envelope: Envelope = { type, payload, isKept: type === "events_api", attempts: 0 };
    this.#pending.set(id, envelope);
    this.#send(id, envelope);
    return envelope;
  }

  #send(id: string, envelope: Envelope): void {
    const socket = this.#live.at(-1);
    if (socket === undefined || this.#silent.has(socket)) return;
    const { type, payload, attempts } = envelope;
    envelope.attempts += 1;
    const retry = attempts === 0 ? {} : { retry_attempt: attempts, retry_reason: "timeout" };
    socket.send(
      JSON.stringify({
        envelope_id: id,
        type,
        payload,
        accepts_response_payload: type !== "events_api",
        ...retry,
      }),
    );
    setTimeout(() => {
      if (envelope.isKept && this.#pending.get(id) === envelope) this.#send(id, envelope);
    }, this.#retryMs).unref();
  }

  #connected(socket: WebSocket): void {
    this.#live.push(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#live.splice(this.#live.indexOf(socket), 1);
      this.#changed();
    });
    socket.on("message", (data) => {
      if (this.#silent.has(socket)) return;
      const { envelope_id: id, payload }: { envelope_id?: string; payload?: unknown } = JSON.parse(
        String(data),
      );
      const envelope = this.#pending.get(id ?? "");
      if (envelope?.type === "slash_commands") this.answers.push(payload);
      this.#pending.delete(id ?? "");
      this.#changed();
    });
    socket.send(
      JSON.stringify({
        type: "hello",
        num_connections: this.#live.length,
        connection_info: { app_id: this.world.app },
      }),
    );
    socket.ping("Ping from applink");
    for (const [id, envelope] of this.#pending) this.#send(id, envelope);
    this.#changed();
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const say = (status: number, json: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
      response.end(JSON.stringify(json));
    };
    if (pathname.startsWith("/upload/v1/")) {
      const record = this.world.files.get(pathname.slice("/upload/v1/".length));
      if (record === undefined) return say(404, {});
      record.bytes = await fileIn(body, request.headers["content-type"] ?? "");
      response.end(`OK - ${record.bytes.length}`);
      return;
    }
    if (pathname.startsWith("/files-pri/")) {
      const record = this.world.files.get(pathname.split("/")[2] ?? "");
      // Without the right to it Slack shows the page to sign in.
      if (token !== this.botToken || record?.bytes === undefined)
        return void response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>");
      return void response.writeHead(200, { "content-type": record.mimetype }).end(record.bytes);
    }
    const name = pathname.replace(/^\/api\//, "");
    if (token === undefined) return say(200, { ok: false, error: "not_authed" });
    if (this.isRevoked) return say(200, { ok: false, error: "token_revoked" });
    const isApp = name === "apps.connections.open";
    if (token !== this.appToken && token !== this.botToken)
      return say(200, { ok: false, error: "invalid_auth" });
    if (token !== (isApp ? this.appToken : this.botToken))
      return say(200, { ok: false, error: "not_allowed_token_type" });
    const given = argumentsOf(body.toString(), request.headers["content-type"] ?? "");
    this.calls.push({ method: name, given });
    if (isApp) {
      const ticket = this.world.nextId("ticket-");
      this.#tickets.add(ticket);
      return say(200, {
        ok: true,
        url: `${this.origin.replace("http", "ws")}/link/?ticket=${ticket}&app_id=A`,
      });
    }
    const fault = name === "chat.postMessage" ? this.fault() : "none";
    if (fault === "rate-limit")
      return say(429, { ok: false, error: "ratelimited" }, { "retry-after": String(this.rateLimitS) });
    if (fault === "bad-gateway") return void response.writeHead(502).end("<html>Bad Gateway</html>");
    try {
      const method = this.#methods[name];
      if (method === undefined) throw new SlackError("unknown_method");
      const result = method(given);
      if (fault === "accept-then-drop") return void response.destroy();
      say(200, { ok: true, ...result });
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      say(200, { ok: false, error: error.message, ...error.more });
    }
  }
}

export interface ButtonBlock {
  readonly text: { readonly text: string };
  readonly value?: string;
}

/** The buttons of a message, by row. */
export function buttonsOf(message: StoredMessage | undefined): readonly (readonly ButtonBlock[])[] {
  // What the methods let through is of this shape.
  const blocks = (message?.blocks ?? []) as readonly {
    readonly type: string;
    readonly elements?: readonly ButtonBlock[];
  }[];
  return blocks.flatMap(({ type, elements }) => (type === "actions" ? [elements ?? []] : []));
}

/** As Slack's clients do it: mentions are set by the client, and stay. */
function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/&lt;([@#!][\w|^-]+|https?:[^\s&]+)&gt;/g, "<$1>");
}

function argumentsOf(body: string, type: string): Arguments {
  if (!type.startsWith("application/json")) return Object.fromEntries(new URLSearchParams(body));
  const given: Record<string, unknown> = JSON.parse(body);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

/** The bytes, or the first file of a form. */
async function fileIn(body: Buffer, type: string): Promise<Uint8Array> {
  if (!type.startsWith("multipart/")) return body;
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  for (const value of form.values())
    if (typeof value !== "string") return new Uint8Array(await value.arrayBuffer());
  return new Uint8Array();
}
