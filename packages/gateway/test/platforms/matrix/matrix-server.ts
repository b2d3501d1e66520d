import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { MatrixWorld } from "./matrix-world.ts";
import { type Asked, forClient, MatrixError } from "./matrix-server-request.ts";
import { answerSync } from "./matrix-server-sync.ts";

export type MatrixFault =
  | { readonly kind: "rate-limit"; readonly retryAfterMs: number }
  | { readonly kind: "accept-then-drop" }
  | { readonly kind: "drop" }
  | { readonly kind: "hang" }
  | { readonly kind: "status"; readonly status: number };

export interface MatrixServer {
  readonly root: string;
  readonly world: MatrixWorld;
  readonly token: string;
  readonly bot: string;
  /** The next request of this kind (`send`, `sync`, `messages`, `upload` …) goes wrong. */
  fault(kind: string, fault: MatrixFault): void;
  /** Asked where no fault waits. */
  drawFault: ((kind: string) => MatrixFault | undefined) | undefined;
  /** The sync that ends last is given once more. */
  repeat(): void;
  /** Requests by their kind, such as `sync`. */
  readonly asked: Map<string, number>;
  /** Who may not write to any room. */
  readonly muted: Set<string>;
  close(): Promise<void>;
}

const maxEventBytes = 65_536;
const maxUploadBytes = 50_000_000;

/** A homeserver on loopback, as the client-server API is published. @see https://spec.matrix.org/v1.11/client-server-api/ */
export async function openMatrixServer(): Promise<MatrixServer> {
  const world = new MatrixWorld();
  const [bot, token] = ["@hermes:localhost", "syt_bot_token"];
  world.tokens.set(token, { userId: bot, deviceId: "BOT" });
  world.passwords.set(bot, "correct horse");
  const faults = new Map<string, MatrixFault[]>();
  const asked = new Map<string, number>();
  const muted = new Set<string>();
  const transactions = new Map<string, string>();
  const repeating = { from: undefined as number | undefined };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? "/", "http://localhost");
    const kind = kindOf(url.pathname);
    asked.set(kind, (asked.get(kind) ?? 0) + 1);
    const fault = faults.get(kind)?.shift() ?? server.drawFault?.(kind);
    if (fault?.kind === "drop") return void response.destroy();
    if (fault?.kind === "hang") return;
    try {
      if (fault?.kind === "status") throw new MatrixError(fault.status, "M_UNKNOWN", "Internal server error");
      if (fault?.kind === "rate-limit")
        throw new MatrixError(429, "M_LIMIT_EXCEEDED", "Too Many Requests", {
          retry_after_ms: fault.retryAfterMs,
        });
      const answer = await answerTo(readRequest(request, url, Buffer.concat(parts)), response);
      if (fault?.kind === "accept-then-drop") return void response.destroy();
      if (Buffer.isBuffer(answer)) return void response.end(answer);
      response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
      response.end(JSON.stringify(answer));
    } catch (error) {
      if (response.destroyed) return;
      const known = error instanceof MatrixError ? error : new MatrixError(500, "M_UNKNOWN", String(error));
      response.writeHead(known.status, { "content-type": "application/json" });
      response.end(JSON.stringify({ errcode: known.errcode, error: known.message, ...known.more }));
    }
  };

  const readRequest = (request: IncomingMessage, url: URL, body: Buffer): Asked => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const who = world.tokens.get(given);
    const isOpen = /\/(?:login|versions)$|\.well-known/.test(url.pathname);
    if (who === undefined && !isOpen)
      throw given === ""
        ? new MatrixError(401, "M_MISSING_TOKEN", "Missing access token")
        : new MatrixError(401, "M_UNKNOWN_TOKEN", "Invalid access token passed.");
    const contentType = request.headers["content-type"] ?? "";
    return {
      ...{ method: request.method ?? "GET", path: url.pathname, query: url.searchParams, body, contentType },
      json: contentType.startsWith("application/json") ? parseJson(body) : {},
      ...{ token: given, userId: who?.userId ?? "", deviceId: who?.deviceId ?? "" },
    };
  };

  const answerTo = async (request: Asked, response: ServerResponse): Promise<object> => {
    const { method, path, json, userId } = request;
    const route = `${method} ${path.replace(/^\/_matrix\/(?:client|media)\/(?:v3|v1|r0)/, "")}`;
    if (path === "/_matrix/client/versions") return { versions: ["v1.1", "v1.11"], unstable_features: {} };
    if (route === "POST /login") return login(json);
    if (route === "GET /account/whoami") return { user_id: userId, device_id: request.deviceId };
    if (route === "GET /sync") return await answerSync(world, request, response, repeating);
    if (/^POST \/user\/[^/]+\/filter$/.test(route)) return { filter_id: "1" };
    if (/^GET \/pushrules/.test(route)) return { global: {} };
    if (/^GET \/(?:capabilities|voip)/.test(route)) return { capabilities: {} };
    if (route === "POST /upload") return upload(request);
    const media = /^GET \/(?:media\/)?download\/([^/]+)\/([^/]+)$/.exec(route);
    if (media !== null) return download(media[2] ?? "", response);
    const entered = /^POST \/join\/([^/]+)$/.exec(route)?.[1];
    if (entered !== undefined) return inRoom(decodeURIComponent(entered), ["join"], request);
    const [, encoded = "", rest = ""] = /^\w+ \/rooms\/([^/]+)\/(.+)$/.exec(route) ?? [];
    const roomId = decodeURIComponent(encoded);
    if (roomId !== "") return inRoom(roomId, rest.split("/").map(decodeURIComponent), request);
    throw new MatrixError(404, "M_UNRECOGNIZED", `Unrecognized request ${route}`);
  };

  const login = (json: Record<string, unknown>): object => {
    const identifier = json["identifier"] as { type?: string; user?: string } | undefined;
    if (json["type"] !== "m.login.password" || identifier?.type !== "m.id.user")
      throw new MatrixError(400, "M_UNKNOWN", "Unknown login type");
    const name = identifier.user ?? "";
    const userId = name.startsWith("@") ? name : `@${name}:${world.name}`;
    if (world.passwords.get(userId) === undefined || world.passwords.get(userId) !== json["password"])
      throw new MatrixError(403, "M_FORBIDDEN", "Invalid username or password");
    const deviceId = String(json["device_id"] ?? world.id("D"));
    const fresh = world.id("syt_");
    // A device has one token at a time.
    for (const [old, who] of world.tokens)
      if (who.userId === userId && who.deviceId === deviceId) world.tokens.delete(old);
    world.tokens.set(fresh, { userId, deviceId });
    return { user_id: userId, access_token: fresh, device_id: deviceId, home_server: world.name };
  };

  const upload = ({ body, contentType }: Asked): object => {
    if (body.length > maxUploadBytes) throw new MatrixError(413, "M_TOO_LARGE", "Upload too large");
    const id = world.id("");
    world.media.set(id, { bytes: body, type: contentType });
    return { content_uri: `mxc://${world.name}/${id}` };
  };

  const download = (id: string, response: ServerResponse): Buffer => {
    const found = world.media.get(id);
    if (found === undefined) throw new MatrixError(404, "M_NOT_FOUND", "Not found");
    response.setHeader("content-type", found.type);
    return found.bytes;
  };

  const inRoom = (roomId: string, [what = "", one = "", two = ""]: string[], request: Asked): object => {
    const { method, userId, json, query } = request;
    const membership = world.membership(roomId, userId);
    if (method === "POST" && what === "join") {
      if (membership !== "invite" && membership !== "join")
        throw new MatrixError(403, "M_FORBIDDEN", "You are not invited to this room.");
      world.add(roomId, userId, "m.room.member", { membership: "join" }, userId);
      return { room_id: roomId };
    }
    if (membership !== "join")
      throw new MatrixError(403, "M_FORBIDDEN", `User ${userId} not in room ${roomId}`);
    if (method === "PUT" && (what === "send" || what === "redact"))
      return put(roomId, what, one, two, request);
    if (method === "PUT" && what === "typing") {
      if (typeof json["typing"] !== "boolean") throw new MatrixError(400, "M_BAD_JSON", "typing is missing");
      return {};
    }
    if (what === "joined_members") {
      const joined = world
        .joined(roomId)
        .map((each) => [
          each.state_key ?? "",
          { display_name: each.content["displayname"] ?? null, avatar_url: null },
        ]);
      return { joined: Object.fromEntries(joined) };
    }
    if (what === "state") {
      const state = world.state(roomId, one, two);
      if (state === undefined) throw new MatrixError(404, "M_NOT_FOUND", "Event not found.");
      return state.content;
    }
    if (what === "event") {
      const event = world.events.find((each) => each.event_id === one && each.room_id === roomId);
      if (event === undefined) throw new MatrixError(404, "M_NOT_FOUND", "Event not found.");
      return forClient(event, request);
    }
    if (what === "messages") return page(roomId, query, request);
    throw new MatrixError(404, "M_UNRECOGNIZED", "Unrecognized request");
  };

  const put = (roomId: string, what: string, one: string, txn: string, request: Asked): object => {
    const { userId, deviceId, json, body } = request;
    const key = [userId, deviceId, what, roomId, one, txn].join(" ");
    const before = transactions.get(key);
    if (before !== undefined) return { event_id: before };
    if (muted.has(userId))
      throw new MatrixError(403, "M_FORBIDDEN", "You don't have permission to post that to the room.");
    if (txn === "") throw new MatrixError(404, "M_UNRECOGNIZED", "Unrecognized request");
    if (body.length > maxEventBytes - 500) throw new MatrixError(413, "M_TOO_LARGE", "event too large");
    if (
      what === "send" &&
      one === "m.room.message" &&
      (typeof json["msgtype"] !== "string" || typeof json["body"] !== "string")
    )
      throw new MatrixError(400, "M_BAD_JSON", "'msgtype' and 'body' are needed");
    if (what === "redact") world.redact(roomId, one);
    const event = world.add(
      ...([roomId, userId, what === "redact" ? "m.room.redaction" : one] as const),
      what === "redact" ? { ...json, redacts: one } : json,
    );
    transactions.set(key, event.event_id);
    event.unsigned = { ...event.unsigned, transaction_id: txn };
    return { event_id: event.event_id };
  };

  const page = (roomId: string, query: URLSearchParams, request: Asked): object => {
    if (query.get("dir") !== "b") throw new MatrixError(400, "M_INVALID_PARAM", "Only backwards here");
    const from = Number(query.get("from")?.slice(1) ?? world.place);
    const to = Number(query.get("to")?.slice(1) ?? 0);
    const limit = Number(query.get("limit") ?? 10);
    const found = world.events.filter((each) => each.room_id === roomId && each.at <= from && each.at > to);
    const chunk = found.slice(-limit).reverse();
    const oldest = chunk.at(-1);
    const isMore = oldest !== undefined && found.length > chunk.length;
    return {
      start: `t${from}`,
      chunk: chunk.map((event) => forClient(event, request)),
      ...(isMore ? { end: `t${oldest.at - 1}` } : {}),
    };
  };

  const listener = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  // Bound to a host and a port, it is no pipe.
  const root = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const server: MatrixServer = {
    ...{ root, world, token, bot, asked, muted, drawFault: undefined },
    fault: (kind, fault) => void faults.set(kind, [...(faults.get(kind) ?? []), fault]),
    repeat: () => {
      repeating.from = world.place - 1;
    },
    async close() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}

function kindOf(path: string): string {
  if (/\/download\//.test(path)) return "download";
  return /\/rooms\/[^/]+\/(\w+)/.exec(path)?.[1] ?? path.split("/").at(-1) ?? "";
}

function parseJson(body: Buffer): Record<string, unknown> {
  try {
    return body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>);
  } catch {
    throw new MatrixError(400, "M_NOT_JSON", "Content not JSON.");
  }
}
