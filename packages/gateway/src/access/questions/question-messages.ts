import type { OutboundFile } from "../../platforms/platform.ts";
import type { NewOutbound, OutboxStore } from "../../store/outbox-store.ts";
import type { ChatQuestion, QuestionRows } from "./question-rows.ts";
import { buttonsOf, shortId } from "./question-text.ts";
import type { QuestionText } from "./question-text.ts";

export interface QuestionMessagesOptions {
  readonly rows: Pick<QuestionRows, "put" | "close">;
  readonly outbox: Pick<OutboxStore, "put" | "revise">;
  /** Markdown in pieces that the platform takes. */
  readonly chunks: (markdown: string, platform: string) => readonly string[];
  /** Keeps what is too long to be read in messages, to be sent as a file. @default it is sent in messages */
  readonly keepFile?: ((name: string, text: string) => Promise<OutboundFile>) | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Questions as messages of a chat. */
export interface QuestionMessages {
  /** Keeps a question and sends it. One that was put before is not put again. */
  put(question: Omit<ChatQuestion, "key" | "text">, text: QuestionText): Promise<void>;
  /** Takes the buttons away, and says what came of the question. */
  end(question: Pick<ChatQuestion, "key" | "text">, outcome: string): Promise<void>;
}

const inMessagesChars = 12_000;

export function createQuestionMessages(options: QuestionMessagesOptions): QuestionMessages {
  const { rows, outbox, chunks, keepFile, now } = options;
  return {
    async put(question, { body, answer }) {
      const { at, id, choices } = question;
      const file =
        body.length > inMessagesChars ? await keepFile?.(`question-${shortId(id)}.txt`, body) : undefined;
      const shown =
        file === undefined ? body : "**May this be done?** The file above says what: it is too long to show.";
      const whole = `${shown}\n\n${answer}`;
      // Room for what is said at the end.
      const isOne = chunks(`${whole}\n\n${"x".repeat(200)}`, at.platform).length === 1;
      const texts = isOne ? [whole] : [...chunks(shown, at.platform), answer];
      const base = { to: at, kind: "notice" } as const;
      const pieces = texts.map((text, index) => ({ ...base, key: `question:${id}:${index}`, text }));
      const last = { key: `question:${id}:${texts.length - 1}`, text: texts.at(-1) ?? "" };
      await rows.put({ ...question, ...last });
      const buttons = choices.length === 0 ? {} : { buttons: buttonsOf(id, choices) };
      const messages: readonly NewOutbound[] = [
        ...(file === undefined ? [] : [{ ...base, key: `question:${id}:file`, text: "", file }]),
        ...pieces.slice(0, -1),
        { ...base, ...last, ...buttons },
      ];
      await outbox.put(messages, now());
    },
    async end({ key, text }, outcome) {
      await outbox.revise(key, { text: `${text}\n\n${outcome}`, buttons: [] });
    },
  };
}
