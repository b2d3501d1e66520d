/** What is read of what Discord says; fields that it adds are left out. */
export interface DiscordUser {
  readonly id: string;
  readonly username: string;
  readonly global_name?: string | undefined;
  readonly bot: boolean;
}

export interface DiscordAttachment {
  readonly id: string;
  readonly filename: string;
  readonly content_type?: string | undefined;
  readonly size?: number | undefined;
  readonly url: string;
}

export interface DiscordWords {
  readonly content: string;
  readonly attachments: readonly DiscordAttachment[];
  readonly sticker_items: readonly { readonly name: string }[];
}

/** @see https://discord.com/developers/docs/resources/message#message-object */
export interface DiscordMessage extends DiscordWords {
  readonly id: string;
  readonly channel_id: string;
  readonly guild_id?: string | undefined;
  readonly type: number;
  readonly flags?: number | undefined;
  readonly author: DiscordUser;
  readonly member?: { readonly nick?: string | undefined } | undefined;
  readonly webhook_id?: string | undefined;
  readonly timestamp: string;
  readonly edited_timestamp?: string | undefined;
  readonly mentions: readonly DiscordUser[];
  readonly mention_roles: readonly string[];
  readonly nonce?: string | number | undefined;
  readonly referenced_message?:
    | { readonly id: string; readonly author: DiscordUser; readonly content: string }
    | undefined;
  readonly message_snapshots?: readonly { readonly message: DiscordWords }[] | undefined;
}

/** @see https://discord.com/developers/docs/resources/channel#channel-object */
export interface DiscordChannel {
  readonly id: string;
  readonly type: number;
  readonly name?: string | undefined;
  readonly guild_id?: string | undefined;
  readonly parent_id?: string | undefined;
  readonly owner_id?: string | undefined;
  readonly recipients: readonly DiscordUser[];
}
