import { join } from "node:path";
import type { Message } from "@hermes/models";
import { openState, type State } from "@hermes/state";
import { newPerson, type Fixture } from "./hermes.ts";

export interface Talk {
  readonly id: string;
  readonly title?: string;
  readonly platform?: string;
  readonly tags?: readonly string[];
  /** Milliseconds since 1970; the messages follow a minute apart. */
  readonly at?: number;
  readonly messages: readonly Message[];
}

/** A person whose store holds sessions. */
export async function personWhoTalked(talks: readonly Talk[]): Promise<Fixture> {
  const person = newPerson();
  await using state = openState({ path: storeOf(person) });
  for (const talk of talks) write(state, talk);
  return person;
}

export function storeOf({ home }: Fixture): string {
  return join(home, "hermes.db");
}

/** Looks into the store of a person whom no command serves at the moment. */
export async function inStore<Result>(person: Fixture, look: (state: State) => Result): Promise<Result> {
  await using state = openState({ path: storeOf(person) });
  return look(state);
}

export function says(text: string): Message {
  return { role: "user", content: [{ type: "text", text }] };
}

export function answers(text: string): Message {
  return { role: "assistant", content: [{ type: "text", text }], finishReason: "stop" };
}

export function calls(name: string, args: object): Message {
  return {
    role: "assistant",
    content: [{ type: "tool-call", id: "c1", name, arguments: JSON.stringify(args) }],
    finishReason: "tool-calls",
  };
}

export function returns(name: string, content: string): Message {
  return { role: "tool", callId: "c1", name, content };
}

const usage = {
  inputTokens: 1_000,
  outputTokens: 200,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: 0.01,
};

function write(state: State, { id, title, platform = "cli", tags, at = Date.now(), messages }: Talk): void {
  state.journal.create({ id, system: "Be kind.", tools: [], model: "scripted", platform, startedAt: at });
  for (const [index, message] of messages.entries())
    state.journal.append(id, {
      type: "message",
      message,
      at: at + index * 60_000,
      ...(message.role === "assistant" ? { usage } : {}),
    });
  if (title !== undefined) state.sessions.setTitle(id, title);
  if (tags !== undefined) state.sessions.setTags(id, tags);
}
