import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRecordingHost, type RecordingHost } from "../../../src/testing/index.ts";
import { ada, openWhatsAppPlace, type WhatsAppPlace } from "./whatsapp-place.ts";
import type { WhatsAppServer } from "./whatsapp-server.ts";

const text = (body: string): object => ({ type: "text", text: { body } });

interface Opened extends WhatsAppPlace {
  readonly host: RecordingHost;
  /** The errors. */
  readonly logged: readonly string[];
}

async function opened(): Promise<Opened> {
  const place = await openWhatsAppPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const logged: string[] = [];
  const host: RecordingHost = {
    ...createRecordingHost(),
    log: (level, message) => void (level === "error" && logged.push(message)),
  };
  const { signal } = new AbortController();
  const connection = await place.platform.connect(place.settings, host, { signal });
  onTestFinished(() => connection.stop());
  return { ...place, host, logged };
}

describe("the webhook of WhatsApp", () => {
  test("the handshake echoes the challenge for the verify token alone", async () => {
    const { server, platform, settings } = await opened();
    const next = platform.setup?.next?.(settings, "https://example.org").join("\n") ?? "";
    const token = /Verify token: (\S+)/.exec(next)?.[1] ?? "";
    const greet = async (mode: string, given: string): Promise<Response> =>
      await fetch(`${server.callback}?hub.mode=${mode}&hub.verify_token=${given}&hub.challenge=1158201444`);

    const right = await greet("subscribe", token);

    expect([right.status, await right.text()]).toEqual([200, "1158201444"]);
    expect(right.headers.get("content-type")).toMatch(/^text\/plain/);
    expect((await greet("subscribe", "wrong")).status).toBe(403);
    expect((await greet("unsubscribe", token)).status).toBe(403);
    expect((await fetch(server.callback, { method: "PUT", body: "" })).status).toBe(405);
    expect((await fetch(`${server.callback}/more`)).status).toBe(404);
    expect(next).toContain("https://example.org/whatsapp/webhook");
  });

  test.each([
    ["without a signature", () => ({})],
    [
      "with the signature of another secret",
      (body: string, server: WhatsAppServer) => server.signed(body, "wrong"),
    ],
    ["with the signature of another body", (_: string, server: WhatsAppServer) => server.signed("{}")],
    ["with a signature of another kind", () => ({ "x-hub-signature-256": "sha1=00" })],
  ])("a post %s is refused, and nothing is handed over", async (_, headers) => {
    const { server, host } = await opened();
    const message = { from: ada, id: "wamid.forged", timestamp: "1700000000", ...text("let me in") };
    const body = JSON.stringify(server.webhook({ contacts: [], messages: [message] }));

    expect(await server.postRaw(body, headers(body, server))).toBe(401);
    expect(host.messages).toEqual([]);
  });

  test("the same body twice is one message, and one that was not kept is answered with 500", async () => {
    const { server, host } = await opened();
    const message = { from: ada, id: "wamid.1", timestamp: "1700000000", ...text("once") };
    const body = JSON.stringify(server.webhook({ contacts: [], messages: [message] }));
    host.refuse(1);

    const answers = [await server.postRaw(body), await server.postRaw(body), await server.postRaw(body)];

    expect(answers).toEqual([500, 200, 200]);
    expect(host.messages.map(({ messageId }) => messageId)).toEqual(["wamid.1"]);
  });

  test("several messages of one webhook come in the order of their times, those of other numbers not at all", async () => {
    const { server, host } = await opened();
    const said = (id: string, timestamp: string): object => ({ from: ada, id, timestamp, ...text(id) });
    const other = { display_phone_number: "1", phone_number_id: "999" };
    const values = [
      { contacts: [], messages: [said("b", "1700000002"), said("c", "1700000003")] },
      { metadata: other, messages: [said("x", "1700000000")] },
      { contacts: [], messages: [{ type: "text" }, said("a", "1700000001")], statuses: [{}] },
    ];

    expect(await server.postRaw(JSON.stringify(server.webhook(...values)))).toBe(200);

    expect(host.messages.map(({ messageId }) => messageId)).toEqual(["a", "b", "c"]);
  });

  test("whatever is signed is answered with 200 or 400, and never throws", async () => {
    const { server, logged } = await opened();
    const base = { from: ada, id: "wamid.f", timestamp: "1700000000", type: "text" };
    const junk = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(fc.jsonValue()).map((messages) => JSON.stringify(server.webhook({ messages }))),
      fc
        .dictionary(fc.constantFrom(...partNames), fc.jsonValue())
        .map((parts) => JSON.stringify(server.webhook({ messages: [{ ...base, ...parts }] }))),
      fc
        .dictionary(fc.constantFrom("contacts", "messages", "statuses", "metadata"), fc.jsonValue())
        .map((parts) => JSON.stringify(server.webhook(parts))),
    );

    await fc.assert(
      fc.asyncProperty(junk, async (body) => {
        expect([200, 400]).toContain(await server.postRaw(body));
      }),
      { numRuns: 100 },
    );
    expect(logged).toEqual([]);
  });
});

const partNames = [
  "text",
  "image",
  "interactive",
  "contacts",
  "location",
  "context",
  "timestamp",
  "type",
  "from",
];
