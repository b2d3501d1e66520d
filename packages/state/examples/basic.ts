import { openState } from "@hermes/state";

const state = openState({ path: ":memory:" });

state.journal.create({
  id: "first",
  system: "You are helpful.",
  tools: [],
  model: "example-model",
  platform: "library",
  startedAt: Date.now(),
});
state.journal.append("first", {
  type: "message",
  message: { role: "user", content: [{ type: "text", text: "How far is the moon?" }] },
  at: Date.now(),
});
state.journal.append("first", {
  type: "message",
  message: {
    role: "assistant",
    content: [{ type: "text", text: "About 384,400 km." }],
    finishReason: "stop",
  },
  usage: { inputTokens: 21, outputTokens: 9, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
  at: Date.now(),
});

for (const { id, title, messageCount } of state.sessions.list())
  console.log(`${id}: ${title} (${messageCount} messages)`);

for (const { session, hits } of state.search("moon OR mars").sessions)
  for (const { role, snippet } of hits) console.log(`${session.id} ${role}: ${snippet}`);

// Questions of one's own, typed.
const store = await state.kysely();
const spoken = await store
  .selectFrom("messages")
  .innerJoin("sessions", "sessions.key", "messages.session_key")
  .select(["sessions.title", "messages.role", "messages.text"])
  .orderBy("messages.id")
  .execute();
console.log(spoken);
state.close();
