import type { Message, ModelRequest } from "@hermes/agent-loop";
import type { Span } from "@opentelemetry/api";

export interface ContentOptions {
  readonly content: boolean;
  /** Takes out of a text what must not leave. */
  readonly redact: (text: string) => string;
}

/** Puts what was said on spans, where that is wanted. A text that can't be searched for secrets is left out. */
export class Content {
  readonly #options: ContentOptions;

  constructor(options: ContentOptions) {
    this.#options = options;
  }

  /** @param text Called only where content is wanted. */
  add(span: Span, name: string, text: () => string): void {
    if (!this.#options.content) return;
    try {
      span.setAttribute(name, this.#options.redact(text()));
    } catch {
      span.addEvent("hermes.content_withheld", { name });
    }
  }

  /** The text of an error may quote what was sent; undefined: it is left out. */
  ofError(error: unknown): string | undefined {
    if (!this.#options.content) return undefined;
    try {
      return this.#options.redact(error instanceof Error ? error.message : String(error));
    } catch {
      return undefined;
    }
  }
}

type Part = Readonly<Record<string, unknown>>;

/** Of `gen_ai.input.messages` and `gen_ai.output.messages`, as JSON. */
export function messagesText(messages: readonly Message[], finishReason?: string): string {
  return JSON.stringify(
    messages.map((message) => ({
      role: message.role,
      parts: partsOf(message),
      ...(finishReason === undefined ? {} : { finish_reason: finishReason }),
    })),
  );
}

export function instructionsText({ system }: Pick<ModelRequest, "system">): string {
  return JSON.stringify([{ type: "text", content: system }]);
}

/** Pictures, files and what only one provider understands are named and not copied. */
function partsOf(message: Message): readonly Part[] {
  if (message.role === "tool")
    return [
      { type: "tool_call_response", id: message.callId, result: message.content },
      ...notesOf(message.notes),
    ];
  const parts = message.content.map((part): Part => {
    switch (part.type) {
      case "text":
      case "reasoning":
        return { type: part.type, content: part.text };
      case "tool-call":
        return { type: "tool_call", id: part.id, name: part.name, arguments: part.arguments };
      default:
        return { type: part.type };
    }
  });
  return message.role === "user" ? [...parts, ...notesOf(message.notes)] : parts;
}

function notesOf(notes: readonly string[] = []): readonly Part[] {
  return notes.map((content) => ({ type: "text", content }));
}
