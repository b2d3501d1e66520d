/** What is read of what the Bot API sends. Ids of messages are unique within their chat, those of users and chats everywhere. */
export interface TelegramUpdate {
  readonly update_id: number;
  readonly message?: TelegramMessage | undefined;
  readonly edited_message?: TelegramMessage | undefined;
  readonly channel_post?: TelegramMessage | undefined;
  readonly edited_channel_post?: TelegramMessage | undefined;
  readonly callback_query?: TelegramPress | undefined;
}

export interface TelegramUser {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly last_name?: string | undefined;
  readonly username?: string | undefined;
}

export interface TelegramChat {
  readonly id: number;
  readonly type: "private" | "group" | "supergroup" | "channel";
  readonly title?: string | undefined;
  readonly username?: string | undefined;
  readonly first_name?: string | undefined;
}

/** A mark in a text; offset and length in UTF-16 units. */
export interface TelegramMark {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string | undefined;
  readonly user?: TelegramUser | undefined;
  readonly language?: string | undefined;
}

export interface TelegramFile {
  readonly file_id: string;
  readonly file_size?: number | undefined;
  readonly file_name?: string | undefined;
  readonly mime_type?: string | undefined;
}

export interface TelegramText {
  readonly message_id: number;
  readonly date: number;
  readonly edit_date?: number | undefined;
  readonly chat: TelegramChat;
  readonly from?: TelegramUser | undefined;
  readonly sender_chat?: TelegramChat | undefined;
  readonly text?: string | undefined;
  readonly caption?: string | undefined;
  readonly entities: readonly TelegramMark[];
  readonly caption_entities: readonly TelegramMark[];
}

/** Where a message is. */
export interface TelegramPlace {
  readonly message_id: number;
  readonly chat: TelegramChat;
  readonly message_thread_id?: number | undefined;
  readonly is_topic_message: boolean;
}

export interface TelegramMessage extends TelegramText, TelegramPlace {
  readonly media_group_id?: string | undefined;
  readonly migrate_to_chat_id?: number | undefined;
  readonly reply_to_message?: (TelegramText & { readonly forum_topic_created?: unknown }) | undefined;
  readonly quote?: { readonly text: string } | undefined;
  readonly forward_origin?:
    | {
        readonly sender_user?: TelegramUser | undefined;
        readonly sender_user_name?: string | undefined;
        readonly sender_chat?: TelegramChat | undefined;
        readonly chat?: TelegramChat | undefined;
      }
    | undefined;
  readonly photo?: readonly TelegramFile[] | undefined;
  readonly voice?: TelegramFile | undefined;
  readonly audio?: TelegramFile | undefined;
  readonly video?: TelegramFile | undefined;
  readonly video_note?: TelegramFile | undefined;
  readonly animation?: TelegramFile | undefined;
  readonly document?: TelegramFile | undefined;
  readonly sticker?: (TelegramFile & { readonly emoji?: string | undefined }) | undefined;
  readonly location?: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly venue?: { readonly title: string; readonly address: string } | undefined;
  readonly contact?:
    | { readonly phone_number: string; readonly first_name: string; readonly last_name?: string | undefined }
    | undefined;
  readonly poll?:
    | { readonly question: string; readonly options: readonly { readonly text: string }[] }
    | undefined;
}

export interface TelegramPress {
  readonly id: string;
  readonly from: TelegramUser;
  readonly message?: TelegramPlace | undefined;
  readonly data?: string | undefined;
}
