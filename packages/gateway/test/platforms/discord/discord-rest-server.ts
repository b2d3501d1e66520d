import { z } from "zod";
import type { DiscordGatewayServer } from "./discord-gateway-server.ts";
import type { DiscordWorld, WorldMessage, WorldRow } from "./discord-world.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface Answered {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const row = z.strictObject({
  type: z.literal(1),
  components: z
    .array(
      z.strictObject({
        type: z.literal(2),
        style: z.int().min(1).max(4),
        label: z.string().max(80),
        custom_id: z.string().min(1).max(100),
        disabled: z.boolean().optional(),
        emoji: z.unknown().optional(),
        id: z.int().optional(),
      }),
    )
    .min(1)
    .max(5),
});
const words = {
  content: z.string().nullish(),
  components: z.array(row).max(5).optional(),
  allowed_mentions: z
    .object({
      parse: z.array(z.enum(["roles", "users", "everyone"])).optional(),
      replied_user: z.boolean().optional(),
    })
    .optional(),
  attachments: z
    .array(z.object({ id: z.union([z.int(), z.string()]), filename: z.string().optional() }))
    .optional(),
  embeds: z.array(z.looseObject({})).optional(),
  flags: z.int().optional(),
};
const creation = z.object({
  ...words,
  nonce: z.union([z.string().max(25), z.int()]).optional(),
  enforce_nonce: z.boolean().optional(),
  tts: z.boolean().optional(),
  message_reference: z
    .object({ message_id: z.string(), fail_if_not_exists: z.boolean().default(true) })
    .optional(),
});
const change = z.object(words);
const command = z.object({
  name: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .regex(/^[^A-Z]*$/),
  description: z.string().min(1).max(100),
  options: z
    .array(
      z.object({
        type: z.int(),
        name: z.string().regex(/^[\w-]{1,32}$/),
        description: z.string().min(1).max(100),
      }),
    )
    .max(25)
    .optional(),
});

/** What the REST API answers, as far as messages go. Strict: what Discord refuses is refused. */
export class DiscordRestServer {
  readonly #world: DiscordWorld;
  readonly #gateway: DiscordGatewayServer;
  origin = "";

  constructor(world: DiscordWorld, gateway: DiscordGatewayServer) {
    this.#world = world;
    this.#gateway = gateway;
  }

  async answer(asked: Asked): Promise<Answered> {
    const { method, path } = asked;
    const world = this.#world;
    const file = /^\/cdn\/(\w+)\//.exec(path)?.[1];
    if (file !== undefined) {
      const bytes = world.files.get(file);
      return bytes === undefined
        ? { status: 404 }
        : { status: 200, body: bytes, headers: { "content-type": "text/plain" } };
    }
    const route = /^\/api\/v10(\/.*)$/.exec(path)?.[1];
    if (route === undefined) return refused(404, 0, "404: Not Found");
    if (!/^DiscordBot \(.+\)/.test(asked.headers.get("user-agent") ?? ""))
      return refused(403, 40_333, "internal network error");
    const interaction = /^\/(?:interactions|webhooks)\/(\w+)\/([\w.-]+)(.*)$/.exec(route);
    if (interaction !== null) return this.#interaction(asked, interaction);
    if (asked.headers.get("authorization") !== `Bot ${world.token}`)
      return refused(401, 0, "401: Unauthorized");
    if (route === "/users/@me") return { status: 200, body: world.bot };
    if (route === "/users/@me/channels" && method === "POST") {
      const wanted = z.object({ recipient_id: z.string() }).safeParse(JSON.parse(String(asked.body)));
      const found = [...world.channels.values()].find(
        ({ type, recipients = [] }) => type === 1 && recipients[0]?.id === wanted.data?.recipient_id,
      );
      return found === undefined
        ? refused(400, 50_033, "Invalid Recipient(s)")
        : { status: 200, body: found };
    }
    if (route === "/gateway/bot") {
      const limit = { total: 1_000, remaining: 999, reset_after: 14_400_000, max_concurrency: 1 };
      return { status: 200, body: { url: this.#gateway.url, shards: 1, session_start_limit: limit } };
    }
    if (route === `/applications/${world.applicationId}/commands`) return this.#commands(asked);
    const [, channelId = "", rest = ""] = /^\/channels\/(\w+)(.*)$/.exec(route) ?? [];
    const channel = world.channels.get(channelId);
    const thread = /^\/messages\/(\w+)\/threads$/.exec(rest)?.[1];
    if (channel === undefined) return refused(404, 10_003, "Unknown Channel");
    if (rest === "" && method === "GET") return { status: 200, body: channel };
    if (world.forbidden.has(channelId))
      return refused(403, channel.type === 1 ? 50_007 : 50_013, "Missing Permissions");
    if (thread !== undefined) return this.#thread(channelId, thread, asked);
    if (rest === "/typing" && method === "POST") {
      world.typings.push(channelId);
      return { status: 204 };
    }
    if (rest === "/messages")
      return method === "POST" ? await this.#post(channelId, asked) : this.#list(channelId, asked.query);
    const message = world.in(channelId).find(({ id }) => rest === `/messages/${id}`);
    if (message === undefined) return refused(404, 10_008, "Unknown Message");
    if (method === "GET") return { status: 200, body: message };
    if (message.author.id !== world.bot.id)
      return refused(403, 50_005, "Cannot edit a message authored by another user");
    if (method === "DELETE") {
      world.messages.set(
        channelId,
        world.in(channelId).filter((each) => each !== message),
      );
      this.#gateway.emit("MESSAGE_DELETE", { id: message.id, channel_id: channelId });
      world.changed();
      return { status: 204 };
    }
    return this.#edit(message, asked);
  }

  async #post(channelId: string, asked: Asked): Promise<Answered> {
    const world = this.#world;
    const { json, files } = await read(asked);
    const parsed = creation.safeParse(json);
    if (!parsed.success) return invalid(parsed.error);
    const {
      content,
      nonce,
      components = [],
      message_reference: reference,
      embeds = [],
      flags = 0,
    } = parsed.data;
    const text = (content ?? "").trim();
    if ([...text].length > 2_000) return refused(400, 50_035, "Invalid Form Body");
    if (text === "" && files.length === 0 && embeds.length === 0)
      return refused(400, 50_006, "Cannot send an empty message");
    if (files.some((file) => file.size > 10 * 1_024 * 1_024))
      return refused(413, 40_005, "Request entity too large");
    const known = parsed.data.enforce_nonce === true ? world.nonces.get(String(nonce)) : undefined;
    if (known !== undefined) return { status: 200, body: { ...known, nonce } };
    const replied = world.in(channelId).find(({ id }) => id === reference?.message_id);
    if (reference?.fail_if_not_exists === true && replied === undefined)
      return refused(400, 50_035, "Unknown message");
    const attachments = await Promise.all(
      files.map(
        async (file) => await this.attach(file.name, new Uint8Array(await file.arrayBuffer()), file.type),
      ),
    );
    const message = this.create(channelId, {
      author: world.bot,
      content: text,
      components: components as readonly WorldRow[],
      attachments,
      ...(replied === undefined
        ? {}
        : {
            type: 19,
            referenced_message: replied,
            message_reference: { message_id: replied.id, channel_id: channelId },
          }),
      flags,
    });
    if (nonce !== undefined) world.nonces.set(String(nonce), message);
    world.posted.push(message);
    const shown = nonce === undefined ? {} : { nonce };
    this.#gateway.emit("MESSAGE_CREATE", { ...message, ...this.guildOf(channelId), ...shown });
    world.changed();
    return { status: 200, body: { ...message, ...shown } };
  }

  async #edit(message: WorldMessage, asked: Asked): Promise<Answered> {
    const { json } = await read(asked);
    const parsed = change.safeParse(json);
    if (!parsed.success) return invalid(parsed.error);
    const { content, components } = parsed.data;
    if ([...(content ?? "")].length > 2_000) return refused(400, 50_035, "Invalid Form Body");
    if (typeof content === "string") message.content = content.trim();
    if (components !== undefined) message.components = components as readonly WorldRow[];
    message.edited_timestamp = new Date().toISOString();
    this.#gateway.emit("MESSAGE_UPDATE", { ...message, ...this.guildOf(message.channel_id) });
    this.#world.changed();
    return { status: 200, body: message };
  }

  /** The newest first, as Discord does. */
  #list(channelId: string, query: URLSearchParams): Answered {
    const limit = Number(query.get("limit") ?? 50);
    if (!(limit >= 1 && limit <= 100)) return refused(400, 50_035, "Invalid Form Body");
    const after = query.get("after");
    const all = this.#world.in(channelId);
    const found =
      after === null ? all.slice(-limit) : all.filter(({ id }) => BigInt(id) > BigInt(after)).slice(0, limit);
    return { status: 200, body: found.toReversed() };
  }

  #thread(channelId: string, messageId: string, { body }: Asked): Answered {
    const world = this.#world;
    const wanted = z.object({ name: z.string().min(1).max(100) }).safeParse(JSON.parse(String(body)));
    if (!wanted.success) return invalid(wanted.error);
    if (world.threadless.has(channelId)) return refused(403, 50_013, "Missing Permissions");
    if (world.channels.has(messageId))
      return refused(400, 160_004, "A thread has already been created for this message");
    if (!world.in(channelId).some(({ id }) => id === messageId))
      return refused(404, 10_008, "Unknown Message");
    const thread = {
      ...{ id: messageId, type: 11, name: wanted.data.name, guild_id: world.guildId, parent_id: channelId },
      owner_id: world.bot.id,
      thread_metadata: {
        archived: false,
        auto_archive_duration: 1_440,
        archive_timestamp: new Date().toISOString(),
        locked: false,
      },
    };
    world.channels.set(messageId, thread);
    this.#gateway.emit("THREAD_CREATE", thread);
    return { status: 201, body: thread };
  }

  #commands({ method, body }: Asked): Answered {
    const world = this.#world;
    if (method === "PUT") {
      const wanted = z
        .array(command)
        .max(100)
        .safeParse(JSON.parse(String(body)));
      if (!wanted.success) return invalid(wanted.error);
      world.commandWrites += 1;
      world.commands = wanted.data.map((each) => ({
        ...each,
        type: 1,
        id: world.id(),
        application_id: world.applicationId,
        version: "1",
        default_member_permissions: null,
      }));
    }
    return { status: 200, body: world.commands };
  }

  #interaction({ method, body }: Asked, [, id = "", , tail = ""]: RegExpExecArray): Answered {
    const said = z
      .object({
        type: z.int().optional(),
        content: z.string().optional(),
        data: z.object({ content: z.string().optional() }).nullish(),
      })
      .safeParse(body.length === 0 ? {} : JSON.parse(String(body))).data;
    if (tail === "/callback" && method === "POST") {
      if (this.#world.callbacks.some((each) => each.id === id))
        return refused(400, 40_060, "Interaction has already been acknowledged.");
      const content = said?.data?.content;
      this.#world.callbacks.push({
        id,
        type: said?.type ?? 0,
        ...(content === undefined ? {} : { content }),
      });
      this.#world.changed();
      return { status: 204 };
    }
    this.#world.followUps.push(said?.content ?? "");
    this.#world.changed();
    return { status: 200, body: this.create("0", { author: this.#world.bot, content: said?.content ?? "" }) };
  }

  async attach(
    filename: string,
    bytes: Uint8Array,
    type: string,
  ): Promise<WorldMessage["attachments"][number]> {
    const id = this.#world.id();
    this.#world.files.set(id, bytes);
    const url = `${this.origin}/cdn/${id}/${encodeURIComponent(filename)}`;
    return {
      id,
      filename,
      size: bytes.length,
      url,
      proxy_url: url,
      ...(type === "" ? {} : { content_type: type }),
    };
  }

  /** A message that is in the channel from now on. */
  create(
    channelId: string,
    more: Partial<WorldMessage> & Pick<WorldMessage, "author" | "content">,
  ): WorldMessage {
    const message: WorldMessage = {
      ...{
        id: this.#world.id(),
        channel_id: channelId,
        type: 0,
        timestamp: new Date().toISOString(),
        edited_timestamp: null,
      },
      ...{
        tts: false,
        pinned: false,
        mention_everyone: false,
        mentions: [],
        mention_roles: [],
        attachments: [],
        embeds: [],
        components: [],
        flags: 0,
      },
      ...more,
    };
    this.#world.in(channelId).push(message);
    return message;
  }

  /** What an event says of the channel beside the message. */
  guildOf(channelId: string): { readonly guild_id?: string; readonly channel_type?: number } {
    const { guild_id: guild, type } = this.#world.channels.get(channelId) ?? {};
    return {
      ...(type === undefined ? {} : { channel_type: type }),
      ...(guild === undefined ? {} : { guild_id: guild }),
    };
  }
}

export function refused(status: number, code: number, message: string): Answered {
  return { status, body: { message, code } };
}

function invalid(error: z.ZodError): Answered {
  return refused(
    400,
    50_035,
    `Invalid Form Body: ${error.issues[0]?.path.join(".")} ${error.issues[0]?.message}`,
  );
}

async function read({
  headers,
  body,
}: Asked): Promise<{ readonly json: unknown; readonly files: readonly File[] }> {
  const type = headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return { json: JSON.parse(String(body)), files: [] };
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const files = [...form].flatMap(([name, value]) =>
    /^files\[\d\]$/.test(name) && value instanceof File ? [value] : [],
  );
  return { json: JSON.parse(String(form.get("payload_json") ?? "{}")), files };
}
