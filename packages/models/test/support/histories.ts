import fc, { type Arbitrary } from "fast-check";
import type {
  AssistantMessage,
  AssistantPart,
  FilePart,
  ImageData,
  ImagePart,
  MediaSource,
  Message,
  ModelRequest,
  ToolMessage,
  UserMessage,
} from "../../src/index.ts";

const text: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\n\t ",
    "hello",
    "two\n\nlines",
    'a "quote" and a \\',
    "\ud83d",
    "x\udc00y",
    "🙂",
    "\u2028",
    "}]}",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const ids: Arbitrary<string> = fc.constantFrom(
  "call_1",
  "call_1",
  "call_2",
  "call_3",
  "",
  "a b/c",
  "ü".repeat(50),
  "x".repeat(90),
);
const names: Arbitrary<string> = fc.constantFrom(
  "terminal",
  "read_file",
  "",
  "bad name!",
  "n".repeat(100),
  "mcp.server/tool",
  "2fa-code",
);
const args: Arbitrary<string> = fc.constantFrom(
  '{"command":"ls"}',
  "{}",
  "",
  "  ",
  "null",
  "[1]",
  '"text"',
  "12",
  '{"a":',
  '{"a":"\\ud800"}',
  '{"\\uD83D":1}',
  ' {"a" : 1} ',
  '{"a":1}{"b":2}',
  '{"deep":{"er":[{"x":null}]}}',
);
const image: Arbitrary<ImageData> = fc.record({
  type: fc.constant("image" as const),
  mediaType: fc.constantFrom("image/png", "image/jpeg", "image/bmp", ""),
  data: fc.constantFrom("aGVsbG8=", "", "not base64!", "abc", "AAAA"),
});
const elsewhere: Arbitrary<MediaSource> = fc.constantFrom<MediaSource>(
  { url: "https://example.org/a?b=1" },
  { url: "file:///etc/passwd" },
  { url: "" },
  { fileId: "file-abc" },
  { fileId: "file_abc" },
  { fileId: "files/abc" },
  { fileId: "file-abc", provider: "somebody-else" },
  { fileId: "", provider: "api.openai.com" },
);
const imageElsewhere: Arbitrary<ImagePart> = fc
  .tuple(fc.constantFrom("image/png", "image/*", ""), elsewhere)
  .map(([mediaType, source]) => ({ type: "image", mediaType, ...source }));
const file: Arbitrary<FilePart> = fc
  .tuple(
    fc.constantFrom(
      "application/pdf",
      "text/plain",
      "text/markdown",
      "application/json",
      "application/zip",
      "",
    ),
    fc.constantFrom(undefined, "report.pdf", "a  b\u2028/../ü.md", "", "x".repeat(300), "lone \ud800"),
    fc.oneof(
      elsewhere,
      fc.constantFrom("aGVsbG8=", "", "no base64", "/w==", "AAAA").map((data) => ({ data })),
    ),
  )
  .map(([mediaType, name, source]) => ({ type: "file", mediaType, name, ...source }));
const textPart = text.map((value) => ({ type: "text", text: value }) as const);

function assistantPart(origin: string): Arbitrary<AssistantPart> {
  const provider = fc.constantFrom(origin, origin, "somebody-else", undefined);
  return fc.oneof(
    { weight: 3, arbitrary: textPart },
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant("tool-call" as const),
        id: ids,
        name: names,
        arguments: args,
      }),
    },
    fc.record(
      {
        type: fc.constant("reasoning" as const),
        text,
        provider,
        signature: fc.constantFrom("sig", "", undefined),
      },
      { requiredKeys: ["type", "text"] },
    ),
    fc.record({
      type: fc.constant("provider" as const),
      provider: fc.constantFrom(origin, origin, origin, "somebody-else"),
      item: fc.constantFrom<unknown>(
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" },
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "again" },
        {
          type: "reasoning",
          id: "rs_2",
          summary: [{ type: "summary_text", text: "\ud800" }],
          encrypted_content: "e",
        },
        { type: "reasoning", id: "rs_3", summary: [] },
        { type: "redacted_thinking", data: "d" },
        { type: "redacted_thinking", data: "" },
        { type: "message_phase", phase: "commentary" },
        [{ type: "reasoning.text", text: "t" }],
        null,
        "text",
      ),
    }),
  );
}

const user: Arbitrary<UserMessage> = fc.record(
  {
    role: fc.constant("user" as const),
    content: fc.array(fc.oneof({ weight: 6, arbitrary: textPart }, image, imageElsewhere, file), {
      maxLength: 3,
    }),
    notes: fc.array(text, { maxLength: 2 }),
  },
  { requiredKeys: ["role", "content"] },
);
const tool: Arbitrary<ToolMessage> = fc.record(
  {
    role: fc.constant("tool" as const),
    callId: ids,
    name: names,
    content: fc.oneof(text, fc.constant('{"output":"fine"}')),
    isError: fc.boolean(),
    notes: fc.array(text, { maxLength: 2 }),
    images: fc.array(image, { maxLength: 2 }),
  },
  { requiredKeys: ["role", "callId", "name", "content"] },
);

function assistant(origin: string): Arbitrary<AssistantMessage> {
  return fc.record({
    role: fc.constant("assistant" as const),
    content: fc.array(assistantPart(origin), { maxLength: 4 }),
  });
}

/** Any messages in any order. */
export function brokenHistory(origin: string): Arbitrary<Message[]> {
  return fc.array(fc.oneof(user, assistant(origin), { weight: 2, arbitrary: tool }), { maxLength: 12 });
}

/** A step as the loop makes it: words of the user, or an answer with calls and their results. */
function step(origin: string): Arbitrary<Message[]> {
  const answered = assistant(origin).chain((message) => {
    const calls = message.content.filter((part) => part.type === "tool-call");
    const seen = new Map(calls.map((call) => [call.id, call]));
    if (seen.size < calls.length || calls.length === 0) return fc.constant<Message[]>([]);
    return fc
      .tuple(...calls.map((call) => tool.map((result) => ({ ...result, callId: call.id, name: call.name }))))
      .map((results): Message[] => [message, ...results]);
  });
  return fc.oneof(
    user.map((message) => [message]),
    { weight: 3, arbitrary: answered },
  );
}

/** A history that grows: the messages of each step, all steps complete. */
export function growingHistory(origin: string): Arbitrary<Message[][]> {
  const opening = fc.constant<Message[]>([{ role: "user", content: [{ type: "text", text: "begin" }] }]);
  return fc
    .tuple(opening, fc.array(step(origin), { minLength: 1, maxLength: 6 }))
    .map(([first, rest]) => [first, ...rest]);
}

const person = {
  name: "person",
  schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};

export const head: Arbitrary<Omit<ModelRequest, "messages">> = fc.record(
  {
    system: fc.constantFrom("You are Hermes.", "", "  ", "lone \ud800"),
    tools: fc.constantFrom<ModelRequest["tools"]>(
      [],
      [
        {
          name: "terminal",
          description: "Run.",
          parameters: { type: "object", properties: { command: { type: "string" } } },
        },
      ],
      [
        { name: "bad name!", description: "", parameters: { $schema: "x", anyOf: [{ type: "object" }] } },
        { name: "n".repeat(100), description: "\ud800", parameters: {} },
        { name: "terminal", description: "1", parameters: { type: "object", properties: {}, required: [] } },
        { name: "terminal", description: "2", parameters: { type: "string" } },
        { name: "2fa-code", description: "3", parameters: { type: "object", properties: {} } },
      ],
    ),
    maxOutputTokens: fc.constantFrom(1, 500, 64_000),
    toolChoice: fc.constantFrom<NonNullable<ModelRequest["toolChoice"]>>(
      "auto",
      "none",
      "required",
      { tool: "terminal" },
      { tool: "2fa-code" },
      { tool: "gone" },
    ),
    output: fc.constantFrom<NonNullable<ModelRequest["output"]>>(person, { name: "any", schema: {} }),
    temperature: fc.constantFrom(0, 0.7, 2),
    topP: fc.constantFrom(0.1, 1),
    seed: fc.constantFrom(0, 42),
    stop: fc.constantFrom<readonly string[]>([], ["END"], ["\n", " "], ["a", "b", "c", "d", "e", "f"]),
    reasoningEffort: fc.constantFrom("minimal", "low", "medium", "high"),
  },
  { requiredKeys: ["system", "tools"] },
);
