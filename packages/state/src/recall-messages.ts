import { toolError, untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import { textOf } from "./message-row.ts";
import type { State } from "./open-state.ts";
import type { StoredMessage } from "./stored-message.ts";

/** So much fits into one result; what is more is asked for with the handle that is given. */
const maxChars = 12_000;
/** With less room than this the next message is left to the next answer. */
const leastChars = 500;
const mostMessages = 200;

export interface RecalledMessages {
  readonly value: object;
  readonly provenance: readonly Provenance[];
}

/**
 * Messages of this conversation that were condensed, character for character.
 *
 * @param handle `12`, `12-340`, or `12:9000-340`: from character 9 000 of message 12 on, counted through its text, its notes
 * and the arguments of its calls.
 */
export function recallMessages(state: State, sessionId: string, handle: string): RecalledMessages {
  const [, first, skip = "0", last = first] =
    /^\s*#?(\d+)(?::(\d+))?\s*(?:[-–]\s*#?(\d+)\s*)?$/.exec(handle) ?? [];
  if (first === undefined)
    return refused(`"${handle}" is no handle.`, "Give 12 or 12-340, as a summary names them.");
  const range = { from: Number(first), to: Number(last) };
  const found = state.originals(sessionId, { ...range, limit: mostMessages });
  if (found.length === 0)
    return refused(`There is no message ${handle} in this conversation.`, "Use a handle of its summary.");
  const shown: object[] = [];
  let room = maxChars;
  let next = found.length < mostMessages ? undefined : followerOf(found.at(-1), range.to);
  for (const stored of found) {
    const excerpt = new Excerpt(stored.id === range.from ? Number(skip) : 0, room);
    const message = room < leastChars ? undefined : shownPart(stored, excerpt);
    if (message === undefined) next = String(stored.id);
    else {
      shown.push(message);
      room -= JSON.stringify(message).length;
      if (excerpt.end !== undefined) next = `${stored.id}:${excerpt.end}`;
    }
    if (message === undefined || excerpt.end !== undefined) break;
  }
  return {
    value: { messages: shown, ...(next === undefined ? {} : { read_on: `recall: "${next}-${last}"` }) },
    provenance: untrustedSources(...found.slice(0, shown.length).map(({ message }) => message.provenance)),
  };
}

/** Where to read on behind a message; undefined where nothing can follow. */
function followerOf(stored: StoredMessage | undefined, last: number): string | undefined {
  return stored === undefined || stored.id >= last ? undefined : String(stored.id + 1);
}

function refused(message: string, hint: string): RecalledMessages {
  return { value: toolError(message, { hint }), provenance: [] };
}

function shownPart({ id, message, at }: StoredMessage, excerpt: Excerpt): object {
  const text = excerpt.take(textOf(message));
  const notes = message.role === "assistant" ? [] : (message.notes ?? []).map((note) => excerpt.take(note));
  const calls =
    message.role === "assistant"
      ? message.content.flatMap((part) =>
          part.type === "tool-call" ? [{ name: part.name, arguments: excerpt.take(part.arguments) }] : [],
        )
      : [];
  const images = imagesOf(message);
  return {
    message_id: id,
    role: message.role === "tool" ? message.name : message.role,
    when: new Date(at).toISOString(),
    ...(excerpt.isWhole
      ? {}
      : { chars: `${excerpt.from}–${excerpt.end ?? excerpt.chars} of ${excerpt.chars}` }),
    text,
    ...(calls.length === 0 ? {} : { calls }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(images === 0 ? {} : { images }),
  };
}

/** How many images a message has, which are not shown again. */
function imagesOf(message: StoredMessage["message"]): number {
  if (message.role === "tool") return message.images?.length ?? 0;
  return message.content.filter(({ type }) => type === "image").length;
}

/** The part of a message that one answer shows, counted in characters through all its texts. */
class Excerpt {
  readonly from: number;
  /** All characters that it was given. */
  chars = 0;
  /** The first character that found no room; undefined: all did. */
  end: number | undefined;
  #room: number;

  constructor(from: number, room: number) {
    this.from = from;
    this.#room = room;
  }

  get isWhole(): boolean {
    return this.from === 0 && this.end === undefined;
  }

  take(text: string): string {
    const skipped = Math.min(text.length, Math.max(0, this.from - this.chars));
    const rest = this.end === undefined ? text.slice(skipped) : "";
    const shown = beginningOf(rest, this.#room);
    this.#room -= JSON.stringify(shown).length;
    if (shown.length < rest.length) this.end = this.chars + skipped + shown.length;
    this.chars += text.length;
    return shown;
  }
}

/** As much of a text as fits when it is written as JSON. */
function beginningOf(text: string, room: number): string {
  let end = Math.min(text.length, Math.max(0, room));
  for (;;) {
    const over = JSON.stringify(text.slice(0, end)).length - room;
    if (over <= 0 || end === 0) break;
    // A character takes six at most.
    end -= Math.min(end, Math.ceil(over / 6));
  }
  const splitsPair = end > 1 && end < text.length && /[\uD800-\uDBFF]$/.test(text.slice(0, end));
  return text.slice(0, splitsPair ? end - 1 : end);
}
