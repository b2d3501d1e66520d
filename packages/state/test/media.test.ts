import { join } from "node:path";
import { Agent, anthropicMessages, defineTool, openaiChat, openaiResponses, z } from "@hermes/agent-loop";
import type { Model, Tool } from "@hermes/agent-loop";
import { startScriptedServer } from "@hermes/models/testing";
import type { ScriptedServer } from "@hermes/models/testing";
import type { Message, UserMessage } from "@hermes/models";
import { withImages } from "@hermes/registry";
import { expect, test } from "vitest";
import { openState } from "../src/index.ts";
import { entry, head, user } from "./support/entries.ts";
import { tempFolder } from "./support/temp-folder.ts";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const look: Tool = defineTool({
  name: "look",
  toolset: "test",
  description: "Shows the screen.",
  input: z.object({}),
  execute: async () => withImages({ seen: true }, [{ mediaType: "image/png", data: pixel }]),
});

const wires: readonly (readonly [string, (server: ScriptedServer) => Model])[] = [
  ["Chat Completions", ({ openaiUrl }) => openaiChat({ model: "m", apiKey: "k", baseUrl: openaiUrl })],
  ["Responses", ({ openaiUrl }) => openaiResponses({ model: "m", apiKey: "k", baseUrl: openaiUrl })],
  ["Messages", ({ url }) => anthropicMessages({ model: "m", apiKey: "k", baseUrl: url })],
];

test.each(wires)(
  "a picture of a tool's result goes out over %s, also from another process",
  async (_name, modelOf) => {
    const path = join(tempFolder(), "hermes.db");
    await using server = await startScriptedServer({
      script: [{ calls: [{ name: "look" }] }, { text: "A pixel." }, { text: "Still a pixel." }],
    });
    const model = modelOf(server);
    {
      await using state = openState({ path });
      await using agent = new Agent({ model, tools: [look], journal: state.journal, sessionId: "s1" });
      expect(await agent.chat("Look.")).toBe("A pixel.");
    }

    await using state = openState({ path });
    await using agent = new Agent({ model, tools: [look], journal: state.journal, sessionId: "s1" });
    expect(await agent.chat("Sure?")).toBe("Still a pixel.");

    const pictures = server.requests.map(({ raw }) => Buffer.from(raw).toString().split(pixel).length - 1);
    expect(pictures).toEqual([0, 1, 1]);
  },
);

const pdf = {
  type: "file",
  mediaType: "application/pdf",
  name: "harbour-plan.pdf",
  data: "JVBERi0x",
} as const;
const said: UserMessage = {
  role: "user",
  content: [
    { type: "text", text: "Read this:" },
    { ...pdf, asText: "The lighthouse is 30 m." },
    { type: "text", text: "and this." },
    { type: "image", mediaType: "image/png", asText: "A lighthouse.", url: "https://example.com/a.png" },
    { type: "file", mediaType: "application/pdf", fileId: "file-4711", provider: "openai" },
  ],
};
const alone: UserMessage = { role: "user", content: [pdf] };

test("files come back as they were written, and are found by their names", async () => {
  await using state = openState({ path: join(tempFolder(), "hermes.db") });
  const messages: readonly Message[] = [said, user("and now"), alone];
  state.journal.create(head("a"));
  for (const message of messages) state.journal.append("a", entry(message));

  expect(state.journal.load("a")?.messages).toEqual(messages);
  expect(state.search("harbour-plan.pdf").sessions[0]?.hits).toHaveLength(2);
  expect(state.sessions.get("a")?.title).toBe("Read this: and this.");
});

test("what files say and are called is redacted", async () => {
  await using state = openState({ path: join(tempFolder(), "hermes.db") });
  state.journal.create(head("a"), [said]);

  await state.redact("harbour-plan");
  await state.redact("lighthouse");

  const [message] = state.journal.load("a")?.messages ?? [];
  expect(JSON.stringify(message)).not.toMatch(/harbour|lighthouse/);
  expect(state.search("harbour").sessions).toEqual([]);
});

test("an export names files, and one with a message per line brings them back whole", async () => {
  const folder = tempFolder();
  await using state = openState({ path: join(folder, "hermes.db") });
  state.journal.create(head("a"), [said, alone]);
  const { writeFile } = await import("node:fs/promises");
  await writeFile(join(folder, "a.jsonl"), state.exportSession("a", "jsonl"));

  await using other = openState({ path: join(folder, "other.db") });
  await other.importOriginal(join(folder, "a.jsonl"));

  expect(other.journal.load("a")?.messages).toEqual([said, alone]);
  expect(state.exportSession("a", "markdown")).toContain("- file: harbour-plan.pdf\n- image: image/png");
  expect(state.exportSession("a", "sharegpt")).toContain("harbour-plan.pdf");
});
