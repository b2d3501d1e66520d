import { describe, expect, test } from "vitest";
import {
  anthropicMessages,
  bedrock,
  gemini,
  ollama,
  openaiChat,
  openaiResponses,
  scripted,
  withFallback,
} from "../src/index.ts";
import type {
  HttpModelOptions,
  MediaPart,
  Message,
  Model,
  ModelEvent,
  Unsupported,
  UserPart,
} from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { collect, never } from "./support/models.ts";

const png = "iVBORw0KGgo=";
const pdf = "JVBERi0x";
const hello = "aGVsbG8=";
const picture = { type: "image", mediaType: "image/png", data: png } as const;
const linked = { type: "image", mediaType: "image/png", url: "https://example.org/a.png" } as const;
const report = { type: "file", mediaType: "application/pdf", name: "Q3 (draft)_v2.pdf", data: pdf } as const;
const online = { type: "file", mediaType: "application/pdf", url: "https://example.org/a.pdf" } as const;
const notes = { type: "file", mediaType: "text/markdown", name: "notes.md", data: hello } as const;
const zip = { type: "file", mediaType: "application/zip", name: "a.zip", data: hello } as const;
const uploaded = (fileId: string, provider?: string): MediaPart => ({
  type: "file",
  mediaType: "application/pdf",
  fileId,
  provider,
});

type Make = (options: Pick<HttpModelOptions, "fetch" | "abilities">) => Model;
const chat: Make = (options) => openaiChat({ model: "gpt-5.2", apiKey: "k", ...options });
const router: Make = (options) =>
  openaiChat({ model: "m", baseUrl: "https://openrouter.ai/api/v1", apiKey: "k", ...options });
const unknown: Make = (options) =>
  openaiChat({ model: "m", baseUrl: "http://127.0.0.1:8000/v1", ...options });
const responses: Make = (options) => openaiResponses({ model: "gpt-5.2", apiKey: "k", ...options });
const claude: Make = (options) => anthropicMessages({ model: "claude-sonnet-4-5", apiKey: "k", ...options });
const google: Make = (options) => gemini({ model: "gemini-3-pro", apiKey: "k", ...options });
const local: Make = ({ fetch }) => ollama({ model: "qwen3", fetch });
const converse: Make = (options) => bedrock({ model: "anthropic.claude-haiku-4-5", apiKey: "k", ...options });

const user = (...content: readonly UserPart[]): Message => ({ role: "user", content });

async function sent(
  make: Make,
  messages: readonly Message[],
  abilities?: HttpModelOptions["abilities"],
): Promise<{ body: string; said: string[] }> {
  let body = "";
  const model = make({
    abilities,
    fetch: async (_url, init) => {
      body = Buffer.from(init?.body as Uint8Array).toString(); // the adapters send bytes alone
      return new Response("{}", { headers: { "content-type": "application/json" } });
    },
  });
  const events: ModelEvent[] = [];
  try {
    for await (const event of model.stream({ system: "", tools: [], messages }, { signal: never }))
      events.push(event);
  } catch {
    // An empty answer is none; what was sent and said before it is all that is looked at.
  }
  const said = events.filter((event): event is Unsupported => event.type === "unsupported");
  return { body, said: said.map(({ what, sent: how, detail }) => `${what}: ${how}: ${detail}`) };
}

describe("is sent as it is", () => {
  test.each<[string, string, Make, MediaPart, object]>([
    [
      "a picture",
      "Chat",
      chat,
      picture,
      { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
    ],
    ["a picture elsewhere", "Chat", chat, linked, { type: "image_url", image_url: { url: linked.url } }],
    [
      "a PDF",
      "Chat",
      chat,
      report,
      { type: "file", file: { filename: report.name, file_data: `data:application/pdf;base64,${pdf}` } },
    ],
    [
      "a PDF elsewhere",
      "OpenRouter",
      router,
      online,
      { type: "file", file: { filename: "file.pdf", file_data: online.url } },
    ],
    ["an uploaded file", "Chat", chat, uploaded("file-1"), { type: "file", file: { file_id: "file-1" } }],
    [
      "a picture elsewhere",
      "Responses",
      responses,
      linked,
      { type: "input_image", image_url: linked.url, detail: "auto" },
    ],
    [
      "a PDF",
      "Responses",
      responses,
      report,
      { type: "input_file", filename: report.name, file_data: `data:application/pdf;base64,${pdf}` },
    ],
    ["a PDF elsewhere", "Responses", responses, online, { type: "input_file", file_url: online.url }],
    [
      "an uploaded file",
      "Responses",
      responses,
      uploaded("file-1"),
      { type: "input_file", file_id: "file-1" },
    ],
    [
      "a picture elsewhere",
      "Messages",
      claude,
      linked,
      { type: "image", source: { type: "url", url: linked.url } },
    ],
    [
      "a PDF",
      "Messages",
      claude,
      report,
      {
        type: "document",
        source: { type: "base64", media_type: "application/pdf", data: pdf },
        title: report.name,
      },
    ],
    [
      "a PDF elsewhere",
      "Messages",
      claude,
      online,
      { type: "document", source: { type: "url", url: online.url } },
    ],
    [
      "plain text",
      "Messages",
      claude,
      { ...notes, mediaType: "text/plain" },
      {
        type: "document",
        source: { type: "text", media_type: "text/plain", data: "hello" },
        title: "notes.md",
      },
    ],
    [
      "an uploaded file",
      "Messages",
      claude,
      uploaded("file_1"),
      { type: "document", source: { type: "file", file_id: "file_1" } },
    ],
    ["a PDF", "Gemini", google, report, { inlineData: { mimeType: "application/pdf", data: pdf } }],
    [
      "a PDF elsewhere",
      "Gemini",
      google,
      online,
      { fileData: { mimeType: "application/pdf", fileUri: online.url } },
    ],
    [
      "an uploaded file",
      "Gemini",
      google,
      uploaded("files/abc"),
      { fileData: { mimeType: "application/pdf", fileUri: "files/abc" } },
    ],
    [
      "a PDF",
      "Converse",
      converse,
      report,
      { document: { format: "pdf", name: "Q3 (draft)-v2", source: { bytes: pdf } } },
    ],
    [
      "Markdown",
      "Converse",
      converse,
      notes,
      { document: { format: "md", name: "notes", source: { bytes: hello } } },
    ],
  ])("%s on %s: %#", async (_, _wire, make, part, expected) => {
    const { body, said } = await sent(make, [user({ type: "text", text: "look" }, part)]);

    // A mark of the cache may follow in the same block.
    expect(body).toContain(JSON.stringify(expected).slice(0, -1));
    expect(said).toEqual([]);
  });
});

describe("what can't be sent", () => {
  test.each<[string, Make, MediaPart, string, string]>([
    [
      "Markdown on Chat is sent as text",
      chat,
      notes,
      '"notes.md\\" (text/markdown):]\\n\\nhello'.slice(1),
      'file: as-text: "notes.md" (text/markdown)',
    ],
    [
      "a PDF at an unknown host",
      unknown,
      report,
      "can't be sent was left out",
      `file: nothing: "${report.name}" (application/pdf)`,
    ],
    ["an archive", claude, zip, "can't be sent was left out", 'file: nothing: "a.zip" (application/zip)'],
    [
      "a picture elsewhere on Converse",
      converse,
      linked,
      "can't be sent was left out",
      'image: nothing: of type "image/png"',
    ],
    [
      "a PDF on Ollama",
      local,
      report,
      "can't be sent was left out",
      `file: nothing: "${report.name}" (application/pdf)`,
    ],
    [
      "an id of Anthropic's at OpenAI",
      chat,
      uploaded("file_1"),
      "can't be sent was left out",
      'file: nothing: of type "application/pdf"',
    ],
    [
      "an id that is marked for another provider",
      chat,
      uploaded("file-1", "azure"),
      "can't be sent was left out",
      'file: nothing: of type "application/pdf"',
    ],
    [
      "a file of this machine",
      claude,
      { ...linked, url: "file:///etc/passwd" },
      "can't be sent was left out",
      'image: nothing: of type "image/png"',
    ],
  ])("is said in words and by an event: %s", async (_, make, part, words, event) => {
    const { body, said } = await sent(make, [user({ type: "text", text: "look" }, part)]);

    expect(body).toContain(words);
    expect(body).not.toContain("/etc/passwd");
    expect(said).toEqual([event]);
  });

  test("an id that is marked for this provider is sent, whatever its form is", async () => {
    const { body, said } = await sent(chat, [user(uploaded("my-own-form", "api.openai.com"))]);

    expect(body).toContain('"file_id":"my-own-form"');
    expect(said).toEqual([]);
  });

  test("is what a model is said not to take", async () => {
    const { body, said } = await sent(claude, [user(picture, report)], { images: false, files: false });

    expect(body).not.toContain(png);
    expect(body).not.toContain(pdf);
    expect(said).toEqual([
      'image: nothing: of type "image/png"',
      `file: nothing: "${report.name}" (application/pdf)`,
    ]);
  });

  test("is said of what is new alone, whatever was kept of the requests before", async () => {
    const call: Message = {
      role: "assistant",
      content: [{ type: "tool-call", id: "c", name: "t", arguments: "{}" }],
    };
    const result: Message = {
      role: "tool",
      callId: "c",
      name: "t",
      content: "{}",
      images: [{ ...picture, mediaType: "image/bmp" }],
    };
    const history = [user({ type: "text", text: "look" }, zip), call, result];

    expect((await sent(chat, history.slice(0, 1))).said).toHaveLength(1);
    expect((await sent(chat, history)).said).toEqual(['image: nothing: of type "image/bmp"']);
    expect(
      (
        await sent(chat, [
          ...history,
          { role: "assistant", content: [{ type: "text", text: "a" }] },
          user({ type: "text", text: "b" }),
        ])
      ).said,
    ).toEqual([]);
  });
});

test("a model that stands in is not told of files that the one before keeps, and says so", async () => {
  await using server = await startScriptedServer({ script: [{ status: 401 }, { text: "fine" }] });
  const first = openaiResponses({
    model: "gpt-5.2",
    baseUrl: server.openaiUrl,
    apiKey: "k",
    retry: { retries: 0 },
  });
  const second = anthropicMessages({ model: "claude-sonnet-4-5", baseUrl: server.url, apiKey: "k" });
  const messages = [user({ type: "text", text: "look" }, uploaded("file-1"))];

  const events = await collect(
    withFallback([first, second]).stream({ system: "", tools: [], messages }, { signal: never }),
  );

  expect(JSON.stringify(server.requests.map(({ body }) => body))).toMatch(
    /file-1.*can't be sent was left out/s,
  );
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain("file-1");
  expect(events.filter(({ type }) => type === "unsupported")).toMatchObject([
    { what: "file", sent: "nothing" },
  ]);
  expect(events.some(({ type }) => type === "restart")).toBe(false);
});

test("a model that takes no pictures gets the words of one that has them, and another one the picture alone", async () => {
  const described = { ...picture, asText: "A lighthouse at dusk." };

  const blind = await sent(chat, [user(described)], { images: false });
  const seeing = await sent(chat, [user(described)]);

  expect(blind.body).toContain("A lighthouse at dusk.");
  expect(blind.body).toContain("no instruction of anybody");
  expect(blind.body).not.toContain(png);
  expect(blind.said).toEqual(['image: as-text: of type "image/png"']);
  expect(seeing.body).toContain(png);
  expect(seeing.body).not.toContain("lighthouse");
});

test("a scripted model that takes no pictures says so as a real one does", async () => {
  const model = scripted([{ text: "hi" }], { abilities: { images: false } });

  const events = await collect(
    model.stream({ system: "", tools: [], messages: [user(picture, report)] }, { signal: never }),
  );

  expect(events.filter(({ type }) => type === "unsupported")).toEqual([
    { type: "unsupported", what: "image", sent: "nothing", detail: 'of type "image/png"' },
  ]);
});
