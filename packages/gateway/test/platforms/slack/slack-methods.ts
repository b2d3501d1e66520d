import { z } from "zod";
import type { Conversation, SlackWorld, StoredMessage } from "./slack-world.ts";

/** The error that Slack names. */
export class SlackError extends Error {
  readonly more: Readonly<Record<string, unknown>>;

  constructor(name: string, more: Readonly<Record<string, unknown>> = {}) {
    super(name);
    this.more = more;
  }
}

export type Arguments = Readonly<Record<string, string>>;
export type Method = (given: Arguments) => Readonly<Record<string, unknown>>;

const button = z.object({
  type: z.literal("button"),
  action_id: z.string().min(1).max(255),
  text: z.object({
    type: z.literal("plain_text"),
    text: z.string().min(1).max(75),
    emoji: z.boolean().optional(),
  }),
  value: z.string().max(2_000).optional(),
});
const blocksSchema = z
  .array(
    z.discriminatedUnion("type", [
      z.object({
        type: z.literal("section"),
        text: z.object({ type: z.enum(["mrkdwn", "plain_text"]), text: z.string().min(1).max(3_000) }),
      }),
      z.object({ type: z.literal("actions"), elements: z.array(button).min(1).max(25) }),
    ]),
  )
  .max(50);
const metadataSchema = z.object({
  event_type: z.string().min(1),
  event_payload: z.record(z.string(), z.unknown()),
});

export interface MethodsOptions {
  readonly world: SlackWorld;
  /** Of the server, for files. */
  readonly origin: () => string;
  /** Scopes that the token lacks. */
  readonly lacks: ReadonlySet<string>;
  readonly onPosted: (channel: string, message: StoredMessage) => void;
}

/** The methods of the Web API that the adapter and Slack's own client use here. @see https://docs.slack.dev/reference/methods */
export function slackMethods({
  world,
  origin,
  lacks,
  onPosted,
}: MethodsOptions): Readonly<Record<string, Method>> {
  const need = (given: Arguments, name: string): string => {
    const value = given[name];
    if (value === undefined || value === "") throw new SlackError("invalid_arguments", { missing: name });
    return value;
  };
  const scope = (name: string): void => {
    if (lacks.has(name)) throw new SlackError("missing_scope", { needed: name, provided: "chat:write" });
  };
  const chatOf = (given: Arguments, name = "channel"): Conversation => {
    const found = world.conversations.get(need(given, name));
    if (found === undefined) throw new SlackError("channel_not_found");
    return found;
  };
  const writable = (chat: Conversation): void => {
    if (chat.isArchived) throw new SlackError("is_archived");
    if (!chat.isMember) throw new SlackError("not_in_channel");
  };
  const json = <Value>(
    schema: z.ZodType<Value>,
    text: string | undefined,
    error: string,
  ): Value | undefined => {
    if (text === undefined) return undefined;
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      throw new SlackError(error);
    }
  };
  const contentOf = (given: Arguments): Pick<StoredMessage, "text" | "blocks" | "metadata"> => {
    const { text = "" } = given;
    const blocks = json(blocksSchema, given["blocks"], "invalid_blocks");
    const metadata = json(metadataSchema, given["metadata"], "invalid_metadata_format");
    if (text === "" && (blocks?.length ?? 0) === 0) throw new SlackError("no_text");
    return {
      text,
      ...(blocks === undefined ? {} : { blocks }),
      ...(metadata === undefined ? {} : { metadata }),
    };
  };
  const put = (
    chat: Conversation,
    content: Partial<StoredMessage>,
    thread: string | undefined,
  ): StoredMessage => {
    const parent = thread === undefined ? undefined : world.find(chat.id, thread);
    if (thread !== undefined && parent === undefined) throw new SlackError("thread_not_found");
    const message: StoredMessage = {
      ...{ type: "message", ts: world.nextTs(), user: world.bot.user, bot_id: world.bot.id, text: "" },
      ...(thread === undefined ? {} : { thread_ts: thread, parent_user_id: parent?.user ?? "" }),
      ...content,
    };
    chat.messages.push(message);
    onPosted(chat.id, message);
    return message;
  };
  const listed = (
    messages: readonly StoredMessage[],
    given: Arguments,
  ): Readonly<Record<string, unknown>> => {
    const {
      oldest = "0",
      latest = "9999999999",
      limit = "100",
      cursor = "",
      include_all_metadata: all,
    } = given;
    const within = messages.filter(
      ({ ts }) =>
        Number(ts) > Number(oldest) &&
        Number(ts) < Number(latest) + (given["inclusive"] === "true" ? 1e-7 : 0),
    );
    const from = cursor === "" ? 0 : Number(Buffer.from(cursor, "base64").toString());
    const to = from + Math.min(Number(limit), 999);
    const isMore = to < within.length;
    const page = within.slice(from, to).map((message) => {
      const { metadata, ...rest } = message;
      return all === "true" && metadata !== undefined ? { ...rest, metadata } : rest;
    });
    const next = isMore ? Buffer.from(String(to)).toString("base64") : "";
    return { messages: page, has_more: isMore, response_metadata: { next_cursor: next } };
  };

  return {
    "auth.test": () => ({
      url: "https://hermes.slack.com/",
      ...{
        team: "Hermes",
        user: world.bot.name,
        team_id: world.team,
        user_id: world.bot.user,
        bot_id: world.bot.id,
      },
      is_enterprise_install: false,
    }),
    "chat.postMessage": (given) => {
      scope("chat:write");
      const chat = chatOf(given);
      writable(chat);
      const content = contentOf(given);
      if (content.text.length > 40_000) throw new SlackError("msg_too_long");
      const message = put(chat, content, given["thread_ts"]);
      return { channel: chat.id, ts: message.ts, message };
    },
    "chat.update": (given) => {
      const chat = chatOf(given);
      const message = world.find(chat.id, need(given, "ts"));
      if (message === undefined) throw new SlackError("message_not_found");
      if (message.user !== world.bot.user) throw new SlackError("cant_update_message");
      const content = contentOf(given);
      if (content.text.length > 4_000) throw new SlackError("msg_too_long");
      message.text = content.text;
      if (content.blocks !== undefined) message.blocks = content.blocks;
      if (content.metadata !== undefined) message.metadata = content.metadata;
      onPosted(chat.id, message);
      return { channel: chat.id, ts: message.ts, text: message.text, message };
    },
    "chat.delete": (given) => {
      const chat = chatOf(given);
      const message = world.find(chat.id, need(given, "ts"));
      if (message === undefined) throw new SlackError("message_not_found");
      if (message.user !== world.bot.user) throw new SlackError("cant_delete_message");
      chat.messages = chat.messages.filter((each) => each !== message);
      onPosted(chat.id, message);
      return { channel: chat.id, ts: message.ts };
    },
    "chat.postEphemeral": (given) => {
      const chat = chatOf(given);
      const user = need(given, "user");
      if (!world.users.has(user)) throw new SlackError("user_not_in_channel");
      world.ephemerals.push({ channel: chat.id, user, text: need(given, "text") });
      return { message_ts: world.nextTs() };
    },
    "conversations.history": (given) => {
      const chat = chatOf(given);
      scope("im:history");
      const top = chat.messages.filter(
        ({ ts, thread_ts: thread, subtype }) =>
          thread === undefined || thread === ts || subtype === "thread_broadcast",
      );
      return listed(top.toReversed(), given);
    },
    "conversations.replies": (given) => {
      const chat = chatOf(given);
      const ts = need(given, "ts");
      const found = chat.messages.filter((each) => each.ts === ts || each.thread_ts === ts);
      if (found.length === 0) throw new SlackError("thread_not_found");
      return listed(found, given);
    },
    "conversations.info": (given) => {
      const { id, kind, name } = chatOf(given);
      return {
        channel: {
          ...{ id, is_im: kind === "im", is_mpim: kind === "mpim", is_channel: kind === "channel" },
          ...{ is_group: kind === "group", ...(name === undefined ? {} : { name }) },
        },
      };
    },
    "users.conversations": (given) => {
      const types = (given["types"] ?? "public_channel").split(",");
      const names = { im: "im", mpim: "mpim", channel: "public_channel", group: "private_channel" } as const;
      const channels = [...world.conversations.values()]
        .filter(({ kind }) => types.includes(names[kind]))
        .map(({ id }) => ({ id }));
      return { channels, response_metadata: { next_cursor: "" } };
    },
    "users.info": (given) => {
      const id = need(given, "user");
      const user = world.users.get(id);
      if (user === undefined) throw new SlackError("user_not_found");
      return {
        user: { id, ...user, is_bot: false, profile: { display_name: "", real_name: user.real_name } },
      };
    },
    "assistant.threads.setStatus": (given) => {
      chatOf(given, "channel_id");
      need(given, "thread_ts");
      return {};
    },
    "files.getUploadURLExternal": (given) => {
      scope("files:write");
      const length = Number(need(given, "length"));
      const name = need(given, "filename");
      if (!Number.isInteger(length) || length <= 0) throw new SlackError("invalid_arguments");
      const id = world.nextId("F");
      world.files.set(id, {
        id,
        name,
        mimetype: "application/octet-stream",
        bytes: undefined,
        length,
        shares: {},
      });
      return { upload_url: `${origin()}/upload/v1/${id}`, file_id: id };
    },
    "files.completeUploadExternal": (given) => {
      const files =
        json(
          z.array(z.object({ id: z.string(), title: z.string().optional() })),
          need(given, "files"),
          "invalid_arguments",
        ) ?? [];
      const records = files.map(({ id }) => world.files.get(id));
      if (records.some((record) => record?.bytes?.length !== record?.length))
        throw new SlackError("file_upload_size_restricted");
      const { channel_id: channel, thread_ts: thread, initial_comment: text = "" } = given;
      if (channel !== undefined) {
        const chat = chatOf(given, "channel_id");
        writable(chat);
        const shown = records.flatMap((record) =>
          record === undefined ? [] : [{ id: record.id, name: record.name }],
        );
        const message = put(chat, { text, files: shown, subtype: "file_share" }, thread);
        for (const record of records)
          if (record !== undefined) record.shares = { [channel]: [{ ts: message.ts }] };
      }
      return { files: files.map(({ id, title }) => ({ id, title: title ?? world.files.get(id)?.name })) };
    },
    "files.info": (given) => {
      const record = world.files.get(need(given, "file"));
      if (record === undefined) throw new SlackError("file_not_found");
      const { id, name, mimetype, shares } = record;
      const address = `${origin()}/files-pri/${id}/${name}`;
      return { file: { id, name, mimetype, shares: { private: shares }, url_private: address } };
    },
  };
}
