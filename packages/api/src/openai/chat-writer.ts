import type { TurnEnd } from "@hermes/agent-loop";
import type { ToolCallPart } from "@hermes/models";
import type { SessionEvent } from "../ports/runs-port.ts";
import type { ReadCalls } from "./client-calls.ts";
import { RestartedText } from "./restarted-text.ts";
import { dataOf, finishReasonOf } from "./turn-failure.ts";
import { chatUsage } from "./usage-fields.ts";

type Json = Readonly<Record<string, unknown>>;

export interface ChatWriterOptions {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly calls: ReadCalls;
  readonly includeUsage: boolean;
  /** The answer is data: it is told when it is whole and was read. */
  readonly isData: boolean;
}

/** Writes the events of a turn as chunks of Chat Completions, and all of it as one answer. */
export class ChatWriter {
  readonly #options: ChatWriterOptions;
  readonly #text = new RestartedText();
  readonly #calls: ToolCallPart[] = [];
  /** What counts of each answer of the turn; a stream may have said more. */
  readonly #answers: string[] = [];
  #reasoning = "";
  /** Whether what was said before is to be set apart from what comes. */
  #isApart = false;
  #isBegun = false;
  end: TurnEnd | undefined;

  constructor(options: ChatWriterOptions) {
    this.#options = options;
  }

  take(event: SessionEvent): readonly Json[] {
    switch (event.type) {
      case "turn-start":
        return this.#begin();
      case "request-start":
        this.#text.begin();
        this.#isApart = this.#content() !== "";
        this.#answers.push("");
        return [];
      case "text-restart":
        this.#text.restart();
        this.#answers.splice(-1, 1, "");
        return [];
      case "text-delta":
        if (this.#options.isData) return this.#begin();
        this.#count(event.text);
        return [...this.#begin(), ...this.#say(this.#text.take(event.text))];
      case "reasoning-delta":
        this.#reasoning += event.text;
        return [...this.#begin(), this.#chunk({ reasoning_content: event.text })];
      case "message":
        return event.message.role === "assistant" ? this.#callsOf(event.message.content) : [];
      case "turn-end": {
        this.end = event;
        const data = dataOf(event);
        this.#count(data);
        return [...this.#begin(), ...this.#say(data), ...this.#finish(event)];
      }
      default:
        return [];
    }
  }

  /** The whole answer. */
  completion(end: TurnEnd): Json {
    const calls = this.#calls.map(callFields);
    const content = this.#content();
    return {
      ...this.#head("chat.completion"),
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: content === "" && calls.length > 0 ? null : content,
            refusal: null,
            ...(this.#reasoning === "" ? {} : { reasoning_content: this.#reasoning }),
            ...(calls.length === 0 ? {} : { tool_calls: calls }),
          },
          logprobs: null,
          finish_reason: this.#reason(end),
        },
      ],
      usage: chatUsage(end.usage),
    };
  }

  #count(text: string): void {
    this.#answers.push((this.#answers.pop() ?? "") + text);
  }

  #content(): string {
    return this.#answers.filter((answer) => answer !== "").join("\n\n");
  }

  #begin(): readonly Json[] {
    if (this.#isBegun) return [];
    this.#isBegun = true;
    return [this.#chunk({ role: "assistant", content: "" })];
  }

  #say(text: string): readonly Json[] {
    if (text === "") return [];
    const apart = this.#isApart ? "\n\n" : "";
    this.#isApart = false;
    return [this.#chunk({ content: apart + text })];
  }

  #callsOf(content: readonly { readonly type: string }[]): readonly Json[] {
    return this.#options.calls(content).map((call) => {
      const index = this.#calls.push(call) - 1;
      return this.#chunk({ tool_calls: [{ index, ...callFields(call) }] });
    });
  }

  #finish(end: TurnEnd): readonly Json[] {
    const last = this.#chunk({}, this.#reason(end));
    if (!this.#options.includeUsage) return [last];
    return [last, { ...this.#head("chat.completion.chunk"), choices: [], usage: chatUsage(end.usage) }];
  }

  #reason(end: TurnEnd): string {
    return this.#calls.length > 0 ? "tool_calls" : finishReasonOf(end);
  }

  #chunk(delta: Json, finishReason: string | null = null): Json {
    return {
      ...this.#head("chat.completion.chunk"),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
      ...(this.#options.includeUsage ? { usage: null } : {}),
    };
  }

  #head(object: string): Json {
    const { id, created, model } = this.#options;
    return { id, object, created, model };
  }
}

function callFields({ id, name, arguments: written }: ToolCallPart): Json {
  return { id, type: "function", function: { name, arguments: written } };
}
