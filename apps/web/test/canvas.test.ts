import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { chromium } from "playwright-core";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attackPage, canvasAttacks } from "./support/canvas-attacks.ts";
import type { Attacks } from "./support/canvas-attacks.ts";
import { openDocument, serveMarkdown } from "./support/markdown-home.ts";
import { accessibilityProblems, openPage, picture, widths } from "./support/open-page.ts";
import type { ServedHome } from "./support/served-home.ts";

/** What shows that the attacks are some, and what is left in another browser, takes half a minute. */
const isLong = process.env["HERMES_TEST_LONG"] === "1";

beforeEach((context) => needs(context, "chromium"));

let served: ServedHome;
beforeAll(async () => {
  served = await serveMarkdown();
});
afterAll(async () => await served[Symbol.asyncDispose]());

const html = (body: string): { title: string; kind: string; text: string } => ({
  ...{ title: "A page", kind: "html" },
  text: `<!doctype html><h1>Nothing ran</h1>${body}`,
});
const frameOf = (page: Page): ReturnType<Page["frameLocator"]> => page.frameLocator(".canvas iframe");

/** A profile as people have one: in others, Chromium connects to nothing ahead of time. */
async function profile(
  flags: readonly string[] = [],
): Promise<AsyncDisposable & { readonly context: BrowserContext }> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-canvas-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), ...flags],
    ignoreDefaultArgs: ["--disable-background-networking"],
  });
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface MoreAttacks {
  /** For the document that stays. */
  readonly extra?: string | undefined;
  /** Where others lead themselves. */
  readonly away?: readonly string[] | undefined;
}

/** Opens each of the documents in the canvas, and waits until they had time. */
async function attack(
  context: BrowserContext,
  attacks: Attacks,
  { extra = "", away = [] }: MoreAttacks = {},
): Promise<void> {
  const open = async (text: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${served.url}${served.api.createLink()}`);
    await page.locator("#main").waitFor();
    await openDocument(page, { title: "x", kind: "html", text });
    return page;
  };
  const staying = await open(attackPage(attacks.quiet) + extra);
  await frameOf(staying).getByText("Time is up").waitFor();
  const led = away.map((url) => `<!doctype html><script>location = ${JSON.stringify(url)}</script>`);
  for (const text of [...attacks.leaving.map((each) => attackPage([each])), ...led]) {
    const page = await open(text);
    // Some are led to an error page of the browser: there is nothing to wait for but time.
    await page.waitForTimeout(500);
    expect(page.url()).toBe(`${served.url}/`);
    expect(context.pages()).toHaveLength(3);
    await page.close();
  }
}

test.runIf(isLong)("each of the attacks gets out of an ordinary page", async () => {
  await using attacks = await canvasAttacks();
  await using opened = await profile(["--disable-popup-blocking"]);
  const pages = [attackPage(attacks.quiet), ...attacks.leaving.map((each) => attackPage([each]))];
  const site = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(pages[Number(request.url?.slice(1))] ?? "");
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  // Bound to a port, it is no pipe.
  const { port } = site.address() as AddressInfo;

  for (const index of pages.keys()) {
    const page = await opened.context.newPage();
    await page.goto(`http://127.0.0.1:${port}/${index}`, { waitUntil: "commit" }).catch(() => undefined);
  }

  const all = [...attacks.quiet, ...attacks.leaving].map(({ name }) => name);
  await expect
    .poll(() => all.filter((name) => !attacks.reached().includes(name)), { timeout: 15_000 })
    .toEqual([]);
  site.closeAllConnections();
  site.close();
});

test("a document in the canvas runs, and reaches nothing: not a connection, not a name that is looked up", async () => {
  await using attacks = await canvasAttacks();
  const log = join(tmpdir(), `hermes-net-${process.pid}.json`);
  const callsBefore = await callsOfApi();
  {
    await using opened = await profile([`--log-net-log=${log}`]);
    const hints = ["dns-prefetch", "preconnect", "prefetch"].map(
      (rel) => `<link rel="${rel}" href="http://${rel}.secret.localhost:1/">`,
    );

    await attack(opened.context, attacks, {
      extra: hints.join(""),
      away: ["http://led.secret.localhost:1/", `${served.url}/api/whoami`],
    });
  }

  expect(attacks.reached()).toEqual([]);
  expect(await callsOfApi()).toBe(callsBefore);
  const looked = await readFile(log, "utf8");
  await rm(log);
  expect(looked).toContain("/frame/canvas.html");
  expect(looked.match(/[\w-]+\.secret\.localhost/g) ?? []).toEqual([]);
});

test.runIf(isLong)(
  "where a browser doesn't know connection allowlists, all is closed but the names and ports that it connects to ahead",
  async () => {
    await using attacks = await canvasAttacks();
    await using opened = await profile(["--disable-features=ConnectionAllowlists"]);

    await attack(opened.context, attacks);

    const ahead = /^(?:preconnect.*|iframe|object|embed|location.*|meta refresh|a link that is clicked)$/;
    expect(attacks.reached().filter((name) => !ahead.test(name))).toEqual([]);
    for (const { server } of [...attacks.quiet, ...attacks.leaving]) expect(server.requests).toBe(0);
  },
);

test("a document has neither the page around it, nor its storage, nor the person's rights", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  await page.evaluate(() => localStorage.setItem("secret", "1"));
  const callsBefore = await callsOfApi();
  const tries = [
    "parent.document.title",
    "top.document.cookie",
    "parent.localStorage.secret",
    "parent.location.href",
    "parent.client",
    "frameElement.id",
    "document.cookie",
    "localStorage.secret",
    "sessionStorage.secret",
    "navigator.serviceWorker.register('/sw.js')",
    "indexedDB.open('x')",
    "caches.open('x')",
    `fetch("${served.url}/api/whoami", { credentials: "include" })`,
    `fetch("/api/whoami", { credentials: "include" })`,
    `fetch("/assets/x.js")`,
    `new WebSocket("${served.url.replace("http", "ws")}/ws")`,
    "navigator.clipboard.readText()",
    "alert('x') ?? navigator.geolocation.getCurrentPosition(() => 0) ?? Promise.reject(1)",
  ];
  const results = tries.map(
    (each, index) => `(async () => { try {
      const got = await (${each});
      if (got instanceof WebSocket) await new Promise((_, no) => (got.onerror = no));
      if (got instanceof IDBRequest) await new Promise((yes, no) => { got.onsuccess = yes; got.onerror = no; });
      if (got !== undefined && got !== null) said[${index}] = "got";
    } catch {} })()`,
  );

  await openDocument(
    page,
    html(`<p id="from"></p><script>const said = []; document.getElementById("from").textContent = self.origin;
      Promise.all([${results.join(",")}]).then(() => (document.querySelector("h1").textContent = "Got " + said.map((_, index) => index).filter(() => true).join(",") + "."));
      </script>`),
  );

  const frame = frameOf(page);
  await frame.getByText(/^Got /).waitFor();
  expect(await frame.getByText(/^Got /).textContent()).toBe("Got .");
  expect(await frame.locator("#from").textContent()).toBe("null");
  expect(await callsOfApi()).toBe(callsBefore);
});

test("the page believes nothing that a document says, and hands it its text once", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  const claims = [
    "{ id: 1, svg: '<svg/>', title: 'x' }",
    "{ type: 'close' }",
    "'openInCanvas'",
    "{ kind: 'html', text: 'x' }",
  ];

  await openDocument(
    page,
    html(`<script>let heard = 0; addEventListener("message", () => heard++);
      for (const each of [${claims.join(",")}]) parent.postMessage(each, "*");
      setTimeout(() => (document.querySelector("h1").textContent = "Heard " + heard), 300);</script>`),
  );

  await frameOf(page).getByText("Heard 0").waitFor();
  expect(await page.locator(".canvas h2").textContent()).toBe("A page");
  expect(await page.locator(".canvas iframe").count()).toBe(1);
  // Of the document: it may not do that.
  expect(opened.problems).toEqual([]);
});

test("a document that loops for ever leaves the page as fast as it was, and is ended with the canvas", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  await openDocument(
    page,
    html(
      `<script>document.querySelector("h1").textContent = "It runs"; addEventListener("message", () => { for (;;); })</script>`,
    ),
  );
  await frameOf(page).getByText("It runs", { exact: true }).waitFor();
  await page
    .locator(".canvas iframe")
    .evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.postMessage("go", "*"));

  const before = performance.now();
  for (let round = 0; round < 20; round++)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const passed = performance.now() - before;
  await page.getByRole("button", { name: "Close the canvas" }).click();

  await expect.poll(() => page.locator(".canvas").count()).toBe(0);
  expect(passed).toBeLessThan(4_000);
});

test("an SVG runs as a page does, Markdown is drawn, and text stays text", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text id="t" y="5" font-size="3">no</text><script>document.getElementById("t").textContent = "drawn"</script></svg>`;

  await openDocument(page, { title: "s", kind: "svg", text: svg });
  await frameOf(page).getByText("drawn", { exact: true }).waitFor();
  await openDocument(page, {
    title: "m",
    kind: "markdown",
    text: "# Title\n\n<img src=x onerror=globalThis.hacked=1>",
  });
  await page.locator(".canvas h3", { hasText: "Title" }).waitFor();
  expect(await page.locator(".canvas iframe").count()).toBe(0);
  await openDocument(page, { title: "t", kind: "text", text: "<b>plain</b>" });
  await page.locator(".canvas pre", { hasText: "<b>plain</b>" }).waitFor();

  expect(await page.evaluate(() => Reflect.get(globalThis, "hacked"))).toBeUndefined();
  expect(opened.problems).toEqual([]);
});

test("the source of a document is shown, copied and kept as a file", async () => {
  await using opened = await openPage(served);
  const { page, context } = opened;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const shown = { ...html("<p>&amp;</p>"), title: "My / page: ünï" };
  await openDocument(page, shown);

  await page.getByRole("button", { name: "Source" }).click();
  expect(await page.locator(".canvas pre").textContent()).toBe(shown.text);
  await page.locator(".canvas").getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.text);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await coming;

  expect(file.suggestedFilename()).toBe("My page ünï.html");
  expect(await readFile(await file.path(), "utf8")).toBe(shown.text);
  await page.getByRole("button", { name: "Preview" }).click();
  await frameOf(page).getByText("&").waitFor();
});

test("Escape closes the canvas, and the keyboard is where it was before", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  await page.locator("#main").focus();
  await openDocument(page, html(""));
  await page.locator(".canvas:focus").waitFor();

  await page.keyboard.press("Escape");

  await expect.poll(() => page.locator(".canvas").count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
});

test.each(["light", "dark"] as const)(
  "the canvas fits every width, and is accessible (%s)",
  async (theme) => {
    await using opened = await openPage(served, { theme });
    const { page } = opened;
    await openDocument(page, {
      ...{ title: "A page with quite a long title that is about its contents", kind: "html" },
      text: "<!doctype html><html lang=en><title>x</title><h1>It runs</h1><p>So it does.",
    });
    await frameOf(page).getByText("It runs", { exact: true }).waitFor();

    for (const [name, width] of Object.entries(widths)) {
      await page.setViewportSize({ width, height: 800 });
      await picture(page, `canvas-${name}-${theme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(opened.problems).toEqual([]);
  },
);

/** How many requests the API has had, but for files of the page, links, and this one. */
async function callsOfApi(): Promise<number> {
  const response = await fetch(`${served.url}/metrics`, {
    headers: { authorization: `Bearer ${served.token}` },
  });
  const lines = (await response.text()).split("\n").filter((line) => /^hermes\w*requests_total\{/.test(line));
  expect(response.status).toBe(200);
  return lines
    .filter((line) => !/"(?:page|\/link\/\{\w+\}|\/metrics)"/.test(line))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
