import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";

export interface HomeEntity {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly last_changed: string;
}

export interface Notification {
  readonly id: string;
  readonly text: string;
}

/** A Home Assistant on loopback, after https://developers.home-assistant.io/docs/api/websocket. */
export interface HomeassistantServer {
  readonly url: string;
  readonly token: string;
  readonly notifications: readonly Notification[];
  /** What `notify.phone` was given. */
  readonly pushed: readonly string[];
  /** Changes an entity; the state may stay as it is. */
  set(entityId: string, state: string | undefined, attributes?: Readonly<Record<string, unknown>>): void;
  fire(eventType: string, data: object): void;
  /** Once a connection that is heard has subscribed. */
  subscribed(eventType: string): Promise<void>;
  repeatEvent(): void;
  dropAll(): void;
  silenceAll(): void;
  /** The next action is done, and the connection breaks before the answer. */
  loseAnswer(): void;
  /** Actions are refused for want of rights. */
  forbid(): void;
  revokeToken(): void;
  /** Sends these words to every connection as they are. */
  sendRaw(text: string): void;
  close(): Promise<void>;
}

const command = z.looseObject({ id: z.int().positive(), type: z.string() });
const action = z.looseObject({
  domain: z.string(),
  service: z.string(),
  service_data: z.record(z.string(), z.unknown()).default({}),
});
const created = z.strictObject({
  message: z.string(),
  title: z.string().optional(),
  notification_id: z.string().optional(),
});

interface Session {
  readonly socket: WebSocket;
  readonly subscriptions: Map<number, string | undefined>;
  lastId: number;
  isIn: boolean;
  isSilent: boolean;
}

export async function openHomeassistantServer(): Promise<HomeassistantServer> {
  const http = createServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, socket, head) => {
    if (request.url !== "/api/websocket") socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
    else sockets.handleUpgrade(request, socket, head, accept);
  });
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  const token = "long-lived";
  let isRevoked = false;
  let isForbidden = false;
  let losesAnswer = false;
  const states = new Map<string, HomeEntity>();
  const notifications = new Map<string, Notification>();
  const pushed: string[] = [];
  const sessions = new Set<Session>();
  const watchers = new Set<() => void>();
  let last: { readonly eventType: string; readonly event: object } | undefined;
  let contexts = 0;

  function accept(socket: WebSocket): void {
    const session: Session = { socket, subscriptions: new Map(), lastId: 0, isIn: false, isSilent: false };
    sessions.add(session);
    socket.on("close", () => sessions.delete(session));
    socket.on("message", (data) => {
      const said: unknown = JSON.parse(String(data));
      if (session.isIn) take(session, said);
      else letIn(session, said);
    });
    send(session, { type: "auth_required", ha_version: "2026.11.1" });
  }

  function letIn(session: Session, said: unknown): void {
    const auth = z.strictObject({ type: z.literal("auth"), access_token: z.string() }).safeParse(said);
    if (auth.success && auth.data.access_token === token && !isRevoked) {
      session.isIn = true;
      return send(session, { type: "auth_ok", ha_version: "2026.11.1" });
    }
    send(session, { type: "auth_invalid", message: "Invalid access token or password" });
    session.socket.close();
  }

  function take(session: Session, said: unknown): void {
    if (session.isSilent) return;
    const parsed = command.safeParse(said);
    if (!parsed.success) {
      const error = { code: "invalid_format", message: "Message incorrectly formatted." };
      return send(session, { id: null, type: "result", success: false, error });
    }
    const { id, type } = parsed.data;
    const fail = (code: string, message: string): void =>
      send(session, { id, type: "result", success: false, error: { code, message } });
    const succeed = (result: unknown = null): void =>
      send(session, { id, type: "result", success: true, result });
    if (id <= session.lastId) return fail("id_reuse", "Identifier values have to increase.");
    session.lastId = id;
    switch (type) {
      case "supported_features":
        return succeed();
      case "ping":
        return send(session, { id, type: "pong" });
      case "get_config":
        return succeed({ location_name: "Villa", version: "2026.11.1", state: "RUNNING" });
      case "get_states":
        return succeed([...states.values()]);
      case "subscribe_events":
        session.subscriptions.set(id, z.string().optional().parse(parsed.data["event_type"]));
        succeed();
        for (const watcher of watchers) watcher();
        return;
      case "unsubscribe_events":
        session.subscriptions.delete(z.int().parse(parsed.data["subscription"]));
        return succeed();
      case "call_service": {
        const called = action.safeParse(parsed.data);
        if (!called.success) return fail("invalid_format", "required key not provided");
        if (isForbidden) return fail("unauthorized", "Unauthorized");
        const problem = act(called.data.domain, called.data.service, called.data.service_data);
        if (losesAnswer) {
          losesAnswer = false;
          return session.socket.terminate();
        }
        return problem === undefined
          ? succeed({ context: { id: `c${++contexts}`, parent_id: null, user_id: "u" }, response: null })
          : fail(...problem);
      }
      default:
        return fail("unknown_command", "Unknown command.");
    }
  }

  /** @returns what is wrong */
  function act(domain: string, service: string, data: unknown): [string, string] | undefined {
    const name = `${domain}.${service}`;
    if (name === "persistent_notification.create") {
      const parsed = created.safeParse(data);
      if (!parsed.success) return ["invalid_format", "extra or missing keys"];
      const id = parsed.data.notification_id ?? `auto${++contexts}`;
      notifications.set(id, { id, text: parsed.data.message });
    } else if (name === "persistent_notification.dismiss") {
      notifications.delete(z.object({ notification_id: z.string() }).parse(data).notification_id);
    } else if (name === "notify.phone") {
      pushed.push(z.object({ message: z.string(), title: z.string().optional() }).parse(data).message);
    } else return ["not_found", `Service ${name} not found.`];
    for (const watcher of watchers) watcher();
    return undefined;
  }

  function send({ socket, isSilent }: Session, message: object): void {
    if (!isSilent) socket.send(JSON.stringify(message));
  }

  function publish(eventType: string, event: object): void {
    last = { eventType, event };
    for (const session of sessions)
      for (const [id, wanted] of session.subscriptions)
        if (wanted === undefined || wanted === eventType) send(session, { id, type: "event", event });
  }

  function fire(eventType: string, data: object): void {
    const context = { id: `c${++contexts}`, parent_id: null, user_id: null };
    const firedAt = new Date().toISOString();
    publish(eventType, { event_type: eventType, data, origin: "LOCAL", time_fired: firedAt, context });
  }

  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    token,
    get notifications() {
      return [...notifications.values()];
    },
    pushed,
    set(entityId, state, attributes) {
      const before = states.get(entityId) ?? null;
      const isChange = before?.state !== state;
      const changedAt = isChange ? new Date().toISOString() : (before?.last_changed ?? "");
      const after =
        state === undefined
          ? null
          : {
              entity_id: entityId,
              state,
              attributes: attributes ?? before?.attributes ?? {},
              last_changed: changedAt,
            };
      if (after === null) states.delete(entityId);
      else states.set(entityId, after);
      fire("state_changed", { entity_id: entityId, old_state: before, new_state: after });
    },
    fire,
    subscribed: (eventType) =>
      new Promise((resolve) => {
        const watcher = (): void => {
          const isThere = [...sessions].some(
            ({ subscriptions, isSilent }) => !isSilent && [...subscriptions.values()].includes(eventType),
          );
          if (!isThere) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      }),
    repeatEvent: () => {
      if (last !== undefined) publish(last.eventType, last.event);
    },
    dropAll: () => {
      for (const { socket } of sessions) socket.terminate();
      sessions.clear();
    },
    silenceAll: () => {
      for (const session of sessions) session.isSilent = true;
    },
    loseAnswer: () => {
      losesAnswer = true;
    },
    forbid: () => {
      isForbidden = true;
    },
    revokeToken: () => {
      isRevoked = true;
      for (const { socket } of sessions) socket.terminate();
    },
    sendRaw: (text) => {
      for (const { socket } of sessions) socket.send(text);
    },
    async close() {
      for (const { socket } of sessions) socket.terminate();
      sockets.close();
      await new Promise((resolve) => {
        http.close(resolve);
      });
    },
  };
}
