/** The agent loop: rounds, budget, prompt, events, todo and clarify. */
export type { AgentEvent, ToolCallEnd, ToolCallStart, TurnEnd, TurnEndReason } from "./agent-event.ts";
export type { Clarifier, ClarifyAnswer, ClarifyQuestion } from "./clarifier.ts";
export type { CompressionInput, Compressor } from "./compressor.ts";
export type { JournalEntry, SessionHead, SessionJournal, StoredSession } from "./journal/session-journal.ts";
export type { PromptLayer, PromptOptions } from "./prompt/prompt-layer.ts";
