import type { SessionMessage } from "@hermes/client";
import type { Message } from "@hermes/models";
import { noFacts } from "./entry.ts";
import type { AnswerEntry, CallFacts, CallResult, Entry, NoteEntry } from "./entry.ts";
import { placed, resultOf, withMessages } from "./session-entries.ts";
import type { SessionState } from "./session-state.ts";

type Entries = readonly Entry[];
const entriesOfStored = new WeakMap<readonly SessionMessage[], Entries>();
const entriesOfHeard = new WeakMap<readonly Message[], WeakMap<Entries, Entries>>();
const resultsOfStored = new WeakMap<readonly SessionMessage[], ReadonlyMap<string, CallResult>>();

function known<Key extends object, Value>(values: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

/** What is shown, oldest first. The order is that of the session; the same objects as before where nothing has changed. */
export function entriesOf(state: SessionState): readonly Entry[] {
  const { stored, earlier, later, live, partial, notes } = state;
  let entries = known(entriesOfStored, stored, () => withMessages([], placed(stored, earlier)));
  if (later === 0) {
    const end = earlier + stored.length;
    // What was heard follows on what was read: both make what they give.
    const heard = known(entriesOfHeard, live, () => new WeakMap());
    entries = known(heard, entries, () =>
      withMessages(
        entries,
        live.map((message, index) => ({ ordinal: end + index, message })),
      ),
    );
    if (partial.length > 0) {
      const message: Message = { role: "assistant", content: partial };
      entries = withMessages(entries, [{ ordinal: end + live.length, message, isStreaming: true }]);
    }
  }
  if (notes.length > 0) entries = withNotes(entries, notes, earlier);
  const results = known(resultsOfStored, stored, () => storedResults(stored));
  const factsOf = (callId: string): CallFacts => {
    const heard = state.calls.get(callId);
    const result = results.get(callId);
    if (heard?.result !== undefined || result === undefined) return heard ?? noFacts;
    return mergedFacts(result, heard);
  };
  return entries.map((entry) => withFacts(entry, factsOf));
}

interface MergedFacts {
  readonly heard: CallFacts | undefined;
  readonly facts: CallFacts;
}
const factsOfResult = new WeakMap<CallResult, MergedFacts>();

function mergedFacts(result: CallResult, heard: CallFacts | undefined): CallFacts {
  const before = factsOfResult.get(result);
  if (before !== undefined && before.heard === heard) return before.facts;
  const facts = { ...heard, isStarted: false, result };
  factsOfResult.set(result, { heard, facts });
  return facts;
}

function storedResults(stored: readonly SessionMessage[]): ReadonlyMap<string, CallResult> {
  const results = new Map<string, CallResult>();
  for (const { message } of placed(stored, 0))
    if (message.role === "tool") results.set(message.callId, resultOf(message));
  return results;
}

/** Each behind all that is of the messages up to it. */
function withNotes(entries: Entries, notes: readonly NoteEntry[], earlier: number): Entries {
  const all = [...entries];
  for (const note of notes) {
    if (note.ordinal < earlier) continue;
    const place = all.findLastIndex(({ ordinal }) => ordinal <= note.ordinal);
    all.splice(place + 1, 0, note);
  }
  return all;
}

const resolved = new WeakMap<
  AnswerEntry,
  { readonly facts: readonly CallFacts[]; readonly entry: AnswerEntry }
>();

/** An entry with what is known of its calls; the very same as before where that is. */
function withFacts(entry: Entry, factsOf: (callId: string) => CallFacts): Entry {
  if (entry.kind !== "answer") return entry;
  const calls = entry.parts.filter((part) => part.type === "call");
  if (calls.length === 0) return entry;
  const facts = calls.map(({ id }) => factsOf(id));
  const known = resolved.get(entry);
  if (known !== undefined && known.facts.every((each, index) => each === facts[index])) return known.entry;
  const parts = entry.parts.map((part) =>
    part.type === "call" ? { ...part, facts: factsOf(part.id) } : part,
  );
  const made = { ...entry, parts };
  resolved.set(entry, { facts, entry: made });
  return made;
}
