import { toolError, untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import { textOf } from "./message-row.ts";
import type { State } from "./open-state.ts";
import type { StoredMessage } from "./stored-message.ts";

/** So much is read at once; what is more is asked for with the handle that is given. */
const maxChars = 200_000;

export interface RecalledMessages {
  readonly value: object;
  readonly provenance: readonly Provenance[];
}

/** Messages of this conversation that were condensed, word for word. */
export function recallMessages(state: State, sessionId: string, handle: string): RecalledMessages {
  const [, first, last = first] = /^\s*#?(\d+)\s*(?:[-–]\s*#?(\d+)\s*)?$/.exec(handle) ?? [];
  if (first === undefined)
    return refused(`"${handle}" is no handle.`, "Give 12 or 12-340, as a summary names them.");
  const found = state.originals(sessionId, { from: Number(first), to: Number(last) });
  if (found.length === 0)
    return refused(`There is no message ${handle} in this conversation.`, "Use a handle of its summary.");
  let chars = 0;
  const end = found.findIndex((each) => (chars += textOf(each.message).length) > maxChars);
  const shown = end === -1 ? found : found.slice(0, Math.max(1, end));
  const next = found[shown.length]?.id;
  return {
    value: {
      messages: shown.map(wholeMessage),
      ...(next === undefined ? {} : { read_on: `recall: "${next}-${last}"` }),
    },
    provenance: untrustedSources(...shown.map(({ message }) => message.provenance)),
  };
}

function refused(message: string, hint: string): RecalledMessages {
  return { value: toolError(message, { hint }), provenance: [] };
}

function wholeMessage({ id, message, at }: StoredMessage): object {
  const calls =
    message.role === "assistant"
      ? message.content.flatMap((part) =>
          part.type === "tool-call" ? [{ name: part.name, arguments: part.arguments }] : [],
        )
      : [];
  const notes = message.role === "assistant" ? undefined : message.notes;
  return {
    message_id: id,
    role: message.role === "tool" ? message.name : message.role,
    when: new Date(at).toISOString(),
    text: textOf(message),
    ...(calls.length === 0 ? {} : { calls }),
    ...(notes === undefined ? {} : { notes }),
  };
}
