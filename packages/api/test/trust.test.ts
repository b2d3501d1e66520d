import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect as connectTcp } from "node:net";
import { scripted } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { serve, tokens } from "./support/serve.ts";
import type { Served } from "./support/serve.ts";

const answers = () => ({ text: "Yes." });

/** A request whose headers `fetch` would not send. */
async function raw(
  { url }: Pick<Served, "url">,
  path: string,
  {
    method = "GET",
    headers = {},
    body = "",
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const sent = httpRequest(`${url}${path}`, { method, headers });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

const bearer = { authorization: `Bearer ${tokens.owner}` };

test("without a token there is nothing but health, on loopback too", async () => {
  await using served = await serve(scripted(answers));

  const health = await fetch(`${served.url}/health`);
  const models = await fetch(`${served.url}/v1/models`);
  const sessions = await fetch(`${served.url}/api/sessions`);

  expect(await health.json()).toEqual({ status: "ok" });
  expect(models.status).toBe(401);
  expect(await models.json()).toEqual({
    error: { message: expect.any(String), type: "authentication_error", param: null, code: "api_no_token" },
  });
  expect(sessions.status).toBe(401);
  expect(await sessions.json()).toMatchObject({ error: { code: "API_NO_TOKEN" } });
});

test.each([
  ["another token", "Bearer wrong-token-0123456789"],
  ["a part of the token", `Bearer ${tokens.owner.slice(0, -1)}`],
  ["the token and more", `Bearer ${tokens.owner}x`],
  ["another scheme", `Basic ${tokens.owner}`],
  ["no token", "Bearer "],
])("%s is refused", async (_, authorization) => {
  await using served = await serve(scripted(answers));

  expect((await fetch(`${served.url}/api/sessions`, { headers: { authorization } })).status).toBe(401);
});

test.each([
  "evil.example",
  "evil.example:80",
  "127.0.0.1.evil.example",
  "localhost@evil.example",
  "a b",
  "0.0.0.0",
])("a request for the host %s is refused, whatever token it carries (DNS rebinding)", async (host) => {
  await using served = await serve(scripted(answers));

  expect((await raw(served, "/api/sessions", { headers: { ...bearer, host } })).status).toBe(421);
  expect((await raw(served, "/health", { headers: { host } })).status).toBe(421);
});

test("the token may also come as x-api-key", async () => {
  await using served = await serve(scripted(answers));
  const statusOf = async (key: string): Promise<number> =>
    (await fetch(`${served.url}/api/whoami`, { headers: { "x-api-key": key } })).status;

  expect(await statusOf(tokens.owner)).toBe(200);
  expect(await statusOf("wrong-token-0123456789")).toBe(401);
});

test("a host that is named is let in", async () => {
  await using served = await serve(scripted(answers), { allowedHosts: ["home.example"] });

  const there = await raw(served, "/api/sessions", { headers: { ...bearer, host: "home.example:8080" } });
  expect(there.status).toBe(200);
});

test.each(["https://evil.example", "http://localhost:1", "null", "http://127.0.0.1.evil.example", "file://"])(
  "a page of the origin %s can't send requests, whatever they carry",
  async (origin) => {
    await using served = await serve(scripted(answers));
    const link = await raw(served, served.api.createLink());
    const cookie = String((link.headers["set-cookie"] as string[])[0]).split(";")[0] ?? "";

    for (const headers of [bearer, { cookie }] as Record<string, string>[])
      for (const method of ["GET", "POST"])
        expect((await raw(served, "/api/runs", { method, headers: { ...headers, origin } })).status).toBe(
          403,
        );
    const ws = new WebSocket(`${served.url.replace("http", "ws")}/ws`, { origin, headers: { cookie } });
    const [error] = (await once(ws, "error")) as [Error];
    expect(error.message).toContain("403");
  },
);

test("a page of an origin that is named gets CORS headers, and no other", async () => {
  await using served = await serve(scripted(answers), { origins: ["https://app.example"] });

  const before = await fetch(`${served.url}/api/runs`, {
    method: "OPTIONS",
    headers: { origin: "https://app.example", "access-control-request-method": "POST" },
  });
  const answered = await served.get("/api/runs", { headers: { origin: "https://app.example" } });

  expect(before.status).toBe(204);
  expect(answered.headers.get("access-control-allow-origin")).toBe("https://app.example");
  expect((await served.get("/api/runs")).headers.get("access-control-allow-origin")).toBeNull();
});

test("a link lets one browser in, once, with a cookie that scripts and other sites can't use", async () => {
  await using served = await serve(scripted(answers));
  const path = served.api.createLink();

  const [first, second] = [await raw(served, path), await raw(served, path)];
  const set = String((first.headers["set-cookie"] as string[])[0]);
  const [cookie = ""] = set.split(";");
  const page = await raw(served, "/", { headers: { cookie } });
  const silent = await raw(served, "/api/sessions/x/stop", { method: "POST", headers: { cookie } });
  const own = await raw(served, "/api/sessions/x/stop", {
    method: "POST",
    headers: { cookie, origin: served.url },
  });

  expect(first.status).toBe(303);
  expect(set).toContain("HttpOnly; SameSite=Strict");
  expect(second.status).toBe(403);
  expect(page.status).toBe(200);
  expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  // A form of a page elsewhere sends the cookie of an older browser, and no word of where it comes from.
  expect(silent.status).toBe(403);
  // There is no such session, but whoever asks may ask.
  expect(own.status).toBe(404);
  expect((await raw(served, "/link/AAAAAAAAAAAAAAAAAAAAAA")).status).toBe(403);
  expect((await raw(served, "/link/..%2f..%2fetc")).status).not.toBe(303);
});

test("a link is too old after ten minutes", async () => {
  let now = 1_000_000;
  await using served = await serve(scripted(answers), { now: () => now });
  const path = served.api.createLink();

  now += 10 * 60_000;

  expect((await raw(served, path)).status).toBe(403);
});

test("a cookie outlives the server that gave it, and not the token in whose name it was given", async () => {
  let now = 1_000_000;
  const cookieKey = new Uint8Array(32).fill(7);
  const first = await serve(scripted(answers), { cookieKey, now: () => now });
  const set = String(((await raw(first, first.api.createLink())).headers["set-cookie"] as string[])[0]);
  const [cookie = ""] = set.split(";");
  await first[Symbol.asyncDispose]();
  const others = { owner: "another-token-0123456789", added: "added-token-0123456789" };
  const statusFor = async (options: Parameters<typeof serve>[1], headers = { cookie }): Promise<number> => {
    await using later = await serve(scripted(answers), { cookieKey, now: () => now, ...options });
    return (await raw(later, "/api/whoami", { headers })).status;
  };
  const me = { name: "me", role: "owner", token: tokens.owner } as const;

  expect(await statusFor({})).toBe(200);
  expect(await statusFor({ tokens: [me, { name: "new", role: "user", token: others.added }] })).toBe(200);
  expect(await statusFor({ tokens: [{ ...me, token: others.owner }] })).toBe(401);
  expect(await statusFor({ tokens: [{ ...me, name: "you" }] })).toBe(401);
  expect(await statusFor({ cookieKey: new Uint8Array(32).fill(8) })).toBe(401);
  // Whose it is and until when is signed: neither can be written anew.
  for (const forged of [
    cookie.replace("=me.", "=anna."),
    cookie.replace(/(=me\.)[0-9a-z]+/, "$1zzzzzzzzz"),
    `${cookie}x`,
    cookie.slice(0, -1),
  ])
    expect([forged, await statusFor({}, { cookie: forged })]).toEqual([forged, 401]);
  now += 31 * 24 * 60 * 60_000;
  expect(await statusFor({})).toBe(401);
});

test("every answer has the security headers, refusals too", async () => {
  await using served = await serve(scripted(answers));

  for (const path of ["/health", "/api/sessions", "/nothing", "/v1/models"])
    for (const headers of [{}, bearer]) {
      const got = await raw(served, path, { headers });
      expect(got.headers["x-content-type-options"]).toBe("nosniff");
      expect(got.headers["referrer-policy"]).toBe("no-referrer");
      expect(got.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    }
});

test.each([
  "/api/sessions/..%2f..%2fetc%2fpasswd",
  "/api/sessions/%2e%2e",
  "/api/../../etc/passwd",
  "/api/skills/..%2f..%2fid_rsa",
  "/api/skills/%00",
  "/api/settings/..%2fauth.json",
  "/api/jobs/..%5cwindows",
  "//evil.example/api/sessions",
  "/api/sessions/%E0%A4%A",
  "/.git/config",
])("the path %s leads nowhere", async (path) => {
  await using served = await serve(scripted(answers));

  const got = await raw(served, path, { headers: bearer });

  expect([400, 404]).toContain(got.status);
  expect(served.errors).toEqual([]);
});

test("headers of a client never become headers of an answer", async () => {
  await using served = await serve(scripted(answers));

  const got = await served.post(
    "/v1/chat/completions",
    { messages: [{ role: "user", content: "Hello" }] },
    { headers: { "x-hermes-session-id": "a%0d%0aset-cookie:x=1" } },
  );

  expect(got.status).toBe(400);
  expect(got.headers.get("set-cookie")).toBeNull();
});

test("a body beyond the limit is refused, whether it says its length or not", async () => {
  await using served = await serve(scripted(answers), { limits: { maxBodyBytes: 10_000 } });
  const body = JSON.stringify({ input: "x".repeat(20_000) });
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode("x".repeat(5_000)));
    },
  });

  const told = await served.post("/api/runs", JSON.parse(body));
  const untold = await served.get("/api/runs", {
    method: "POST",
    body: stream,
    headers: { "content-type": "application/json" },
    duplex: "half",
  } as RequestInit);

  expect(told.status).toBe(413);
  expect(untold.status).toBe(413);
});

test("what a form can send is no request", async () => {
  await using served = await serve(scripted(answers));

  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
    expect(
      (await served.post("/api/runs", { input: "Hi" }, { headers: { "content-type": type } })).status,
    ).toBe(415);
});

test("beyond the rate a token waits, and others do not", async () => {
  let now = 0;
  await using served = await serve(scripted(answers), { limits: { requestsPerMinute: 5 }, now: () => now });

  for (let count = 0; count < 5; count++) expect((await served.get("/api/whoami")).status).toBe(200);
  const refused = await served.get("/api/whoami");
  const other = await served.get("/api/whoami", { as: "user" });
  for (let count = 0; count < 5; count++) await fetch(`${served.url}/api/whoami`);
  const stranger = await fetch(`${served.url}/api/whoami`);
  now += 12_000;
  const later = await served.get("/api/whoami");

  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBe(12);
  expect(other.status).toBe(200);
  expect(stranger.status).toBe(429);
  expect(later.status).toBe(200);
});

test("the inside of a failure stays inside, and the program is told", async () => {
  const broken = { list: () => Promise.reject(new Error("/home/me/secret.db is broken")) };
  await using served = await serve(scripted(answers), { home: { models: broken } });

  for (const path of ["/api/models", "/v1/models"]) {
    const got = await served.get(path);
    const text = await got.text();
    expect(got.status).toBe(500);
    expect(text).not.toContain("secret");
    expect(text).toMatch(/api_failed/i);
  }
  expect(served.errors).toHaveLength(2);
});

test("a client that sends its request bit by bit keeps nobody else waiting", async () => {
  await using served = await serve(scripted(answers));
  const { port } = new URL(served.url);
  const slow = Array.from({ length: 50 }, () => connectTcp(Number(port), "127.0.0.1"));
  for (const socket of slow) {
    socket.on("error", () => undefined);
    socket.write(
      `POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1\r\n${"authorization"}: Bearer ${tokens.owner}\r\n`,
    );
    socket.write("Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
  }

  expect((await served.get("/api/whoami")).status).toBe(200);
  for (const socket of slow) socket.destroy();
});

test.each([
  ["no token", []],
  ["a token that has too few characters", [{ name: "me", role: "owner", token: "short" }]],
  ["two of one name", [tokenOf("me"), tokenOf("me")]],
  ["a name that no header can have", [tokenOf("a\r\nb")]],
] as const)("%s is an error before anything is served", async (_, given) => {
  await expect(serve(scripted(answers), { tokens: given } as never)).rejects.toMatchObject({
    code: "API_OPTION_INVALID",
  });
});

function tokenOf(name: string) {
  return { name, role: "owner", token: "0123456789abcdef" } as const;
}
