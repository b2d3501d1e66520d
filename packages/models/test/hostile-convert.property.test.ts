import fc from "fast-check";
import { expect, test } from "vitest";
import { fromAiSdk, fromAnthropicMessages, fromChatCompletions } from "../src/convert/index.ts";
import type { ToolDefinition } from "../src/index.ts";
import { capturing, modelsUnderTest } from "./support/models.ts";
import { runs } from "./support/runs.ts";

const text = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "hi",
    "\ud83d",
    "\0",
    "__proto__",
    '{"a":1}',
    "data:image/png;base64,iVBORw0KGgo=",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const id = fc.oneof(fc.constantFrom("", "c1", "c1", "c2", "a b/c", "x".repeat(90)), text);
const name = fc.oneof(fc.constantFrom("look", "", "a.b", "__proto__"), text);
const mediaType = fc.oneof(
  fc.constantFrom("image/png", "application/pdf", "image/*", "text/plain", "x", ""),
  text,
);
const url = fc.oneof(
  fc.constantFrom("https://a.test/x.png", "data:,x", "file:///etc/passwd", "https://"),
  fc.webUrl(),
  text,
);
const input = fc.oneof(fc.jsonValue({ maxDepth: 2 }), text);
const bytes = fc.uint8Array({ maxLength: 8 });

/** Parts of all forms: each converter meets those of the others, too. */
const part = fc.oneof(
  fc.record({
    type: fc.constantFrom("text", "input_text", "reasoning", "refusal", "thinking"),
    text,
    refusal: text,
    thinking: text,
  }),
  fc.record({ type: fc.constant("image_url"), image_url: fc.record({ url }) }),
  fc.record({ type: fc.constant("input_audio"), input_audio: fc.record({ data: text, format: text }) }),
  fc.record(
    {
      type: fc.constant("file"),
      file: fc.record({ file_data: url, file_id: id, filename: name }, { requiredKeys: [] }),
      url,
      mediaType,
      data: fc.oneof(
        url,
        bytes,
        fc.record({
          type: fc.constantFrom("data", "url", "text", "reference"),
          data: url,
          url,
          text,
          reference: fc.dictionary(name, id, { maxKeys: 2 }),
        }),
      ),
      filename: name,
    },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    {
      type: fc.constantFrom("image", "document"),
      source: fc.record({
        type: fc.constantFrom("base64", "url", "file", "text"),
        media_type: mediaType,
        data: text,
        url,
        file_id: id,
      }),
      image: fc.oneof(url, bytes),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("tool_use"), id, name, input }),
  fc.record({
    type: fc.constant("tool_result"),
    tool_use_id: id,
    content: fc.oneof(text, fc.array(fc.record({ type: fc.constant("text"), text }), { maxLength: 2 })),
    is_error: fc.boolean(),
  }),
  fc.record({ type: fc.constant("tool-call"), toolCallId: id, toolName: name, input }),
  fc.record({
    type: fc.constant("tool-result"),
    toolCallId: id,
    toolName: name,
    output: fc.record({
      type: fc.constantFrom("text", "json", "error-text", "execution-denied"),
      value: text,
      reason: text,
    }),
  }),
  fc.record({
    type: fc.constantFrom("tool-look", "dynamic-tool", "step-start", "steering-message"),
    toolCallId: id,
    toolName: name,
    state: fc.constantFrom(
      "input-available",
      "output-available",
      "output-error",
      "output-denied",
      "approval-requested",
    ),
    input,
    output: input,
    errorText: text,
    parts: fc.constant([]),
  }),
);
const content = fc.oneof(text, fc.array(part, { maxLength: 3 }));
const message = fc.record(
  {
    role: fc.constantFrom("user", "assistant", "system", "developer", "tool", "function"),
    content: fc.oneof(content, fc.constant(null)),
    parts: fc.array(part, { maxLength: 4 }),
    tool_call_id: id,
    tool_calls: fc.array(
      fc.record({
        id,
        type: fc.constant("function"),
        function: fc.record({ name, arguments: fc.oneof(text, fc.json()) }),
      }),
      { maxLength: 2 },
    ),
    refusal: text,
    reasoning_content: text,
  },
  { requiredKeys: ["role"] },
);
const tools: readonly ToolDefinition[] = [
  { name: "look", description: "Looks.", parameters: { type: "object", properties: {} } },
];

test(
  "what comes of hostile messages is refused with the one error, or is taken by the validator of every protocol",
  { timeout: 240_000 },
  async () => {
    const places = modelsUnderTest.map((under) => ({ under, ...capturing(under) }));

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(fromChatCompletions, fromAnthropicMessages, fromAiSdk),
        fc.array(message, { maxLength: 5 }),
        async (convert, given) => {
          let converted;
          try {
            converted = convert(given);
          } catch (error) {
            expect(error).toMatchObject({ code: "MODEL_MESSAGES_INVALID" });
            return;
          }
          const messages = [
            ...converted.messages,
            { role: "user", content: [{ type: "text", text: "?" }] } as const,
          ];
          for (const { under, body } of places)
            expect([
              under.name,
              under.validate(await body({ system: converted.system ?? "", tools, messages })),
            ]).toEqual([under.name, []]);
        },
      ),
      runs(1_500),
    );
  },
);
