import { expect } from "vitest";
import type { AgentEvent, Message } from "@hermes/agent-loop";

/** What a client shows: texts as they come, and the messages that they turned out to be. */
export class View {
  readonly messages: string[] = [];
  #text = "";
  #reasoning = "";
  ended: string | undefined;

  take(event: AgentEvent): void {
    if (event.type === "text-delta") this.#text += event.text;
    if (event.type === "reasoning-delta") this.#reasoning += event.text;
    if (event.type === "text-restart" || event.type === "request-start") this.#clear();
    if (event.type === "turn-end") this.ended = event.reason;
    if (event.type !== "message") return;
    const { message } = event;
    if (message.role === "assistant")
      expect({ text: this.#text, reasoning: this.#reasoning }).toEqual({
        text: textOf(message, "text"),
        reasoning: textOf(message, "reasoning"),
      });
    this.messages.push(keyOf(message));
    this.#clear();
  }

  #clear(): void {
    this.#text = "";
    this.#reasoning = "";
  }
}

export function keyOf(message: Message): string {
  return message.role === "tool" ? `tool ${message.callId}` : `${message.role} ${textOf(message, "text")}`;
}

function textOf(message: Exclude<Message, { readonly role: "tool" }>, type: "text" | "reasoning"): string {
  return message.content.map((part) => (part.type === type ? part.text : "")).join("");
}
