import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DiscordGatewayServer } from "./discord-gateway-server.ts";
import { type Answered, DiscordRestServer } from "./discord-rest-server.ts";
import { DiscordWorld, type WorldMessage, type WorldUser } from "./discord-world.ts";

/** What happens to a message that is posted. */
export type PostFault = "none" | "rate-limit" | "bad-gateway" | "accept-then-drop";

export interface DiscordServer {
  readonly root: string;
  readonly world: DiscordWorld;
  readonly gateway: DiscordGatewayServer;
  /** Asked at each message that is posted. */
  fault: () => PostFault;
  /** Told what is posted. */
  onPost: (body: unknown) => void;
  /** Of the next rate limit. */
  retryAfterS: number;
  /** The next answers to requests whose path holds this, by their status. */
  readonly failures: { readonly path: string; readonly status: number }[];
  /** What somebody says. */
  say(author: WorldUser, channelId: string, content: string, more?: Partial<WorldMessage>): WorldMessage;
  sayFile(
    author: WorldUser,
    channelId: string,
    content: string,
    file: { readonly name: string; readonly bytes: Uint8Array },
  ): Promise<WorldMessage>;
  /** In the private chat with the person of this number, from 0. */
  sayTo(index: number, content: string): WorldMessage;
  edit(message: WorldMessage, content: string): void;
  press(user: WorldUser, message: WorldMessage, label: string): string;
  command(user: WorldUser, channelId: string, name: string, text?: string): string;
  close(): Promise<void>;
}

/** Discord on loopback, by its published description. */
export async function openDiscordServer(): Promise<DiscordServer> {
  const world = new DiscordWorld();
  const gateway = new DiscordGatewayServer(world);
  const rest = new DiscordRestServer(world, gateway);

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const isPost = request.method === "POST" && /\/channels\/\d+\/messages$/.test(url.pathname);
    const fault = isPost ? server.fault() : "none";
    if (isPost && request.headers["content-type"] === "application/json")
      server.onPost(JSON.parse(String(Buffer.concat(parts))));
    const failure = server.failures.findIndex(({ path }) => url.pathname.includes(path));
    const [failed] = failure === -1 ? [] : server.failures.splice(failure, 1);
    const asked = {
      ...{
        method: request.method ?? "GET",
        path: url.pathname,
        query: url.searchParams,
        body: Buffer.concat(parts),
      },
      headers: new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    };
    const answered: Answered =
      fault === "rate-limit"
        ? limited(server.retryAfterS)
        : fault === "bad-gateway" || failed !== undefined
          ? { status: failed?.status ?? 502 }
          : await rest.answer(asked);
    if (fault === "accept-then-drop") return void request.socket.destroy();
    const { status, body, headers } = answered;
    if (body instanceof Uint8Array) return void response.writeHead(status, headers).end(body);
    const text = body === undefined ? "" : JSON.stringify(body);
    const type = body === undefined ? {} : { "content-type": "application/json" };
    return void response.writeHead(status, { ...type, ...headers }).end(text);
  };
  const http = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  http.on("upgrade", (request, socket, head) => gateway.upgrade(request, socket, head));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  // Bound to a host and a port, it is no pipe.
  const { port } = http.address() as AddressInfo;
  rest.origin = `http://127.0.0.1:${port}`;
  gateway.url = `ws://127.0.0.1:${port}`;

  const interaction = (user: WorldUser, channelId: string, more: object): string => {
    const id = world.id();
    const who =
      rest.guildOf(channelId).guild_id === undefined
        ? { user }
        : { member: { user, roles: [], permissions: "0", joined_at: new Date().toISOString() } };
    const channel = world.channels.get(channelId);
    gateway.emit("INTERACTION_CREATE", {
      ...{
        id,
        application_id: world.applicationId,
        token: `token-${id}`,
        version: 1,
        channel_id: channelId,
        channel,
      },
      ...{
        locale: "en-US",
        entitlements: [],
        authorizing_integration_owners: {},
        context: 0,
        attachment_size_limit: 10_485_760,
      },
      ...rest.guildOf(channelId),
      ...who,
      ...more,
    });
    return id;
  };
  const server: DiscordServer = {
    root: `${rest.origin}/api`,
    world,
    gateway,
    fault: () => "none",
    onPost: () => undefined,
    retryAfterS: 0.02,
    failures: [],
    say(author, channelId, content, more = {}) {
      const mentioned = [...content.matchAll(/<@!?(\d+)>/g)].map(([, id]) => id);
      const message = rest.create(channelId, {
        ...{ author, content },
        mentions: mentioned.includes(world.bot.id) ? [world.bot] : [],
        mention_roles: [...content.matchAll(/<@&(\d+)>/g)].map(([, id]) => id ?? ""),
        ...more,
      });
      gateway.emit("MESSAGE_CREATE", { ...message, ...rest.guildOf(channelId) });
      return message;
    },
    async sayFile(author, channelId, content, { name, bytes }) {
      return server.say(author, channelId, content, {
        attachments: [await rest.attach(name, bytes, "text/plain")],
      });
    },
    sayTo(index, content) {
      const author = personOf(index);
      return server.say(author, world.dm(author).id, content);
    },
    edit(message, content) {
      message.content = content;
      message.edited_timestamp = new Date().toISOString();
      gateway.emit("MESSAGE_UPDATE", { ...message, ...rest.guildOf(message.channel_id) });
    },
    press(user, message, label) {
      const button = message.components.flatMap((row) => row.components).find((each) => each.label === label);
      return interaction(user, message.channel_id, {
        type: 3,
        message,
        data: { custom_id: button?.custom_id, component_type: 2 },
      });
    },
    command(user, channelId, name, text) {
      const options = text === undefined ? [] : [{ name: "text", type: 3, value: text }];
      return interaction(user, channelId, { type: 2, data: { id: world.id(), name, type: 1, options } });
    },
    async close() {
      gateway.end();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

/** Somebody with a private chat of their own. */
export function personOf(index: number): WorldUser {
  const id = String(400_000_000_000_000_000n + BigInt(index));
  return { id, username: `person${index}`, global_name: null, discriminator: "0", avatar: null, bot: false };
}

function limited(afterS: number): Answered {
  const headers = { "retry-after": String(afterS), "x-ratelimit-scope": "user" };
  return {
    status: 429,
    body: { message: "You are being rate limited.", retry_after: afterS, global: false },
    headers,
  };
}
