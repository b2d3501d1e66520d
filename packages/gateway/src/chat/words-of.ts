import type { AgentInput } from "@hermes/agent-loop";
import type { InboundRow } from "../store/inbox-store.ts";
import { oneLine } from "./one-line.ts";
import type { InboundMedia } from "./presentation.ts";

export interface WordsOptions {
  /** Whether several people speak in the conversation: then each is named. */
  readonly shared: boolean;
  /** What came beside the text, in the order of the rows. */
  readonly media: readonly InboundMedia[];
  /** Said to the model about how these messages came. */
  readonly note?: string | undefined;
}

export interface Words {
  /** The words alone: by them a turn is found again in the history. */
  readonly text: string;
  readonly input: AgentInput;
}

/** What the model is told of messages that are dealt with together. */
export function wordsOf(rows: readonly InboundRow[], { shared, media, note }: WordsOptions): Words {
  const [{ wake, message } = {}] = rows;
  if (wake !== undefined && message !== undefined) {
    const { provenance } = wake;
    const content = [{ type: "text", text: message.text } as const];
    return { text: message.text, input: { content, ...(provenance.length === 0 ? {} : { provenance }) } };
  }
  const said = rows
    .map(({ message: { sender, text } }) => (shared && text !== "" ? `[${nameOf(sender)}] ${text}` : text))
    .filter((text) => text !== "")
    .join("\n");
  const text = said === "" ? "(a message without text)" : said;
  const quotes = rows.flatMap(({ message: { replyTo } }) =>
    replyTo?.text === undefined ? [] : [{ ...replyTo, text: oneLine(replyTo.text, 500) }],
  );
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...quotes.map(
      ({ text: quoted, fromBot }) =>
        `The message replies to ${fromBot ? "yours" : "one of somebody"}: "${quoted}"`,
    ),
    ...media.flatMap((each) => each.notes),
  ];
  const images = media.flatMap((each) => each.images.map((image) => ({ type: "image", ...image }) as const));
  const isUntrusted =
    rows.some(({ message }) => message.isUntrusted === true) ||
    media.some((each) => each.notes.length > 0) ||
    quotes.some(({ fromBot }) => !fromBot);
  return {
    text,
    input: {
      content: [{ type: "text", text }, ...images],
      ...(notes.length === 0 ? {} : { notes }),
      ...(isUntrusted ? { provenance: [{ source: "chat" }] } : {}),
    },
  };
}

/** People choose their names: none can look like the name of somebody else in brackets. */
function nameOf({ name, userId }: InboundRow["message"]["sender"]): string {
  const harmless = oneLine(name ?? "", 40).replace(/[[\]]/g, "");
  return harmless === "" ? userId : harmless;
}
