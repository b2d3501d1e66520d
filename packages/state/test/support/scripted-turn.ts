import type { JournalEntry } from "../../src/index.ts";
import { assistant, entry, toolResult, user } from "./entries.ts";

/** A turn with two parallel calls, entry by entry as the loop writes it. */
export function scriptedTurn(): readonly JournalEntry[] {
  const at = 3_000;
  const calls = {
    role: "assistant",
    content: [
      { type: "text", text: "Reading both." },
      { type: "tool-call", id: "c1", name: "read", arguments: "{}" },
      { type: "tool-call", id: "c2", name: "read", arguments: "{}" },
    ],
    finishReason: "tool-calls",
  } as const;
  return [
    entry(user("Compare a and b."), at),
    { type: "request-start", round: 1, model: "m", at },
    { type: "partial", text: "Reading", reasoning: "", at },
    { type: "partial", text: "Reading both.", reasoning: "", at },
    entry(calls, at),
    { type: "tool-start", callId: "c1", name: "read", arguments: "{}", at },
    { type: "tool-start", callId: "c2", name: "read", arguments: "{}", at },
    entry(toolResult("c2"), at),
    entry(toolResult("c1"), at),
    { type: "request-start", round: 2, model: "m", at },
    { type: "partial", text: "They are", reasoning: "hm", at },
    entry(assistant("They are equal."), at),
    { type: "turn-end", reason: "answered", at },
  ];
}
