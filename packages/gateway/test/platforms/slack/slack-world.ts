/** What a Slack workspace holds, as far as a bot sees it. */
export interface SlackFileRecord {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  bytes: Uint8Array | undefined;
  readonly length: number;
  shares: Record<string, { readonly ts: string }[]>;
}

export interface StoredMessage {
  readonly type: "message";
  readonly ts: string;
  readonly user?: string;
  readonly bot_id?: string;
  text: string;
  readonly subtype?: string;
  readonly thread_ts?: string;
  readonly parent_user_id?: string;
  blocks?: readonly unknown[] | undefined;
  metadata?: unknown;
  edited?: { readonly user: string; readonly ts: string };
  readonly files?: readonly unknown[];
  readonly attachments?: readonly unknown[];
}

export interface Conversation {
  readonly id: string;
  readonly kind: "im" | "mpim" | "channel" | "group";
  readonly name?: string;
  isArchived: boolean;
  /** Whether the bot is in it. */
  isMember: boolean;
  messages: StoredMessage[];
}

export interface Ephemeral {
  readonly channel: string;
  readonly user: string;
  readonly text: string;
}

export class SlackWorld {
  readonly team = "T0HERMES";
  readonly app = "A0HERMES";
  readonly bot: Readonly<Record<"user" | "id" | "name", string>> = {
    user: "U0BOT",
    id: "B0BOT",
    name: "hermes",
  };
  readonly users: Map<string, { readonly name: string; readonly real_name: string }> = new Map();
  readonly conversations: Map<string, Conversation> = new Map();
  readonly files: Map<string, SlackFileRecord> = new Map();
  readonly ephemerals: Ephemeral[] = [];
  #micros = 0;
  #ids = 0;

  conversation(id: string, kind: Conversation["kind"] = "im", name?: string): Conversation {
    const known = this.conversations.get(id);
    if (known !== undefined) return known;
    const made: Conversation = {
      ...{ id, kind, isArchived: false, isMember: true, messages: [] },
      ...(name === undefined ? {} : { name }),
    };
    this.conversations.set(id, made);
    return made;
  }

  /** Seconds and microseconds, each but once. */
  nextTs(): string {
    this.#micros = Math.max(this.#micros + 1, Date.now() * 1_000);
    return `${Math.floor(this.#micros / 1_000_000)}.${String(this.#micros % 1_000_000).padStart(6, "0")}`;
  }

  nextId(prefix: string): string {
    this.#ids += 1;
    return `${prefix}${String(this.#ids).padStart(8, "0")}`;
  }

  find(channel: string, ts: string): StoredMessage | undefined {
    return this.conversations.get(channel)?.messages.find((each) => each.ts === ts);
  }
}
