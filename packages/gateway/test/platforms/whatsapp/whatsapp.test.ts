import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OutboundMessage, PlatformConnection } from "../../../src/index.ts";
import { whatsapp } from "../../../src/platforms/whatsapp/whatsapp.ts";
import { createRecordingHost, type RecordingHost } from "../../../src/testing/index.ts";
import { ada, choicesOf, openWhatsAppPlace, textOf, type WhatsAppPlace } from "./whatsapp-place.ts";

const signal = new AbortController().signal;
const day = 86_400_000;
let keys = 0;

function to(chatId: string, markdown: string, more: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    to: { platform: "whatsapp", chatId },
    key: `k${++keys}`,
    ...whatsapp().render(markdown),
    silent: false,
    ...more,
  };
}

describe("the WhatsApp adapter", () => {
  let place: WhatsAppPlace;
  let host: RecordingHost;
  let connection: PlatformConnection;
  let now: number;
  let logged: unknown[];
  const memory = new Map<string, string>();

  async function connect(more: object = {}): Promise<void> {
    const recording = createRecordingHost({ now: () => now, memory });
    host = Object.assign(recording, { log: (...line: readonly unknown[]) => void logged.push(line) });
    const settings = { ...place.settings, ...more };
    connection = await place.platform.connect(settings, host, { signal });
  }

  beforeEach(async () => {
    memory.clear();
    logged = [];
    now = Date.now();
    place = await openWhatsAppPlace();
    await connect();
  });
  afterEach(async () => {
    await connection.stop();
    await place[Symbol.asyncDispose]();
  });

  const send = async (message: OutboundMessage) => await connection.send(message, { signal });
  const text = (body: string): object => ({ type: "text", text: { body } });

  describe("what comes in", () => {
    async function received(content: object): Promise<RecordingHost["messages"][number] | undefined> {
      place.server.say(ada, content);
      await place.server.settled();
      return host.messages.at(-1);
    }
    const audio = { id: "9", mime_type: "audio/ogg; codecs=opus", voice: true };

    test.each<[string, object, object]>([
      [
        "a voice message",
        { type: "audio", audio },
        { text: "", files: [{ kind: "voice", mimeType: "audio/ogg", reference: "9" }] },
      ],
      [
        "a picture",
        { type: "image", image: { id: "9", mime_type: "image/jpeg", caption: "look" } },
        { text: "look", files: [{ kind: "image", mimeType: "image/jpeg" }] },
      ],
      [
        "a place",
        { type: "location", location: { latitude: 1.5, longitude: 2, name: "Home" } },
        { text: "[Place: Home]\n[Location: 1.5, 2]" },
      ],
      [
        "a contact",
        { type: "contacts", contacts: [{ name: { formatted_name: "Bo" }, phones: [{ phone: "+49 1" }] }] },
        { text: "[Contact: Bo, +49 1]" },
      ],
      [
        "what WhatsApp does not pass on",
        { type: "unsupported", errors: [{ code: 131_051, title: "Message type unknown" }] },
        { text: "[A message that can't be read here: unsupported]" },
      ],
      [
        "an answer to the bot",
        { ...{ type: "text", text: { body: "why?" } }, context: { from: "15550783881", id: "wamid.0" } },
        { text: "why?", replyTo: { messageId: "wamid.0", fromBot: true } },
      ],
      [
        "the button of a template",
        { type: "button", button: { text: "Stop", payload: "x" } },
        { text: "Stop" },
      ],
    ])("%s comes as what it is", async (_, content, expected) => {
      expect(await received(content)).toMatchObject({
        ...expected,
        at: { platform: "whatsapp", chatId: ada },
        sender: { userId: ada, name: "Ada", isBot: false },
        isAddressed: true,
      });
    });

    test("reactions and messages of groups are nothing to answer", async () => {
      await received({ type: "reaction", reaction: { message_id: "wamid.0", emoji: "👍" } });
      await received({ ...text("hi all"), group_id: "g1" });

      expect(host.messages).toEqual([]);
      expect(place.server.answers).toEqual([200, 200]);
    });

    test("a person who hides the number is known by the id, and answered by it", async () => {
      const { server } = place;
      const user = "US.13491208655302741918";
      const contact = { profile: { name: "Ada", username: "ada_l" }, user_id: user };
      const message = { from_user_id: user, id: "wamid.u", timestamp: "1700000000", ...text("hi") };
      await server.postRaw(JSON.stringify(server.webhook({ contacts: [contact], messages: [message] })));

      const outcome = await send(to(user, "hello"));

      expect(host.messages[0]).toMatchObject({
        at: { chatId: user },
        sender: { userId: user, handle: "ada_l" },
      });
      expect(outcome.status).toBe("sent");
      expect(server.sent[0]?.message).toMatchObject({ recipient: user });
      expect(server.sent[0]?.message.to).toBeUndefined();
    });

    test("a file is never asked for with the token at an address that is not encrypted", async () => {
      const { server } = place;
      const fetched: string[] = [];
      const elsewhere: typeof fetch = async (input) => {
        fetched.push(String(input));
        return Response.json({ url: "http://evil.example/x", mime_type: "image/png" });
      };
      const plain = await place.platform.connect(
        place.settings,
        {
          ...host,
          fetch: async (input, init) =>
            String(input).includes("/77") ? await elsewhere(input) : await fetch(input, init),
        },
        { signal },
      );

      await expect(plain.fetchFile?.("77", { maxBytes: 10, signal })).rejects.toMatchObject({
        code: "PLATFORM_FILE_LOST",
      });
      expect(fetched).toEqual([`${server.root}/77`]);
      await plain.stop();
    });
  });

  describe("what goes out", () => {
    const named = (count: number, length = 5): NonNullable<OutboundMessage["buttons"]> => [
      Array.from({ length: count }, (_, index) => ({
        label: `${index}`.padEnd(length, "x"),
        data: `choice:${index}`,
      })),
    ];

    test.each([
      [3, 20, "button"],
      [3, 21, "list"],
      [4, 5, "list"],
      [10, 80, "list"],
      [11, 5, undefined],
    ])("%d buttons with labels of %d characters are sent as %s", async (count, length, type) => {
      const { server } = place;

      expect((await send(to(ada, "Which?", { buttons: named(count, length) }))).status).toBe("sent");

      const [sent] = server.sent;
      expect(sent?.message.interactive?.type).toBe(type);
      if (sent === undefined || type === undefined) return;
      expect(choicesOf(sent)).toHaveLength(count);
      await place.peer.press?.(sent.id, choicesOf(sent)[1]?.title ?? "");
      await host.until(({ presses }) => presses.length === 1);
      expect(host.presses[0]).toMatchObject({ data: "choice:1", messageId: sent.id });
    });

    test("what is no picture or sound of WhatsApp goes as a document, and above 100 MB not at all", async () => {
      const folder = mkdtempSync(join(tmpdir(), "hermes-whatsapp-"));
      const file = (name: string, bytes: number, mimeType: string, as: "image" | "voice" | "document") => {
        const path = join(folder, name);
        writeFileSync(path, "x");
        truncateSync(path, bytes);
        return { path, name, mimeType, as };
      };
      try {
        const outcomes = [];
        for (const [words, each] of [
          ["", file("a.gif", 10, "image/gif", "image")],
          ["", file("large.png", 5_000_001, "image/png", "image")],
          ["", file("a.ogg", 10, "audio/ogg", "voice")],
          ["words", file("b.ogg", 10, "audio/ogg", "voice")],
          ["", file("huge.bin", 100_000_001, "application/octet-stream", "document")],
        ] as const)
          outcomes.push((await send(to(ada, words, { file: each }))).status);

        expect(outcomes).toEqual(["sent", "sent", "sent", "sent", "failed"]);
        const types = place.server.sent.map(({ message }) => message.type);
        expect(types).toEqual(["document", "document", "audio", "document"]);
        expect(place.server.sent[2]?.message.audio?.voice).toBe(true);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    test.each([
      [190, 401, "failed", "unauthorised"],
      [10, 403, "failed", "forbidden"],
      [200, 403, "failed", "forbidden"],
      [368, 403, "failed", "forbidden"],
      [131_031, 403, "failed", "forbidden"],
      [131_030, 400, "failed", "forbidden"],
      [131_047, 400, "failed", "forbidden"],
      [131_026, 400, "failed", "no-such-chat"],
      [131_051, 400, "failed", "bad-content"],
      [100, 400, "failed", "bad-content"],
      [132_000, 400, "failed", "bad-content"],
      [130_429, 429, "retry", undefined],
      [131_056, 400, "retry", undefined],
      [80_007, 400, "retry", undefined],
      [131_000, 500, "uncertain", undefined],
    ])("the error %d (HTTP %d) ends as %s %s", async (code, status, ended, failure) => {
      place.server.faults.push({ kind: "error", code, status });

      const outcome = await send(to(ada, "hi"));

      expect(outcome.status).toBe(ended);
      expect(outcome.status === "failed" ? outcome.code : undefined).toBe(failure);
      expect(place.server.sent).toEqual([]);
    });

    test("a page of a proxy leaves a message uncertain, and no reason names the token", async () => {
      place.server.faults.push({ kind: "page", status: 502 });

      expect(await send(to(ada, "hi"))).toEqual({
        status: "uncertain",
        reason: "HTTP 502 without an answer of Meta",
      });
      expect(JSON.stringify([host.states, logged])).not.toContain(place.server.token);
    });

    test("a message whose answer got lost is found by the report that it was sent", async () => {
      const { server } = place;
      const [lost, other] = [to(ada, "there?"), to(ada, "never sent")];
      server.faults.push({ kind: "accept-then-drop" });
      expect((await send(lost)).status).toBe("uncertain");

      const found = await connection.lookUp?.(lost, { signal });

      expect(found).toEqual({ messageId: server.sent[0]?.id });
      expect(await connection.lookUp?.(other, { signal })).toBe("unknown");
    });

    test("a message that was accepted and could not be delivered is a warning with its reason", async () => {
      const errors = [{ code: 131_026, title: "Message undeliverable" }];
      place.server.status("wamid.9", ada, "failed", "k", errors);
      await place.server.settled();

      expect(JSON.stringify(logged)).toMatch(/could not deliver.*not on WhatsApp.*Message undeliverable/);
    });

    test("writing shows the last message as read, once in a while", async () => {
      const id = place.server.say(ada, text("hi"));
      await host.until(({ messages }) => messages.length === 1);

      await connection.typing?.({ platform: "whatsapp", chatId: ada });
      await connection.typing?.({ platform: "whatsapp", chatId: ada });

      expect(place.server.read).toEqual([{ id, isTyping: true }]);
    });
  });

  describe("the 24 hours", () => {
    async function aDayLater(more: object = {}): Promise<void> {
      place.server.say(ada, text("hi"));
      await host.until(({ messages }) => messages.length === 1);
      await connection.stop();
      now += day + 1_000;
      await connect(more);
    }

    test("after them a message fails with a reason, also after a restart, until the person writes again", async () => {
      await aDayLater();

      expect(await send(to(ada, "still there?"))).toMatchObject({
        status: "failed",
        code: "forbidden",
        reason: expect.stringContaining("more than 24 hours ago"),
      });
      expect(place.server.sent).toEqual([]);
      const wrote = { from: ada, id: "wamid.n", timestamp: String(Math.floor(now / 1_000)), ...text("yes") };
      place.server.post({ contacts: [], messages: [wrote] });
      await host.until(({ messages }) => messages.length === 1);
      expect((await send(to(ada, "welcome back"))).status).toBe("sent");
    });

    test("with a template a message goes as its parameter, in one line", async () => {
      await aDayLater({ template: "agent_message:en_US" });

      expect((await send(to(ada, `**News**\n\n${"long ".repeat(400)}\tend`))).status).toBe("sent");

      const [sent] = place.server.sent;
      expect(sent?.message.template).toMatchObject({ name: "agent_message", language: { code: "en_US" } });
      expect(sent === undefined ? "" : textOf(sent.message)).toMatch(/^News long long .*…$/);
    });

    test("somebody who never wrote is written to, and WhatsApp decides", async () => {
      place.server.refused.set("491701234567", 131_047);

      const outcome = await send(to("491701234567", "hello"));

      expect(outcome).toMatchObject({
        status: "failed",
        reason: expect.stringContaining("have to write first"),
      });
    });
  });

  test("a token that was revoked fails the check, and the account is subscribed once its id is known", async () => {
    await connect({ waba_id: place.server.account });
    expect(place.server.subscribed).toEqual([place.server.account]);

    Object.assign(place.server, { token: "another" });

    await expect(connection.check({ signal })).rejects.toMatchObject({ code: "PLATFORM_UNAUTHORISED" });
  });
});

test("without an app secret nothing is connected, and the hint says where it is", async () => {
  await using place = await openWhatsAppPlace();
  const { app_secret: _, ...settings } = place.settings;

  await expect(place.platform.connect(settings, createRecordingHost(), { signal })).rejects.toMatchObject({
    code: "PLATFORM_UNAUTHORISED",
    hint: expect.stringContaining("App secret"),
  });
});

test.each([
  ["https://graph.facebook.com", "https://graph.facebook.com/v24.0"],
  ["http://127.0.0.1:1/", "http://127.0.0.1:1/v24.0"],
  ["http://127.0.0.1:1/v20.0/", "http://127.0.0.1:1/v20.0"],
  ["", "https://graph.facebook.com/v24.0"],
])("the root %j is %j", (api_root, root) => {
  expect(whatsapp().settings.parse({ api_root }).api_root).toBe(root);
});
