/** A message as Discord keeps it. */
export interface WorldMessage {
  readonly id: string;
  readonly channel_id: string;
  readonly type: number;
  readonly author: WorldUser;
  content: string;
  readonly timestamp: string;
  edited_timestamp: string | null;
  readonly tts: false;
  readonly pinned: false;
  readonly mention_everyone: boolean;
  readonly mentions: readonly WorldUser[];
  readonly mention_roles: readonly string[];
  attachments: readonly WorldAttachment[];
  embeds: readonly object[];
  components: readonly WorldRow[];
  readonly flags: number;
  readonly message_reference?: { readonly message_id: string; readonly channel_id: string };
  readonly referenced_message?: WorldMessage | null;
}

export interface WorldUser {
  readonly id: string;
  readonly username: string;
  readonly global_name: string | null;
  readonly discriminator: string;
  readonly avatar: null;
  readonly bot: boolean;
}

export interface WorldAttachment {
  readonly id: string;
  readonly filename: string;
  readonly content_type?: string;
  readonly size: number;
  url: string;
  readonly proxy_url: string;
}

export interface WorldRow {
  readonly type: number;
  readonly components: readonly {
    readonly label?: string;
    readonly custom_id?: string;
    readonly type: number;
  }[];
}

export interface WorldChannel {
  readonly id: string;
  readonly type: number;
  readonly name?: string;
  readonly guild_id?: string;
  readonly parent_id?: string;
  readonly owner_id?: string;
  readonly recipients?: readonly WorldUser[];
}

export const epoch = 1_420_070_400_000;

/** Who and what there is, on one server of Discord with one bot. */
export class DiscordWorld {
  readonly token = "MTIz.fake.token";
  readonly applicationId = "900000000000000001";
  readonly guildId = "800000000000000001";
  /** The role that Discord made for the bot, and another one. */
  readonly botRole = "800000000000000002";
  readonly otherRole = "800000000000000003";
  readonly bot: WorldUser = person("700000000000000001", "hermes", true);
  readonly channels: Map<string, WorldChannel> = new Map();
  readonly messages: Map<string, WorldMessage[]> = new Map();
  readonly files: Map<string, Uint8Array> = new Map();
  /** What was posted with a number that is taken once. */
  readonly nonces: Map<string, WorldMessage> = new Map();
  commands: readonly object[] = [];
  commandWrites = 0;
  /** What was answered to interactions. */
  readonly callbacks: { readonly id: string; readonly type: number; readonly content?: string }[] = [];
  readonly followUps: string[] = [];
  readonly typings: string[] = [];
  readonly forbidden: Set<string> = new Set();
  /** Where no threads may be made. */
  readonly threadless: Set<string> = new Set();
  /** In the order in which they were posted. */
  readonly posted: WorldMessage[] = [];
  #increment = 0n;
  #watchers = new Set<() => void>();

  constructor() {
    this.channels.set("600000000000000001", {
      id: "600000000000000001",
      type: 0,
      name: "general",
      guild_id: this.guildId,
    });
  }

  id(): string {
    this.#increment += 1n;
    return String((BigInt(Date.now() - epoch) << 22n) + this.#increment);
  }

  dm(user: WorldUser): WorldChannel {
    const id = `5${user.id.slice(1)}`;
    const channel = this.channels.get(id) ?? { id, type: 1, recipients: [user] };
    this.channels.set(id, channel);
    return channel;
  }

  in(channelId: string): WorldMessage[] {
    const messages = this.messages.get(channelId) ?? [];
    this.messages.set(channelId, messages);
    return messages;
  }

  changed(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Resolves once it holds; asked again with each change. */
  async until<Value>(look: () => Value | undefined): Promise<Value> {
    return await new Promise<Value>((resolve) => {
      const watcher = (): void => {
        const found = look();
        if (found === undefined) return;
        this.#watchers.delete(watcher);
        resolve(found);
      };
      this.#watchers.add(watcher);
      watcher();
    });
  }
}

export function person(id: string, username: string, bot = false): WorldUser {
  return { id, username, global_name: null, discriminator: "0", avatar: null, bot };
}
