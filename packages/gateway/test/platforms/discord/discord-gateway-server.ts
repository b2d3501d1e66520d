import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import type { DiscordWorld } from "./discord-world.ts";

const frame = z.object({ op: z.int(), d: z.unknown() });
const identify = z.object({
  token: z.string(),
  intents: z.int(),
  properties: z.object({ os: z.string(), browser: z.string(), device: z.string() }),
  shard: z.tuple([z.int(), z.int()]).optional(),
});
const resume = z.object({ token: z.string(), session_id: z.string(), seq: z.int() });
const messageContent = 1 << 15;

interface Session {
  readonly id: string;
  readonly events: { readonly op: 0; readonly s: number; readonly t: string; readonly d: unknown }[];
  socket: WebSocket | undefined;
}

/** The gateway of Discord: hello, identify, resume, heartbeats and events, which wait for a session that comes back. */
export class DiscordGatewayServer {
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #sessions = new Map<string, Session>();
  readonly #muted = new WeakSet<WebSocket>();
  readonly #world: DiscordWorld;
  heartbeatMs = 100;
  /** Privileged intents that are switched off in the portal. */
  withoutContent = false;
  /** Called once a session began. */
  onIdentify: () => void = () => undefined;
  identifies = 0;
  resumes = 0;
  url = "";

  constructor(world: DiscordWorld) {
    this.#world = world;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (connected) =>
      this.#serve(connected, request.url ?? ""),
    );
  }

  /** Something happened: every session hears of it, now or once it is back. */
  emit(t: string, d: unknown): void {
    for (const session of this.#sessions.values()) this.#push(session, t, d);
  }

  /** The connections break, as when the network goes away. */
  drop(): void {
    for (const { socket } of this.#sessions.values()) socket?.terminate();
  }

  close(code: number): void {
    for (const { socket } of this.#sessions.values()) socket?.close(code);
  }

  /** The connections stay, and nothing comes by them any more. */
  mute(): void {
    for (const { socket } of this.#sessions.values()) if (socket !== undefined) this.#muted.add(socket);
  }

  /** Whoever comes back begins anew. */
  forgetSessions(): void {
    this.#sessions.clear();
  }

  get connected(): number {
    return [...this.#sessions.values()].filter(({ socket }) => socket !== undefined).length;
  }

  end(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }

  #serve(socket: WebSocket, url: string): void {
    socket.on("error", () => undefined);
    if (!url.includes("v=10") || !url.includes("encoding=json")) return socket.close(4_012);
    this.#send(socket, { op: 10, d: { heartbeat_interval: this.heartbeatMs } });
    let session: Session | undefined;
    socket.on("close", () => {
      if (session?.socket === socket) session.socket = undefined;
      this.#world.changed();
    });
    socket.on("message", (data) => {
      const parsed = frame.safeParse(JSON.parse(String(data)));
      if (!parsed.success) return socket.close(4_002);
      const { op, d } = parsed.data;
      if (op === 1) return this.#send(socket, { op: 11 });
      if (op === 2) session = this.#identify(socket, d, session);
      else if (op === 6) session = this.#resume(socket, d);
      else if (session === undefined) socket.close(4_003);
      return undefined;
    });
  }

  #identify(socket: WebSocket, data: unknown, before: Session | undefined): Session | undefined {
    const asked = identify.safeParse(data).data;
    const code =
      before !== undefined
        ? 4_005
        : asked === undefined
          ? 4_002
          : asked.token !== this.#world.token
            ? 4_004
            : this.withoutContent && (asked.intents & messageContent) !== 0
              ? 4_014
              : undefined;
    if (code !== undefined) {
      socket.close(code);
      return undefined;
    }
    this.identifies += 1;
    const session: Session = { id: this.#world.id(), events: [], socket };
    this.#sessions.set(session.id, session);
    const { bot, applicationId, guildId } = this.#world;
    this.#push(session, "READY", {
      v: 10,
      user: bot,
      guilds: [{ id: guildId, unavailable: true }],
      session_id: session.id,
      resume_gateway_url: this.url,
      application: { id: applicationId, flags: 0 },
      shard: [0, 1],
    });
    this.#push(session, "GUILD_CREATE", this.#guild());
    this.onIdentify();
    return session;
  }

  #resume(socket: WebSocket, data: unknown): Session | undefined {
    const asked = resume.safeParse(data).data;
    const session = this.#sessions.get(asked?.session_id ?? "");
    if (asked?.token !== this.#world.token || session === undefined) {
      if (asked !== undefined && asked.token !== this.#world.token) socket.close(4_004);
      else this.#send(socket, { op: 9, d: false });
      return undefined;
    }
    if (asked.seq > session.events.length) {
      socket.close(4_007);
      return undefined;
    }
    this.resumes += 1;
    session.socket?.terminate();
    session.socket = socket;
    for (const event of session.events.slice(asked.seq)) this.#send(socket, event);
    this.#push(session, "RESUMED", {});
    return session;
  }

  #push(session: Session, t: string, d: unknown): void {
    const event = { op: 0, s: session.events.length + 1, t, d } as const;
    session.events.push(event);
    if (session.socket !== undefined) this.#send(session.socket, event);
  }

  #send(socket: WebSocket, payload: object): void {
    if (!this.#muted.has(socket)) socket.send(JSON.stringify(payload));
  }

  #guild(): object {
    const { guildId, botRole, otherRole, channels, bot, applicationId } = this.#world;
    const role = {
      color: 0,
      hoist: false,
      icon: null,
      permissions: "0",
      position: 1,
      managed: false,
      mentionable: true,
      flags: 0,
    };
    return {
      id: guildId,
      name: "Test server",
      owner_id: bot.id,
      application_id: applicationId,
      unavailable: false,
      member_count: 2,
      joined_at: new Date().toISOString(),
      roles: [
        { ...role, id: guildId, name: "@everyone", permissions: "8" },
        { ...role, id: botRole, name: "Hermes", managed: true, tags: { bot_id: bot.id } },
        { ...role, id: otherRole, name: "Others" },
      ],
      channels: [...channels.values()].filter(
        ({ type, guild_id: guild }) => guild !== undefined && type < 10,
      ),
      threads: [...channels.values()].filter(({ type }) => type >= 10),
      members: [
        {
          user: bot,
          roles: [botRole],
          joined_at: new Date().toISOString(),
          deaf: false,
          mute: false,
          flags: 0,
        },
      ],
      emojis: [],
      stickers: [],
      features: [],
      voice_states: [],
      presences: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
    };
  }
}
