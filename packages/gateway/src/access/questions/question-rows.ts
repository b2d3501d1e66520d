import type { UserAnswer } from "@hermes/agent-loop/controller";
import type { ChatAddress } from "../../platforms/platform.ts";
import type { Chat } from "../../store/chat-store.ts";
import { number, optional, text } from "../../store/sqlite/store-access.ts";
import type { Row, StoreAccess } from "../../store/sqlite/store-access.ts";

/** A question that was put into a chat. */
export interface ChatQuestion {
  /** Of an approval: the approval's. */
  readonly id: string;
  readonly kind: "approval" | "clarify";
  /** Key of the conversation that it was asked in. */
  readonly chat: string;
  readonly at: ChatAddress;
  readonly chatKind: Chat["kind"];
  /** Who was asked; absent: whoever speaks in the conversation. */
  readonly userId?: string | undefined;
  /** What can be answered, in the order in which it is numbered. */
  readonly choices: readonly QuestionChoice[];
  /** Whether own words are an answer. */
  readonly allowFreetext: boolean;
  /** The last message of the question, which says afterwards what came of it. */
  readonly key: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly expiresAt: number;
}

export interface QuestionChoice {
  readonly id: string;
  readonly label: string;
}

/** `given`: somebody has answered, and whoever asked may not have it yet. `closed`: nothing is left to do. */
export interface KeptQuestion extends ChatQuestion {
  readonly state: "open" | "given" | "closed";
  /** Of an approval. */
  readonly given?: UserAnswer | undefined;
  readonly givenAt?: number | undefined;
}

/** Questions in chats: they outlive whoever asked. */
export interface QuestionRows {
  /** Does nothing where it is kept already. */
  put(question: ChatQuestion): Promise<void>;
  get(id: string): Promise<KeptQuestion | undefined>;
  /** Those that are not closed, the oldest first. */
  live(at?: ChatAddress): Promise<readonly KeptQuestion[]>;
  /** The first one who answers has answered. @returns False where the question is not open any more. */
  give(id: string, given: UserAnswer | undefined, at: number): Promise<boolean>;
  close(id: string): Promise<void>;
  /** Forgets what was asked before this time and is closed. */
  prune(before: number): Promise<void>;
}

/** A part of the store. */
export const questionTables: { readonly part: string; readonly steps: readonly string[] } = {
  part: "questions",
  steps: [
    `CREATE TABLE questions (
       id TEXT PRIMARY KEY,
       place TEXT NOT NULL,
       state TEXT NOT NULL DEFAULT 'open',
       question TEXT NOT NULL,
       given TEXT,
       given_at INTEGER,
       asked_at INTEGER NOT NULL
     ) WITHOUT ROWID;
     CREATE INDEX questions_live ON questions (asked_at) WHERE state <> 'closed'`,
  ],
};

/** Needs `questionTables`. */
export function sqliteQuestions({ transaction, read }: StoreAccess): QuestionRows {
  return {
    async put(question) {
      transaction((tables) =>
        tables.run(
          "INSERT INTO questions (id, place, question, asked_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
          ...[question.id, placeOf(question.at), JSON.stringify(question), question.askedAt],
        ),
      );
    },
    get: async (id) =>
      read((tables) => tables.all("SELECT * FROM questions WHERE id = ?", id).map(toQuestion).at(0)),
    live: async (at) =>
      read((tables) =>
        tables
          .all(
            `SELECT * FROM questions WHERE state <> 'closed' AND place = coalesce(?, place) ORDER BY asked_at, id`,
            at === undefined ? null : placeOf(at),
          )
          .map(toQuestion),
      ),
    give: async (id, given, at) =>
      transaction(
        (tables) =>
          tables.run(
            "UPDATE questions SET state = ?, given = ?, given_at = ? WHERE id = ? AND state = 'open'",
            ...[given === undefined ? "closed" : "given", given && JSON.stringify(given), at, id].map(orNull),
          ).changes === 1,
      ),
    async close(id) {
      transaction((tables) => tables.run("UPDATE questions SET state = 'closed' WHERE id = ?", id));
    },
    async prune(before) {
      transaction((tables) =>
        tables.run("DELETE FROM questions WHERE state = 'closed' AND asked_at < ?", before),
      );
    },
  };
}

function orNull<Value>(value: Value | undefined): Value | null {
  return value ?? null;
}

function placeOf({ platform, chatId, threadId }: ChatAddress): string {
  return JSON.stringify([platform, chatId, threadId ?? null]);
}

function toQuestion(row: Row): KeptQuestion {
  // Written by `put` and `give`.
  const question: ChatQuestion = JSON.parse(text(row, "question"));
  const given = optional(row, "given");
  return {
    ...question,
    state: text(row, "state") as KeptQuestion["state"],
    ...(given === undefined ? {} : { given: JSON.parse(given) as UserAnswer }),
    givenAt: number(row, "given_at"),
  };
}
