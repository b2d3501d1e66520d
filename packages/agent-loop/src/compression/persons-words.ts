import { estimateTokens } from "@hermes/models";
import type { Message } from "@hermes/models";
import { joinSpans } from "./message-ids.ts";
import { personsWords } from "./split-history.ts";
import type { Summary, Word } from "./summary-message.ts";

type Ids = ReadonlyMap<Message, number | undefined>;

/** Everything that the person said in these messages, word for word. */
export function wordsOf(messages: readonly Message[], ids: Ids): readonly Word[] {
  return messages.flatMap((message) => {
    const text = personsWords(message);
    if (text === undefined || message.role === "assistant") return [];
    const images =
      message.role === "user" ? message.content.filter(({ type }) => type === "image").length : 0;
    const files =
      message.role === "user"
        ? message.content.flatMap((part) => (part.type === "file" ? [part.name ?? part.mediaType] : []))
        : [];
    const id = ids.get(message);
    // What a hook added of others is told by the sources alone, unless it came as a note.
    const isMixed =
      (message.provenance ?? []).length > 0 && (message.role === "tool" || message.notes === undefined);
    return {
      text,
      chars: text.length,
      ...(id === undefined ? {} : { id }),
      ...(images === 0 ? {} : { images }),
      ...(files.length === 0 ? {} : { files }),
      ...(isMixed ? { mixed: true } : {}),
    };
  });
}

/** The beginning of a message that finds no room. */
const cutChars = 400;
/** A label, and the entry in the record. */
const tokensAround = 25;

/**
 * As much of the words as fits, the newest first: whole, then cut to their beginning, then counted alone.
 *
 * @param older Those that an earlier compression left out.
 */
export function fitWords(
  words: readonly Word[],
  maxTokens: number,
  older: Summary["older_words"],
): Pick<Summary, "words" | "older_words"> {
  const shown: Word[] = [];
  let left = maxTokens;
  for (const word of words.toReversed()) {
    const whole = tokensAround + estimateTokens(word.text);
    // One long message must not push all the others out.
    const fits = whole <= left && (whole <= maxTokens / 2 || shown.length === 0);
    const next = fits ? word : { ...word, text: beginningOf(word.text) };
    const tokens = tokensAround + estimateTokens(next.text);
    if (tokens > left) break;
    left -= tokens;
    shown.unshift(next);
  }
  const hidden = words.slice(0, words.length - shown.length);
  if (hidden.length === 0) return { words: shown, ...(older === undefined ? {} : { older_words: older }) };
  const spans = hidden.map(({ id }) => ({ from: id, to: id }));
  const count = (older?.count ?? 0) + hidden.length;
  return { words: shown, older_words: { count, ...joinSpans(older ?? {}, ...spans) } };
}

function beginningOf(text: string): string {
  return text.length <= cutChars ? text : text.slice(0, cutChars).replace(/[\uD800-\uDBFF]$/, "");
}
