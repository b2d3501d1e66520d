import { convertToModelMessages, type ModelMessage, type UIMessage } from "ai";
import { expect, test } from "vitest";
import { fromAiSdk, fromAnthropicMessages, fromChatCompletions } from "../src/convert/index.ts";
import type { Message } from "../src/index.ts";

const png = "iVBORw0KGgo=";
const pdf = "JVBERi0x";
test("Chat Completions with pictures, files and what has no form", () => {
  const { messages, system, left } = fromChatCompletions([
    { role: "developer", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "look" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
        { type: "image_url", image_url: { url: "https://example.org/a.jpg" } },
        { type: "file", file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${pdf}` } },
        { type: "file", file: { file_id: "file-1" } },
        { type: "video", video: {} },
      ],
    },
    { role: "assistant", content: null, refusal: "No.", audio: { id: "a" } },
    { role: "system", content: "Now be long." },
    { role: "tool", tool_call_id: "c", content: "plain words" },
  ]);

  expect(system).toBe("Be brief.");
  expect(messages).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "look" },
        { type: "image", mediaType: "image/png", data: png },
        { type: "image", mediaType: "image/jpeg", url: "https://example.org/a.jpg" },
        { type: "file", mediaType: "application/pdf", name: "a.pdf", data: pdf },
        { type: "file", mediaType: "application/octet-stream", fileId: "file-1" },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "No." }], finishReason: "stop" },
    { role: "tool", callId: "c", name: "unknown", content: '"plain words"' },
  ]);
  expect(left).toEqual([
    { what: 'part of type "video"', index: 1 },
    { what: 'field "audio"', index: 2 },
    { what: "system message within the conversation", index: 3 },
  ]);
});

test("Anthropic's blocks, with results that hold pictures", () => {
  const { messages, system, left } = fromAnthropicMessages(
    [
      {
        role: "user",
        content: [
          {
            type: "document",
            title: "a.txt",
            source: { type: "text", media_type: "text/plain", data: "hé" },
          },
          { type: "image", source: { type: "file", file_id: "file_1" } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "s" },
          { type: "redacted_thinking", data: "x" },
          { type: "tool_use", id: "t", name: "shot", input: { a: 1 } },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "t",
            is_error: true,
            content: [
              { type: "text", text: "{}" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
            ],
          },
          { type: "text", text: "and?" },
        ],
      },
    ],
    { system: [{ type: "text", text: "Be brief." }] },
  );

  expect(system).toBe("Be brief.");
  expect(messages).toEqual([
    {
      role: "user",
      content: [
        { type: "file", mediaType: "text/plain", name: "a.txt", data: "aMOp" },
        { type: "image", mediaType: "image/*", fileId: "file_1" },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "hm" },
        { type: "tool-call", id: "t", name: "shot", arguments: '{"a":1}' },
      ],
      finishReason: "tool-calls",
    },
    {
      role: "tool",
      callId: "t",
      name: "shot",
      content: "{}",
      isError: true,
      images: [{ type: "image", mediaType: "image/png", data: png }],
    },
    { role: "user", content: [{ type: "text", text: "and?" }] },
  ]);
  expect(left).toEqual([{ what: 'block of type "redacted_thinking"', index: 1 }]);
});

const ui: UIMessage[] = [
  { id: "1", role: "system", parts: [{ type: "text", text: "Be brief." }] },
  {
    id: "2",
    role: "user",
    parts: [
      { type: "text", text: "hi" },
      {
        type: "file",
        mediaType: "application/pdf",
        filename: "a.pdf",
        url: `data:application/pdf;base64,${pdf}`,
      },
      { type: "file", mediaType: "image/png", url: "https://example.org/a.png" },
    ],
  },
  {
    id: "3",
    role: "assistant",
    parts: [
      { type: "step-start" },
      { type: "text", text: "I look." },
      {
        type: "tool-look",
        toolCallId: "c1",
        state: "output-available",
        input: { at: 1 },
        output: { seen: [1] },
      },
      {
        type: "dynamic-tool",
        toolName: "other",
        toolCallId: "c2",
        state: "output-error",
        input: {},
        errorText: "broken",
      },
      { type: "step-start" },
      { type: "text", text: "Seen." },
    ],
  },
  { id: "4", role: "user", parts: [{ type: "text", text: "more" }] },
];
const expected: Message[] = [
  {
    role: "user",
    content: [
      { type: "text", text: "hi" },
      { type: "file", mediaType: "application/pdf", name: "a.pdf", data: pdf },
      { type: "image", mediaType: "image/png", url: "https://example.org/a.png" },
    ],
  },
  {
    role: "assistant",
    content: [
      { type: "text", text: "I look." },
      { type: "tool-call", id: "c1", name: "look", arguments: '{"at":1}' },
      { type: "tool-call", id: "c2", name: "other", arguments: "{}" },
    ],
    finishReason: "tool-calls",
  },
  { role: "tool", callId: "c1", name: "look", content: '{"seen":[1]}' },
  { role: "tool", callId: "c2", name: "other", content: '{"error":"broken"}', isError: true },
  { role: "assistant", content: [{ type: "text", text: "Seen." }], finishReason: "stop" },
  { role: "user", content: [{ type: "text", text: "more" }] },
];

test("messages of useChat, and what the AI SDK makes of them for its models, are the same conversation", async () => {
  const model: ModelMessage[] = await convertToModelMessages(ui);

  expect(fromAiSdk(ui)).toEqual({ messages: expected, system: "Be brief.", left: [] });
  expect(fromAiSdk(model)).toEqual({ messages: expected, system: "Be brief.", left: [] });
});

test("bytes, addresses and results with pictures of the AI SDK's models", () => {
  const model: ModelMessage[] = [
    {
      role: "user",
      content: [
        { type: "image", image: Uint8Array.from(atob(png), (char) => char.charCodeAt(0)) },
        { type: "file", mediaType: "application/pdf", data: new URL("https://example.org/a.pdf") },
      ],
    },
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "c", toolName: "shot", input: {} }] },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "c",
          toolName: "shot",
          output: {
            type: "content",
            value: [
              { type: "text", text: "here" },
              { type: "file", mediaType: "image/png", data: { type: "data", data: png } },
            ],
          },
        },
      ],
    },
  ];

  expect(fromAiSdk(model).messages).toEqual([
    {
      role: "user",
      content: [
        { type: "image", mediaType: "image/png", data: png },
        { type: "file", mediaType: "application/pdf", url: "https://example.org/a.pdf" },
      ],
    },
    {
      role: "assistant",
      content: [{ type: "tool-call", id: "c", name: "shot", arguments: "{}" }],
      finishReason: "tool-calls",
    },
    {
      role: "tool",
      callId: "c",
      name: "shot",
      content: '"here"',
      images: [{ type: "image", mediaType: "image/png", data: png }],
    },
  ]);
});

test("a call that waits for its approval keeps its place, and the approval is named as left out", () => {
  const { messages, left } = fromAiSdk([
    {
      id: "1",
      role: "assistant",
      parts: [
        { type: "tool-rm", toolCallId: "c", state: "approval-requested", input: {}, approval: { id: "a" } },
        { type: "data-plan", data: {} },
      ],
    },
  ]);

  expect(messages).toMatchObject([
    { role: "assistant", content: [{ type: "tool-call", id: "c", name: "rm" }] },
  ]);
  expect(left.map(({ what }) => what)).toEqual([
    'approval of "rm"',
    'part of type "data-plan" of the assistant',
  ]);
});

test.each([
  [
    fromChatCompletions,
    [
      { role: "user", content: "a" },
      { role: "tool", content: "b" },
    ],
    "messages[1].tool_call_id",
  ],
  [
    fromChatCompletions,
    [{ role: "user", content: [{ type: "image_url", image_url: "x" }] }],
    "messages[0].content[0].image_url",
  ],
  [fromChatCompletions, [{ role: "robot" }], "messages[0].role"],
  [
    fromAnthropicMessages,
    [{ role: "user", content: [{ type: "tool_result" }] }],
    "messages[0].content[0].tool_use_id",
  ],
  [
    fromAiSdk,
    [{ role: "assistant", content: [{ type: "tool-call", toolName: "t" }] }],
    "messages[0].content[0].toolCallId",
  ],
  [fromAiSdk, [{ role: "user", parts: [{ type: "text" }] }], "messages[0].parts[0].text"],
] as const)("a message of another form is an error that names its place: %#", (convert, messages, place) => {
  expect(() => convert(messages)).toThrow(
    expect.objectContaining({
      code: "MODEL_MESSAGES_INVALID",
      message: expect.stringContaining(`${place} `),
    }),
  );
});

test.each([fromChatCompletions, fromAnthropicMessages, fromAiSdk])(
  "%o says of what is no list that it is none",
  (convert) => {
    const given: unknown = "hi";

    expect(() => Reflect.apply(convert, undefined, [given])).toThrow(
      expect.objectContaining({
        code: "MODEL_MESSAGES_INVALID",
        message: expect.stringMatching(/^The messages of .* are no list\.$/),
      }),
    );
  },
);
