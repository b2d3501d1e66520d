import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { scripted } from "@hermes/agent-loop";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPageFolder } from "../src/index.ts";
import { serve, tokens } from "./support/serve.ts";
import type { Served } from "./support/serve.ts";

const script = `export const text = "${"x".repeat(2_000)}";`;
let root: string;
let served: Served;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "hermes-page-files-"));
  const page = join(root, "dist");
  await mkdir(join(page, "assets"), { recursive: true });
  await mkdir(join(page, "frame"));
  await writeFile(join(root, "secret.txt"), "what is hidden");
  await writeFile(join(page, "index.html"), "<!doctype html><title>Page</title>");
  await writeFile(join(page, "assets", "index-1a2b.js"), script);
  await writeFile(join(page, "assets", "dot-3c4d.png"), new Uint8Array([137, 80, 78, 71]));
  await writeFile(join(page, "assets", ".env"), "KEY=what is hidden");
  await writeFile(join(page, "frame", "canvas.html"), "<!doctype html>");
  await writeFile(join(page, "frame", "drawing.html"), "<!doctype html>");
  served = await serve(
    scripted(() => ({ text: "Yes." })),
    { page: openPageFolder(page) },
  );
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** As it goes over the wire: `fetch` would tidy the path, and unpack the body. */
async function raw(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { hostname, port } = new URL(served.url);
  const sent = httpRequest({ hostname, port, path, method, headers });
  sent.end();
  // What Node says of this event.
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk as Uint8Array));
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

test("the page is served without a token, with a policy that lets in nothing from elsewhere", async () => {
  const { status, headers, body } = await raw("/");

  expect(status).toBe(200);
  expect(body.toString()).toContain("<title>Page</title>");
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(headers["content-security-policy"]).toContain("script-src 'self';");
  expect(headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
  expect(headers["access-control-allow-origin"]).toBeUndefined();
});

test("a file whose name changes with its content is kept for good", async () => {
  const { headers } = await raw("/assets/index-1a2b.js");

  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
});

test("text is compressed for a client that takes it, and a picture is not", async () => {
  const plain = await raw("/assets/index-1a2b.js");
  const small = await raw("/assets/index-1a2b.js", { "accept-encoding": "br, gzip" });
  const picture = await raw("/assets/dot-3c4d.png", { "accept-encoding": "gzip" });

  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body.toString()).toBe(script);
  expect(small.headers["content-encoding"]).toBe("gzip");
  expect(small.headers["vary"]).toBe("accept-encoding");
  expect(small.body.length).toBeLessThan(script.length / 10);
  expect(gunzipSync(small.body).toString()).toBe(script);
  expect(picture.headers["content-encoding"]).toBeUndefined();
});

test("HEAD says what GET would, without a body", async () => {
  const { status, headers, body } = await raw("/assets/index-1a2b.js", {}, "HEAD");

  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(body).toHaveLength(0);
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
  "/assets/..\\..\\secret.txt",
  "/assets/..%5c..%5csecret.txt",
  "//secret.txt",
  "/assets/.env",
  "/assets",
  "/assets/",
  "/assets/index-1a2b.js/",
  "/assets/index-1a2b.js%00",
])("%s leads to no file", async (path) => {
  const without = await raw(path);
  const withToken = await raw(path, { authorization: `Bearer ${tokens.owner}` });

  expect(without.status).toBe(401);
  expect(withToken.status).toBe(404);
  expect(without.body.toString() + withToken.body.toString()).not.toContain("what is hidden");
  expect(without.headers["access-control-allow-origin"]).toBeUndefined();
});

test("a file is only read, whatever is asked of it", async () => {
  expect((await raw("/assets/index-1a2b.js", {}, "POST")).status).toBe(401);
  expect((await raw("/", { authorization: `Bearer ${tokens.owner}` }, "DELETE")).status).toBe(404);
});

test("a sandboxed frame, whose origin is null, loads assets and nothing else", async () => {
  const asset = await raw("/assets/index-1a2b.js", { origin: "null" });
  const head = await raw("/assets/index-1a2b.js", { origin: "null" }, "HEAD");

  expect(asset.status).toBe(200);
  expect(head.status).toBe(200);
  expect(asset.headers["access-control-allow-origin"]).toBe("*");
  expect(asset.headers["access-control-allow-credentials"]).toBeUndefined();
  expect(asset.headers["cross-origin-resource-policy"]).toBe("cross-origin");
  for (const path of ["/", "/health", "/api/whoami", "/frame/canvas.html", "/openapi.json"])
    expect((await raw(path, { origin: "null", authorization: `Bearer ${tokens.owner}` })).status).toBe(403);
  expect((await raw("/assets/index-1a2b.js", { origin: "null" }, "POST")).status).toBe(403);
});

test("a page elsewhere is refused the assets too, and so is another name for this host", async () => {
  expect((await raw("/assets/index-1a2b.js", { origin: "https://evil.example" })).status).toBe(403);
  expect((await raw("/assets/index-1a2b.js", { origin: "null", host: "evil.example" })).status).toBe(421);
});

test("the canvas is a sandbox of another origin that may connect to nothing", async () => {
  const { headers } = await raw("/frame/canvas.html");

  const directives = String(headers["content-security-policy"]).split("; ");
  expect(directives).toContain("sandbox allow-scripts");
  expect(directives).toContain("default-src 'none'");
  expect(directives.filter((each) => /https?:|\*|'self'|connect-src|frame-src/.test(each))).toEqual([
    "frame-ancestors 'self'",
  ]);
  expect(headers["connection-allowlist"]).toBe("()");
  expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
  expect(headers["x-dns-prefetch-control"]).toBe("off");
});

test("the frame that draws runs scripts of this server alone", async () => {
  const { headers } = await raw("/frame/drawing.html");

  const directives = String(headers["content-security-policy"]).split("; ");
  expect(directives).toContain("sandbox allow-scripts");
  expect(directives).toContain("script-src 'self'");
  expect(headers["connection-allowlist"]).toBe("(response-origin)");
});
