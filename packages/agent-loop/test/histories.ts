import { memoryJournal } from "../src/index.ts";
import type { JournalEntry, Message, SessionHead, StoredSession } from "../src/index.ts";

export const head: SessionHead = {
  id: "s1",
  system: "s",
  tools: [],
  model: "m",
  platform: "test",
  startedAt: 0,
};

/** What a journal gives that was written so. */
export async function replay(entries: readonly JournalEntry[]): Promise<StoredSession> {
  const journal = memoryJournal();
  await journal.create(head);
  for (const entry of entries) await journal.append("s1", entry);
  const stored = await journal.load("s1");
  if (stored === undefined) throw new Error("The session is gone.");
  return stored;
}

export const user: Message = { role: "user", content: [{ type: "text", text: "go" }] };
export const asking = (...ids: string[]): Message => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool-call", id, name: "work", arguments: "{}" })),
  finishReason: "tool-calls",
});
export const result = (callId: string, content = "{}"): Message => ({
  role: "tool",
  callId,
  name: "work",
  content,
});
