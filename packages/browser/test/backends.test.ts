import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findChromium } from "../src/index.ts";
import type { BrowserEgress } from "../src/index.ts";
import { BrowserPlace, refOf } from "./support/browser-place.ts";
import { serveBrowserbase } from "./support/fake-browserbase.ts";
import { egressFor } from "./support/test-egress.ts";
import { page, redirect, serve } from "./support/web-server.ts";
import type { WebServer } from "./support/web-server.ts";

interface Endpoint {
  readonly http: string;
  readonly ws: string;
  /** Ids of its tabs now, whoever has opened them. */
  tabs(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

let site: WebServer;
let canary: WebServer;
/** A browser that somebody else has started, as a person or a provider would. */
let endpoint: Endpoint | undefined;

beforeEach((context) => needs(context, "chromium"));
beforeAll(async () => {
  canary = await serve({ "/secret": page("<h1>secret</h1>") });
  site = await serve({
    "/": page("<h1>Home</h1><a href='/to-canary'>away</a>", "Home"),
    "/to-canary": redirect(`${canary.url}/secret`),
    "/login": (_request, response) => {
      response.setHeader("set-cookie", "login=person");
      response.setHeader("content-type", "text/html");
      response.end(page("<script>fetch('/logged-in')</script>"));
    },
    "/who": (request, response) => void response.end(page(`cookie: ${request.headers.cookie ?? "none"}`)),
    "/image": page(
      `<h1>Image</h1><img src="${canary.url}/i"><script>new WebSocket("${canary.url.replace("http", "ws")}/ws"); navigator.serviceWorker.register("/service.js").catch(() => {})</script>`,
      "Image",
    ),
    "/service.js": `fetch("${canary.url}/sw", { mode: "no-cors" }).catch(() => {})`,
    "/file": (_request, response) =>
      void response.writeHead(200, { "content-disposition": "attachment; filename=a.txt" }).end("hello"),
  });
  const found = await findChromium({ env: process.env });
  // Without one each test says that it needs it.
  if ("path" in found) endpoint = await startChromium(found.path);
});
afterAll(async () => {
  await endpoint?.stop();
  await site[Symbol.asyncDispose]();
  await canary[Symbol.asyncDispose]();
});

async function startChromium(path: string): Promise<Endpoint> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-endpoint-"));
  const program = spawn(
    path,
    ["--headless", "--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  for await (const chunk of program.stderr) {
    said += String(chunk);
    if (/DevTools listening on \S+\n/.test(said)) break;
  }
  const ws = /DevTools listening on (ws:\S+)/.exec(said)?.[1] ?? "";
  const http = `http://${new URL(ws).host}`;
  return {
    ws,
    http,
    async tabs() {
      const response = await fetch(`${http}/json/list`);
      const targets = (await response.json()) as readonly { readonly type: string; readonly id: string }[];
      return targets.flatMap(({ type, id }) => (type === "page" ? [id] : [])).toSorted();
    },
    async stop() {
      program.kill();
      await once(program, "exit");
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/** As for a browser elsewhere: it has no proxy of ours. */
function withoutProxy(allow: () => readonly string[]): BrowserEgress {
  return {
    ...egressFor(allow),
    openProxy: async () => await Promise.reject(new Error("no proxy reaches that far")),
  };
}

test("a browser at a CDP endpoint gets a context of our own behind our proxy, and goes on when we are done", async () => {
  const place = new BrowserPlace({
    backend: "cdp",
    cdpUrl: endpoint?.http ?? "",
    egress: egressFor(() => [site.host]),
  });
  const opened = await place.call("navigate", { url: `${site.url}/` });
  const away = await place.call("click", { ref: refOf(opened, "away") });
  const image = await place.call("navigate", { url: `${site.url}/image` });
  const file = await place.call("navigate", { url: `${site.url}/file` });
  await place[Symbol.asyncDispose]();
  const alive = await fetch(`${endpoint?.http}/json/version`);

  expect(opened.value["title"]).toBe("Home");
  expect(away.value["problem"]).toContain("network.allow_private");
  expect(image.value["title"]).toBe("Image");
  expect(file.text).toContain("a.txt");
  expect(canary.connections()).toBe(0);
  expect(alive.ok).toBe(true);
});

test("the person's own browser is used with its logins, its tabs are neither seen nor closed", async () => {
  const place = new BrowserPlace({ backend: "cdp", cdpUrl: endpoint?.http ?? "", personal: true });
  // Tabs of the tests before may still be closing.
  await expect.poll(() => endpoint?.tabs()).toHaveLength(1);
  await fetch(`${endpoint?.http}/json/new?${site.url}/login`, { method: "PUT" });
  await expect.poll(() => endpoint?.tabs()).toHaveLength(2);
  await expect.poll(() => site.requests).toContain("GET /logged-in");
  const ofPerson = await endpoint?.tabs();
  const { text } = await place.call("navigate", { url: `${site.url}/who` });
  const tabs = (await place.browsers.session("task")).tabs();
  const during = await endpoint?.tabs();
  await place[Symbol.asyncDispose]();

  expect(text).toContain("cookie: login=person");
  expect(tabs).toMatchObject([{ url: `${site.url}/who` }]);
  expect(during).toHaveLength(3);
  await expect.poll(() => endpoint?.tabs()).toEqual(ofPerson);
});

test("an endpoint that does not answer is said without its token", async () => {
  await using place = new BrowserPlace({
    backend: "cdp",
    cdpUrl: "ws://127.0.0.1:9/devtools?token=very-secret",
  });

  const { value, text } = await place.call("navigate", { url: `${site.url}/` });

  expect(value["error"]).toContain("No connection to the browser at 127.0.0.1:9");
  expect(text).not.toContain("very-secret");
});

test("Browserbase: sessions of one program share one cloud session, which is ended", async () => {
  await using cloud = await serveBrowserbase(() => endpoint?.ws ?? "");
  const browserbase = { apiKey: "bb-key", projectId: "project", apiUrl: cloud.apiUrl };
  const place = new BrowserPlace({ backend: "browserbase", browserbase });

  const all = await Promise.all(
    ["a", "b", "c"].map(async (taskId) => await place.call("navigate", { url: `${site.url}/` }, { taskId })),
  );
  const wereOpen = cloud.open.size;
  await place[Symbol.asyncDispose]();

  expect(all.every(({ value }) => value["title"] === "Home")).toBe(true);
  expect(wereOpen).toBe(1);
  expect(cloud.open.size).toBe(0);
  expect(cloud.calls).toEqual([
    'POST /v1/sessions bb-key {"projectId":"project"}',
    'POST /v1/sessions/session-1 bb-key {"projectId":"project","status":"REQUEST_RELEASE"}',
  ]);
});

test("Browserbase: a session that can't be connected to is ended, too, and a refusal is said", async () => {
  await using cloud = await serveBrowserbase(() => "ws://127.0.0.1:9/nothing");
  await using full = await serveBrowserbase(() => "", 429);
  const options = { apiKey: "bb-key", projectId: "project" };
  await using broken = new BrowserPlace({
    backend: "browserbase",
    browserbase: { ...options, apiUrl: cloud.apiUrl },
  });
  await using refused = new BrowserPlace({
    backend: "browserbase",
    browserbase: { ...options, apiUrl: full.apiUrl },
  });

  const first = await broken.call("navigate", { url: `${site.url}/` });
  const second = await refused.call("navigate", { url: `${site.url}/` });

  expect(first.value["error"]).toContain("No connection");
  expect(cloud.open.size).toBe(0);
  expect(second.value["error"]).toContain("status 429");
  expect([first.text, second.text].join()).not.toContain("bb-key");
});

test("where no proxy reaches, every request is checked, and a refused redirect leaves nothing of its page", async () => {
  await using cloud = await serveBrowserbase(() => endpoint?.ws ?? "");
  const browserbase = { apiKey: "bb-key", projectId: "project", apiUrl: cloud.apiUrl };
  await using place = new BrowserPlace({
    backend: "browserbase",
    browserbase,
    egress: withoutProxy(() => [site.host]),
  });

  const before = canary.requests.length;
  const image = await place.call("navigate", { url: `${site.url}/image` });
  const seenByImage = canary.requests.slice(before);
  const led = await place.call("navigate", { url: `${site.url}/to-canary` });
  const after = await place.call("snapshot");

  expect(image.value["title"]).toBe("Image");
  expect(seenByImage).toEqual([]);
  expect(led.text).not.toContain('secret\\"');
  expect(led.value["snapshot"] ?? "").not.toContain("secret");
  expect(led.text).toContain("127.0.0.1");
  expect(after.text).not.toContain('heading \\"secret');
});

test("auto takes the next backend where one fails, and says so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-broken-"));
  const broken = join(folder, "chromium");
  writeFileSync(broken, "#!/bin/sh\nexit 1\n");
  chmodSync(broken, 0o755);
  await using place = new BrowserPlace({ backend: "auto", executable: broken, cdpUrl: endpoint?.http ?? "" });

  const { value } = await place.call("navigate", { url: `${site.url}/` });

  expect(value["title"]).toBe("Home");
  expect(place.browsers.status()).toMatchObject({
    running: "cdp",
    notes: [expect.stringContaining("did not start")],
  });
  rmSync(folder, { recursive: true });
});

test("without any browser the tools say in one line how to install one and how large it is", async () => {
  await using place = new BrowserPlace({ backend: "auto", env: { PATH: "/nowhere" } });

  const [report] = await place.registry.toolsets();
  const { value } = await place.call("navigate", { url: `${site.url}/` });

  expect(report).toMatchObject({ name: "browser", available: false });
  expect(report?.unavailable[0]?.reason).toMatch(/No Chromium.*install.*MB/);
  expect(value["error"]).toMatch(/^No Chromium.*MB\).*$/);
});

test("a browser is found by the setting, on the PATH, in the places of the system, and in Playwright's cache", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-find-"));
  const put = (...parts: readonly string[]): string => {
    const path = join(folder, ...parts);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
    chmodSync(path, 0o755);
    return path;
  };
  const chrome = put("bin", "google-chrome");
  const chromium = put("sbin", "chromium");
  const mac = put("Applications", "Google Chrome.app", "Contents", "MacOS", "Google Chrome");
  const windows = put("local", "Google", "Chrome", "Application", "chrome.exe");
  put("cache", "chromium-1100", "chrome-linux", "chrome");
  const cached = put("cache", "chromium-1200", "chrome-linux64", "chrome");
  put("cache", "chromium_headless_shell-1300", "chrome-linux", "headless_shell");
  const PATH = [join(folder, "bin"), join(folder, "sbin")].join(delimiter);

  const found = await Promise.all([
    findChromium({ env: { PATH }, executable: chrome }),
    findChromium({ env: { PATH } }),
    findChromium({ env: { HOME: folder }, platform: "darwin" }),
    findChromium({ env: { LOCALAPPDATA: join(folder, "local") }, platform: "win32" }),
    findChromium({ env: { PLAYWRIGHT_BROWSERS_PATH: join(folder, "cache") }, platform: "linux" }),
  ]);
  const missing = await findChromium({ env: { PATH }, executable: join(folder, "none") });

  expect(found).toEqual([chrome, chromium, mac, windows, cached].map((path) => ({ path })));
  expect(missing).toEqual({ missing: expect.stringContaining(join(folder, "none")) });
  rmSync(folder, { recursive: true });
});
