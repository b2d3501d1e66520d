import type { AssistantPart, Model, ModelEvent, ModelRequest, TextPart, ImageData } from "@hermes/models";
import { noUsage } from "@hermes/models";
import {
  type AnswerDecoder,
  checkOptions,
  type ClosingWriter,
  countAt,
  type DecoderContext,
  givenHeaders,
  httpModel,
  type HttpModelOptions,
  httpModelOptions,
  jsonData,
  jsonText,
  type JsonRecord,
  keptWireTools,
  type Output,
  recordAt,
  textAt,
  ToolCallSlots,
  type TurnPart,
  type WireFormat,
  type WireResult,
} from "@hermes/models/provider";
import type { WireProtocolRow } from "@hermes/models/testing";

// A protocol that nobody speaks. Requests: { model, system, tools, turns: [{ who, words, calls }] }. Answers: server-sent
// events { words } · { thought } · { call: { id, name, arguments } } · { done: "stop", in, out } · { error: { message } }.

/** A model behind Plain Talk. */
export function plainTalk(options: HttpModelOptions): Model {
  checkOptions(options, { maker: "plainTalk", names: httpModelOptions });
  const { model, apiKey, baseUrl = "" } = options;
  const key = apiKey === undefined ? {} : { "x-plain-key": apiKey };
  return httpModel(options, {
    baseUrl,
    path: "/talk",
    // Marks thoughts and other parts that go back to this model alone.
    origin: `plain-talk:${model}`,
    format: plainFormat(model),
    client: (url) => ({ target: { url, headers: { ...key, ...givenHeaders(options) } } }),
    decoder: (context) => new PlainDecoder(context),
  });
}

/** What is written stands for good: each request goes on behind the one before. */
function plainFormat(model: string): WireFormat {
  const tools = keptWireTools({});
  return {
    tools,
    head: (request) => {
      const top = { model, system: request.system, tools: tools(request.tools).definitions };
      return `${jsonData(top).slice(0, -1)},"turns":[`;
    },
    writer: (output) => new PlainWriter(output),
  };
}

class PlainWriter implements ClosingWriter {
  readonly #output: Output;
  #comma = "";

  constructor(output: Output) {
    this.#output = output;
  }

  user(parts: readonly (TextPart | ImageData)[]): void {
    const words = parts.map((part) => (part.type === "text" ? part.text : "(an image)")).join("\n");
    this.#turn(`{"who":"person","words":${jsonText(words)}}`);
  }

  assistant(parts: readonly TurnPart[]): void {
    const words = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    const calls = parts.flatMap((part) =>
      part.type === "call"
        ? [`{"id":${jsonText(part.id)},"name":${jsonText(part.name)},"arguments":${part.arguments}}`]
        : [],
    );
    this.#turn(`{"who":"model","words":${jsonText(words)},"calls":[${calls.join(",")}]}`);
  }

  results(results: readonly WireResult[]): void {
    for (const { id, content, notes } of results)
      this.#turn(`{"who":"tool","id":${jsonText(id)},"words":${jsonText([content, ...notes].join("\n"))}}`);
  }

  #turn(text: string): void {
    this.#output.append(this.#comma + text);
    this.#comma = ",";
  }

  /** What may differ from request to request stands at the end. */
  tail({ maxOutputTokens }: ModelRequest): string {
    return maxOutputTokens === undefined ? "]}" : `],"limit":${maxOutputTokens}}`;
  }
}

class PlainDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  #text = "";
  #thought = "";

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.tools, context.origin);
  }

  data(data: string, events: ModelEvent[]): void {
    const event = this.#context.parse(data);
    if (event["error"] !== undefined) throw this.#context.streamError(event);
    const [words, thought, call] = [
      textAt(event, "words"),
      textAt(event, "thought"),
      recordAt(event, "call"),
    ];
    if (words !== undefined) {
      this.#text += words;
      events.push({ type: "text-delta", text: words });
    }
    if (thought !== undefined) {
      this.#thought += thought;
      events.push({ type: "reasoning-delta", text: thought });
    }
    if (call !== undefined) {
      const slot = this.#calls.begin({ id: textAt(call, "id") ?? "", name: textAt(call, "name") ?? "" });
      this.#calls.extend(slot, JSON.stringify(call["arguments"] ?? {}), events);
    }
    if (event["done"] !== undefined) this.#finish(event, events);
  }

  #finish(event: JsonRecord, events: ModelEvent[]): void {
    this.finished = true;
    this.#calls.end(events);
    const finishReason = event["done"] === "length" ? "length" : this.#calls.size > 0 ? "tool-calls" : "stop";
    const provider = this.#context.origin;
    const content: AssistantPart[] = [
      ...(this.#thought === "" ? [] : [{ type: "reasoning", text: this.#thought, provider } as const]),
      ...(this.#text === "" ? [] : [{ type: "text", text: this.#text } as const]),
      ...this.#calls.parts(),
    ];
    const usage = {
      ...noUsage,
      inputTokens: countAt(event, "in") ?? 0,
      outputTokens: countAt(event, "out") ?? 0,
    };
    const message = { role: "assistant", content, finishReason } as const;
    events.push({ type: "finish", message, finishReason, usage: this.#context.priced(usage) });
  }

  /** This protocol always streams. */
  document(): boolean {
    return false;
  }

  /** A stream without `done` is not whole: it is declared void and asked for again. */
  end(): void {}
}

/** The other side of it, for tests: how the scripted server speaks. */
export const plainTalkProtocol: WireProtocolRow = {
  name: "plain-talk",
  path: "/talk",
  events: ({ reasoning, deltas, calls, finishReason, usage }) => {
    const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
    return {
      deltas: [
        ...(reasoning === "" ? [] : [event({ thought: reasoning })]),
        ...deltas.map((words) => event({ words })),
        ...calls.map(({ id, name, arguments: text }) =>
          event({ call: { id, name, arguments: JSON.parse(text) } }),
        ),
      ],
      ending: [event({ done: finishReason, in: usage.inputTokens, out: usage.outputTokens })],
    };
  },
  error: (status) => ({ error: { message: `No: ${status}` } }),
};
