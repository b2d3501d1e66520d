import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { gatewayPaths, readGatewayState } from "../src/index.ts";
import { freePort, newPerson, serve, waiting } from "./support.ts";

const secret = "a-secret-of-these-tests";
const message = JSON.stringify({
  ...{ type: "event_callback", object: "whatsapp_business_account", entry: [], update_id: 1 },
  event: { type: "message", channel: "D1", channel_type: "im", user: "U1", text: "forged", ts: "1.1" },
});

/** Of the vendors it is only asked who the bot is. */
async function openVendors(): Promise<string> {
  const known = { ok: true, user_id: "U0BOT", user: "hermes", id: "1", display_phone_number: "+1 555" };
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(known));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  // Bound to a host and a port, it is no pipe.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function hmac(body: string | Buffer, before = ""): string {
  return createHmac("sha256", secret).update(before).update(body).digest("hex");
}

test("of what is forged, damaged or tricked into another path nothing is taken, and /health answers meanwhile", async () => {
  const root = await openVendors();
  const person = newPerson({
    ...{ SLACK_BOT_TOKEN: "xoxb-test", SLACK_SIGNING_SECRET: secret, SLACK_API_ROOT: root },
    ...{ WHATSAPP_CLOUD_PHONE_NUMBER_ID: "1", WHATSAPP_CLOUD_ACCESS_TOKEN: "EAA" },
    ...{ WHATSAPP_CLOUD_APP_SECRET: secret, WHATSAPP_CLOUD_API_ROOT: root },
    ...{ WEBHOOK_ENABLED: "true", WEBHOOK_SECRET: secret },
  });
  person.configure(`gateway: { port: ${await freePort()} }`);
  const gateway = serve(person);
  for (const name of ["slack", "whatsapp", "webhook"]) await gateway.line(`${name}: ready`);
  const health = await vi.waitFor(async () => {
    const state = await readGatewayState(gatewayPaths(person.home).state);
    if (state?.healthUrl === undefined) throw new Error("not yet");
    return state.healthUrl;
  }, waiting);
  const { port, origin } = new URL(health);
  const raw = async (request: string | Buffer): Promise<string> => {
    const socket = connect({ port: Number(port), host: "127.0.0.1" });
    socket.on("error", () => undefined);
    // Ended on this side, it would not be answered.
    socket.setTimeout(4_000, () => socket.destroy()).write(request);
    return await text(socket).catch(() => "");
  };
  const now = Math.floor(Date.now() / 1_000);
  const post = (
    path: string,
    { body = message, headers = {}, method = "POST" }: Partial<Post> = {},
  ): Buffer =>
    Buffer.concat([
      Buffer.from(
        [
          ...[`${method} ${path} HTTP/1.1`, "host: 127.0.0.1", "connection: close"],
          ...Object.entries({ "content-length": String(Buffer.byteLength(body)), ...headers }).flatMap(
            ([name, value]) => [value].flat().map((each) => `${name}: ${each}`),
          ),
          "\r\n",
        ].join("\r\n"),
      ),
      Buffer.from(body),
    ]);
  const slack = {
    "x-slack-request-timestamp": String(now),
    "x-slack-signature": `v0=${hmac(message, `v0:${now}:`)}`,
  };
  const meta = { "x-hub-signature-256": `sha256=${hmac(message)}` };
  const own = { "x-webhook-signature": hmac(message) };
  const paths = [
    "/slack/events",
    "/slack/commands",
    "/slack/interactive",
    "/whatsapp/webhook",
    "/webhooks/default",
  ];
  const zipped = gzipSync(message);

  const forged: readonly (string | Buffer)[] = [
    ...paths.map((path) => post(path)),
    // Of another secret, of another body, twice, of another vendor.
    ...paths.map((path) => post(path, { headers: { ...slack, ...meta, ...own }, body: `${message} ` })),
    ...paths.map((path) =>
      post(path, { headers: { "x-slack-signature": "v0=", "x-hub-signature-256": "sha256=" } }),
    ),
    post("/slack/events", {
      headers: { ...slack, "x-slack-signature": [slack["x-slack-signature"], "v0=00"] },
    }),
    post("/slack/events", { headers: { ...slack, "x-slack-request-timestamp": [String(now), String(now)] } }),
    post("/slack/events", { headers: { ...slack, "x-slack-request-timestamp": "NaN" } }),
    post("/slack/events", { headers: meta }),
    post("/whatsapp/webhook", { headers: slack }),
    // Another way to write a path is another path, or none.
    ...[
      "/slack//events",
      "/slack/%65vents",
      "/slack/events/",
      "/slack%2fevents",
      "/slackx/events",
      "/slack/./events/..",
    ].map((path) => post(path, { headers: slack })),
    ...["/whatsapp/webhook/", "/whatsapp/webhook%00", "/whatsapp//webhook", "/webhook", "/whatsapp"].map(
      (path) => post(path, { headers: meta }),
    ),
    ...["/webhooks/..%2fdefault", "/webhooks/__proto__", "/webhooks/constructor"].map((path) =>
      post(path, { headers: own }),
    ),
    // Other methods.
    ...["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"].flatMap((method) => [
      post("/slack/events", { headers: slack, method }),
      post("/whatsapp/webhook", { headers: meta, method }),
      post("/webhooks/default", { headers: own, method }),
    ]),
    // Signed, but no JSON as it stands.
    post("/whatsapp/webhook", {
      body: zipped,
      headers: { "content-encoding": "gzip", "x-hub-signature-256": `sha256=${hmac(zipped)}` },
    }),
    post("/webhooks/default", {
      body: zipped,
      headers: { "content-encoding": "gzip", "x-webhook-signature": hmac(zipped) },
    }),
    // Lengths that lie, twice a length, both ways of a length, a length that is too long.
    post("/webhooks/default", { headers: { ...own, "content-length": "5" } }),
    post("/webhooks/default", { headers: { ...own, "content-length": ["1", "2"] } }),
    post("/webhooks/default", { headers: { ...own, "transfer-encoding": "chunked" } }),
    post("/webhooks/default", { headers: { ...own, "content-length": "5000000000" } }),
    post("/whatsapp/webhook", { body: "x".repeat(5_000_000), headers: { ...meta } }),
    `POST /webhooks/default HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n${`10000\r\n${"x".repeat(65_536)}\r\n`.repeat(20)}0\r\n\r\n`,
    // From a page on the web.
    post("/webhooks/default", { headers: { ...own, origin: "https://evil.example" } }),
    "\r\n\r\n\0\0\0",
    `GET http://evil.example/slack/events HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
  ];
  const answers = await Promise.all(forged.map(raw));
  const taken = answers.flatMap((answer, index) =>
    /^HTTP\/1.1 2/m.test(answer) ? [String(forged[index]).slice(0, 300)] : [],
  );
  expect(taken).toEqual([]);
  // Each is refused; who goes on writing what is too long may only see the end of the connection.
  const refused = answers.filter((answer) => /^HTTP\/1.1 [45]/.test(answer));
  expect(refused.length).toBeGreaterThanOrEqual(forged.length - 2);
  expect(answers.join("\n")).not.toContain(secret);
  expect((await fetch(health)).status).toBe(200);

  // The same, signed as it should be, is taken.
  expect(await raw(post("/slack/events", { headers: slack }))).toContain("HTTP/1.1 200");
  expect(await raw(post("/whatsapp/webhook", { headers: meta }))).toContain("HTTP/1.1 200");
  expect(
    (await fetch(`${origin}/webhooks/default`, { method: "POST", body: message, headers: own })).status,
  ).toBe(202);
});

interface Post {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly method: string;
}
