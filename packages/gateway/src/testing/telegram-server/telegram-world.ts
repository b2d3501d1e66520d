import type { TelegramEntity } from "./read-telegram-html.ts";
import { UpdateQueue } from "./update-queue.ts";

export interface WorldUser {
  readonly id: number;
  readonly first_name: string;
  readonly username?: string | undefined;
}

export interface WorldChat {
  readonly id: number;
  readonly type: "private" | "group" | "supergroup" | "channel";
  readonly title?: string | undefined;
  /** Topics that there are. Absent: no forum. */
  readonly topics?: readonly number[] | undefined;
}

/** A message that the bot wrote, as people see it now. */
export interface BotSaid {
  readonly messageId: number;
  readonly chatId: number;
  readonly threadId?: number | undefined;
  readonly replyTo?: number | undefined;
  /** Without marks. */
  text: string;
  entities: readonly TelegramEntity[];
  buttons: readonly (readonly { readonly text: string; readonly callback_data: string }[])[];
  readonly file?:
    | { readonly kind: string; readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array }
    | undefined;
  readonly silent: boolean;
  /** Each text that it had before. */
  readonly earlier: string[];
  isDeleted: boolean;
}

/** What a Telegram-shaped server knows: chats, messages, files, and updates that wait. */
export class TelegramWorld {
  readonly queue: UpdateQueue = new UpdateQueue();
  readonly chats: Map<string, WorldChat> = new Map();
  readonly said: BotSaid[] = [];
  readonly files: Map<string, { readonly bytes: Uint8Array; readonly name: string }> = new Map();
  readonly blocked: Set<string> = new Set();
  /** Groups that became supergroups, by their old id. */
  readonly migrated: Map<string, number> = new Map();
  /** Message ids by chat. */
  readonly known: Map<string, Set<number>> = new Map();
  readonly openPresses: Set<string> = new Set();
  readonly answers: { readonly pressId: string; readonly text?: string | undefined }[] = [];
  commands: readonly { readonly command: string; readonly description: string }[] = [];
  webhook: { readonly url: string; readonly secret?: string | undefined } | undefined;
  #nextMessage = 1;
  #nextFile = 1;

  messageId(chatId: number): number {
    const id = this.#nextMessage++;
    const known = this.known.get(String(chatId)) ?? new Set();
    this.known.set(String(chatId), known.add(id));
    return id;
  }

  addFile(bytes: Uint8Array, name: string): string {
    const id = `file-${this.#nextFile++}`;
    this.files.set(id, { bytes, name });
    return id;
  }
}
