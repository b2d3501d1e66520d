import * as z from "zod";
import type { AssistantPart, UserPart } from "../message.ts";
import { aiSdkFile } from "./ai-sdk-file.ts";
import type { Conversion } from "./conversion.ts";

/** Converts messages of the AI SDK's user interfaces: an answer is several, one for each step, with results between. */
export function uiMessage(conversion: Conversion): (value: unknown) => void {
  const schemas = uiSchemas();
  return (value) => {
    const { role, parts } = conversion.parse(schemas.message, value);
    if (role === "assistant") new Answer(schemas, conversion).convert(parts);
    else if (role === "user") conversion.user(userParts(parts, ".parts", schemas, conversion));
    else {
      const texts = parts.map((part, at) => conversion.parse(schemas.text, part, `.parts[${at}]`).text);
      conversion.system(texts.join("\n\n"));
    }
  };
}

type Schemas = ReturnType<typeof uiSchemas>;
type Part = z.output<Schemas["message"]>["parts"][number];

function uiSchemas() {
  const parts = z.array(z.looseObject({ type: z.string() }));
  return {
    message: z.looseObject({ role: z.enum(["system", "user", "assistant"]), parts }),
    steering: z.looseObject({ parts }),
    text: z.looseObject({ text: z.string() }),
    file: z.looseObject({
      url: z.string(),
      mediaType: z.string(),
      filename: z.string().optional(),
      providerReference: z.record(z.string(), z.string()).optional(),
    }),
    tool: z.looseObject({
      toolCallId: z.string(),
      toolName: z.string().optional(),
      state: z.string(),
      input: z.unknown().optional(),
      rawInput: z.unknown().optional(),
      output: z.unknown().optional(),
      errorText: z.string().optional(),
      providerExecuted: z.boolean().optional(),
      preliminary: z.boolean().optional(),
      approval: z.looseObject({ reason: z.string().optional() }).optional(),
    }),
  };
}

function userParts(
  parts: readonly Part[],
  path: string,
  schemas: Schemas,
  conversion: Conversion,
): UserPart[] {
  return parts.flatMap((part, at): UserPart[] => {
    const place = `${path}[${at}]`;
    if (part.type === "text")
      return [{ type: "text", text: conversion.parse(schemas.text, part, place).text }];
    const file = part.type === "file" ? conversion.parse(schemas.file, part, place) : undefined;
    const media =
      file &&
      aiSdkFile(file.providerReference ?? file.url, { mediaType: file.mediaType, name: file.filename });
    if (media === undefined) conversion.leave(`part of type "${part.type}"`);
    return media === undefined ? [] : [media];
  });
}

interface Result {
  readonly callId: string;
  readonly content: string;
  readonly isError: boolean;
}

/** One answer of the assistant, whose steps are messages of their own. */
class Answer {
  readonly #schemas: Schemas;
  readonly #conversion: Conversion;
  #content: AssistantPart[] = [];
  #results: Result[] = [];

  constructor(schemas: Schemas, conversion: Conversion) {
    this.#schemas = schemas;
    this.#conversion = conversion;
  }

  convert(parts: readonly Part[]): void {
    for (const [at, part] of parts.entries()) this.#part(part, `.parts[${at}]`);
    this.#endStep();
  }

  #part(part: Part, place: string): void {
    if (part.type === "step-start") return this.#endStep();
    if (part.type === "dynamic-tool" || part.type.startsWith("tool-")) return this.#tool(part, place);
    if (part.type === "text" || part.type === "reasoning") {
      // Words behind results answer them.
      if (this.#results.length > 0) this.#endStep();
      const { text } = this.#conversion.parse(this.#schemas.text, part, place);
      if (text !== "") this.#content.push({ type: part.type, text });
    } else if (part.type === "steering-message") {
      this.#endStep();
      const { parts } = this.#conversion.parse(this.#schemas.steering, part, place);
      this.#conversion.user(userParts(parts, `${place}.parts`, this.#schemas, this.#conversion));
    } else this.#conversion.leave(`part of type "${part.type}" of the assistant`);
  }

  #tool(part: Part, place: string): void {
    const tool = this.#conversion.parse(this.#schemas.tool, part, place);
    const name = tool.toolName ?? part.type.slice("tool-".length);
    if (tool.providerExecuted === true || tool.state === "input-streaming")
      return this.#conversion.leave(
        `call of "${name}" (${tool.providerExecuted === true ? "run by the provider" : "not written to its end"})`,
      );
    const id = tool.toolCallId;
    this.#content.push({ type: "tool-call", id, name, arguments: argumentsOf(tool.input ?? tool.rawInput) });
    const result = resultOf(tool);
    if (result !== undefined) this.#results.push({ callId: id, ...result });
    else if (tool.state.startsWith("approval-")) this.#conversion.leave(`approval of "${name}"`);
  }

  #endStep(): void {
    this.#conversion.assistant(this.#content);
    for (const { callId, content, isError } of this.#results)
      this.#conversion.result(callId, content, { isError });
    this.#content = [];
    this.#results = [];
  }
}

/** Raw input is a text that is JSON, or was to be. */
function argumentsOf(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input ?? {});
}

function resultOf({
  state,
  output,
  errorText,
  approval,
}: z.output<Schemas["tool"]>): Omit<Result, "callId"> | undefined {
  switch (state) {
    case "output-available":
      return { content: JSON.stringify(output ?? null), isError: false };
    case "output-error":
      return { content: JSON.stringify({ error: errorText ?? "The call failed." }), isError: true };
    case "output-denied":
      return {
        content: JSON.stringify({ error: approval?.reason ?? "The call was denied." }),
        isError: true,
      };
    default:
      return undefined;
  }
}
