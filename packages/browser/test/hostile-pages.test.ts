import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { BrowserPlace, isLong, refOf } from "./support/browser-place.ts";
import type { Called } from "./support/browser-place.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { page, redirect, serve } from "./support/web-server.ts";
import type { Answer, WebServer } from "./support/web-server.ts";

let site: WebServer;
let place: BrowserPlace;

const file =
  (name: string, write: (send: (bytes: number) => void, end: () => void) => void): Answer =>
  (_request, response) => {
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${name}"`,
    });
    write(
      (bytes) => void response.write(Buffer.alloc(bytes, "x")),
      () => void response.end(),
    );
  };

const button = (script: string): string =>
  page(`<button onclick="${script}">Go</button><p id="out">before</p>`);

beforeEach((context) => needs(context, "chromium"));
beforeAll(async () => {
  site = await serve({
    "/": page("<h1>Home</h1>", "Home"),
    "/alert": button("alert('hello'); out.textContent = 'after'"),
    "/prompt": button("out.textContent = 'got ' + prompt('Name?', 'nobody')"),
    "/storm": page(
      "<script>for (let i = 0; i < 5; i++) alert('storm ' + i)</script><h1>Survived</h1>",
      "Storm",
    ),
    "/unload": page(
      "<button>Touch</button><script>addEventListener('beforeunload', (event) => event.preventDefault())</script>",
      "Trap",
    ),
    "/popups": page(
      "<h1>Popups</h1><script>setInterval(() => { for (let i = 0; i < 20; i++) window.open('/') }, 10)</script>",
      "Popups",
    ),
    "/popups-by-click": button("for (let i = 0; i < 24; i++) window.open('/')"),
    "/loop": redirect("/loop"),
    "/huge": page(Array.from({ length: 200_000 }, (_, row) => `<div>row ${row}</div>`).join(""), "Huge"),
    "/never": () => undefined,
    "/half": (_request, response) => {
      response
        .writeHead(200, { "content-type": "text/html" })
        .write("<title>Half</title><h1>First half</h1>");
    },
    "/slow-image": page("<h1>Text</h1><img src='/never'>", "Slow image"),
    "/busy": page("<h1>Busy</h1><script>setTimeout(() => { for (;;); }, 50)</script>", "Busy"),
    "/close": button("window.open('/self-closing')"),
    "/self-closing": page("<h1>Gone</h1><script>window.close()</script>"),
    "/covered": page(
      "<button>Under</button><div class='banner' style='position:fixed;inset:0;background:#eee'>Cookies?</div>",
    ),
    "/moving": page("<a href='/never'>Wait for it</a>", "Moving"),
    "/download": page("<a href='/file'>Get</a>"),
    "/file": file("../../evil name.txt", (send, end) => {
      send(10);
      end();
    }),
    "/bomb": file("bomb.bin", (send) => {
      const timer = setInterval(() => send(200_000), 5);
      timer.unref();
    }),
    "/bombs": button(
      "(async () => { for (let i = 0; i < 120; i++) { const a = document.createElement('a'); a.href = '/file?' + i; a.download = 'x'; a.click(); await new Promise((done) => setTimeout(done, 5)) } })()",
    ),
    "/auth": (_request, response) =>
      void response.writeHead(401, { "www-authenticate": "Basic realm=x" }).end("no"),
    "/chooser": page("<input type='file' aria-label='Upload'>"),
    "/location": button(
      "navigator.geolocation.getCurrentPosition(() => out.textContent = 'given', (error) => out.textContent = 'denied ' + error.code)",
    ),
    "/challenge": (_request, response) =>
      void response
        .writeHead(403, { "content-type": "text/html", "cf-mitigated": "challenge" })
        .end(page("Are you a person?")),
    "/fetching": button(
      "fetch('/data').then((r) => r.text()).then((t) => setTimeout(() => out.textContent = t, 50))",
    ),
    "/data": (_request, response) => void setTimeout(() => response.end("fetched"), 200),
  });
  place = new BrowserPlace({ maxDownloadBytes: 2_000_000, commandTimeoutMs: 5_000 });
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

afterEach(async () => {
  for (const taskId of ["popups", "huge", "half", "busy", "close", "bomb", "bombs"])
    await place.browsers.close(taskId);
});

const open = async (path: string, taskId = "task") =>
  await place.call("navigate", { url: `${site.url}${path}` }, { taskId });

test("an alert is shown as pending, holds no call up, and the click goes on once it is answered", async () => {
  const opened = await open("/alert");

  const clicked = await place.call("click", { ref: refOf(opened, "Go") });
  const looked = await place.call("snapshot");
  const refused = await place.call("click", { ref: refOf(opened, "Go") });
  const answered = await place.call("dialog", { action: "accept" });

  expect(clicked.value["pending_dialogs"]).toMatchObject([{ type: "alert", message: "hello" }]);
  expect(looked.value["pending_dialogs"]).toHaveLength(1);
  expect(refused.value["hint"]).toContain("browser_dialog");
  expect(answered.value).toMatchObject({ outcome: "accept" });
  expect(answered.text).toContain("after");
});

test("a prompt gets the text of the answer", async () => {
  const opened = await open("/prompt");
  const clicked = await place.call("click", { ref: refOf(opened, "Go") });

  const { text } = await place.call("dialog", { action: "accept", prompt_text: "Ada" });

  expect(clicked.value["pending_dialogs"]).toMatchObject([{ type: "prompt", default_text: "nobody" }]);
  expect(text).toContain("got Ada");
});

test("a storm of dialogs is answered one by one, or by the policy", async () => {
  const { value } = await open("/storm");
  const seen = [value["pending_dialogs"]];
  for (let i = 0; i < 4; i++)
    seen.push((await place.call("dialog", { action: "dismiss" })).value["pending_dialogs"]);
  const last = await place.call("dialog", { action: "dismiss" });
  await using other = new BrowserPlace({ dialogPolicy: "dismiss" });
  const dismissed = await other.call("navigate", { url: `${site.url}/storm` });

  expect(JSON.stringify(seen)).toMatch(/storm 0.*storm 1.*storm 2.*storm 3.*storm 4/);
  expect(last.text).toContain("Survived");
  expect(dismissed.text).toContain("Survived");
  expect(dismissed.value["notes"]).toHaveLength(5);
});

test("a page that asks before it is left can be left", async () => {
  const opened = await open("/unload");
  await place.call("click", { ref: refOf(opened, "Touch") });

  const leaving = await open("/");
  const { value } = await place.call("dialog", { action: "accept" });

  expect(leaving.value["pending_dialogs"]).toMatchObject([{ type: "beforeunload" }]);
  expect(value["title"]).toBe("Home");
});

test("a dialog that nobody answers is dismissed in time, and that is told", async () => {
  const clock = fakeClock();
  await using other = new BrowserPlace({ clock, dialogTimeoutMs: 10_000 });
  const opened = await other.call("navigate", { url: `${site.url}/alert` });
  const clicked = await other.call("click", { ref: refOf(opened, "Go") });
  clock.advance(10_000);

  const { text } = await other.call("snapshot");

  expect(clicked.value["pending_dialogs"]).toHaveLength(1);
  expect(text).toContain("after");
  expect(text).toContain("nobody answered it for 10 s");
});

test("windows that a page opens in a loop are few, and the page stays usable", async () => {
  const { value } = await open("/popups", "popups");
  const looked = await place.call("snapshot", {}, { taskId: "popups" });
  const opened = await open("/popups-by-click", "popups");
  await place.call("click", { ref: refOf(opened, "Go") }, { taskId: "popups" });
  const tabs = (await place.browsers.session("popups")).tabs();
  await place.call("close", {}, { taskId: "popups" });

  expect(value["title"]).toBe("Popups");
  expect(looked.value["success"]).toBe(true);
  expect(tabs.length).toBeLessThanOrEqual(20);
});

test("redirects without an end are told in words", async () => {
  const { value } = await open("/loop");

  expect(value["error"]).toContain("redirects without an end");
});

test.runIf(isLong)("a page of 200 000 elements is shown in its visible part", async () => {
  const { value } = await open("/huge", "huge");
  await place.call("close", {}, { taskId: "huge" });

  expect(value["title"]).toBe("Huge");
  expect(value["snapshot"]).toContain("row 0");
  expect(String(value["snapshot"]).length).toBeLessThanOrEqual(8_000);
});

test.runIf(isLong)(
  "a page that is half there is shown, and that it is loading is told",
  async () => {
    const startedAt = Date.now();
    const { value } = await open("/half", "half");

    expect(value["snapshot"]).toContain("First half");
    expect(value["still_loading"]).toBe(true);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  },
  30_000,
);

test("a picture that never comes does not hold the page up", async () => {
  const startedAt = Date.now();
  const { value } = await open("/slow-image", "half");

  expect(value["snapshot"]).toContain("Text");
  expect(Date.now() - startedAt).toBeLessThan(20_000);
});

test("a call for a page that never answers ends with its signal, and the session goes on", async () => {
  const aborting = new AbortController();
  const waiting = place.call("navigate", { url: `${site.url}/never` }, { signal: aborting.signal });
  await expect.poll(() => site.requests.filter((each) => each === "GET /never").length).toBeGreaterThan(0);
  const startedAt = Date.now();
  aborting.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  const took = Date.now() - startedAt;

  const { value } = await open("/");

  // Its limit is 60 s; whoever waited for the page to be put right would wait for 2 s.
  expect(took).toBeLessThan(1_900);
  expect(value["title"]).toBe("Home");
});

test.runIf(isLong)(
  "a click on a link that never answers ends after a while, on the page where it was",
  async () => {
    const opened = await open("/moving");
    const startedAt = Date.now();

    const { value } = await place.call("click", { ref: refOf(opened, "Wait for it") });

    expect(Date.now() - startedAt).toBeLessThan(8_000);
    expect(value).toMatchObject({ success: true, title: "Moving", url: `${site.url}/moving` });
    expect(value["notes"]).toEqual([expect.stringContaining("did not answer within 5 s")]);
  },
);

test.runIf(isLong)(
  "a page whose script never ends is told, and given up by the next one",
  async () => {
    const opened = await open("/busy", "busy");
    const stuck = await place.call("snapshot", {}, { taskId: "busy" });

    const next = await open("/", "busy");

    expect([opened.text, stuck.text].join()).toContain("did not answer");
    expect(next.value["title"]).toBe("Home");
  },
  40_000,
);

test("a tab that closes itself leaves the one that opened it", async () => {
  const opened = await open("/close", "close");

  const { value } = await place.call("click", { ref: refOf(opened, "Go") }, { taskId: "close" });

  expect(value["success"]).toBe(true);
  const looked = async (): Promise<Called> => await place.call("snapshot", {}, { taskId: "close" });
  await expect.poll(async () => (await looked()).value["url"]).toBe(`${site.url}/close`);
});

test.runIf(isLong)("what covers an element is named", async () => {
  const opened = await open("/covered");

  const { value } = await place.call("click", { ref: refOf(opened, "Under") });

  expect(value["error"]).toMatch(/covered by <div class="banner"/);
  expect(value["error"]).not.toContain("Call log");
});

test("a download is saved under a safe name that was free, and told before the model learns of it", async () => {
  const told: unknown[] = [];
  await using other = new BrowserPlace({ onFile: (path, source) => void told.push([path, source]) });
  const opened = await other.call("navigate", { url: `${site.url}/download` });

  const first = await other.call("click", { ref: refOf(opened, "Get") });
  const second = await other.call("navigate", { url: `${site.url}/file` });

  const folder = join(other.folder, "task");
  expect(readdirSync(folder).toSorted()).toEqual(["_.._evil name (2).txt", "_.._evil name.txt"]);
  expect(first.text).toContain(join(folder, "_.._evil name.txt"));
  expect(second.text).toContain("_.._evil name (2).txt");
  expect(told).toEqual([
    [join(folder, "_.._evil name.txt"), { source: "web", name: site.host }],
    [join(folder, "_.._evil name (2).txt"), { source: "web", name: site.host }],
  ]);
  expect(readFileSync(join(folder, "_.._evil name.txt"), "utf8")).toBe("xxxxxxxxxx");
  expect(statSync(join(folder, "_.._evil name.txt")).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("a download without an end is cancelled at its limit", async () => {
  const opened = await open("/bomb", "bomb");
  const { downloads } = await place.browsers.session("bomb");
  await expect.poll(() => [downloads.begun, downloads.running]).toEqual([1, 0]);

  const { text } = await open("/", "bomb");

  expect(opened.text + text).toContain("larger than 2 MB");
  expect(existsSync(join(place.folder, "bomb"))).toBe(false);
});

test("a page that hands out files in a loop fills nothing", async () => {
  const opened = await open("/bombs", "bombs");
  const { text } = await place.call("click", { ref: refOf(opened, "Go") }, { taskId: "bombs" });
  const { downloads } = await place.browsers.session("bombs");
  await expect.poll(() => downloads.begun).toBeGreaterThan(0);
  await downloads.settled();
  const next = await open("/", "bombs");

  expect(text + next.text).toContain("A download was saved");
  expect(readdirSync(join(place.folder, "bombs")).length).toBeLessThanOrEqual(100);
  expect(next.value["title"]).toBe("Home");
});

test("a page that asks for a name and a password by HTTP is told in words, and the next one opens", async () => {
  const { value } = await open("/auth");
  const next = await open("/");

  expect(value["error"]).toContain("a name and a password by HTTP");
  expect(next.value["title"]).toBe("Home");
});

test("a page that asks for a file gets none, and that is told", async () => {
  const opened = await open("/chooser");
  const ref = refOf(opened, "Upload");

  const clicked = await place.call("click", { ref });
  const typed = await place.call("type", { ref, text: "/etc/passwd" });

  expect([clicked.text, typed.text].join()).toContain("asked for a file");
  expect(typed.value["error"]).toContain("Files are not given to pages");
});

test("a page does not learn where the machine is", async () => {
  const opened = await open("/location");

  await place.call("click", { ref: refOf(opened, "Go") });

  await expect.poll(async () => (await place.call("snapshot")).text).toContain("denied 1");
});

test("a test for people in place of a page is told by its header", async () => {
  const { value } = await open("/challenge");

  expect(value).toMatchObject({ success: true, status: 403 });
  expect(value["bot_detection_warning"]).toContain("test for people");
});

test("what a click asks a server for is in its result", async () => {
  const opened = await open("/fetching");

  const { value } = await place.call("click", { ref: refOf(opened, "Go") });

  expect(value["changes"]).toContain("fetched");
});

test.each([
  ["http://127.0.0.1:9/", "UNSAFE_PORT", "Give an http or https address."],
  ["http://nobody.invalid/", "could not be looked up", "Check the address."],
  [
    "https://HOST/",
    "certificate or encryption",
    "Nothing is opened past that: open another address, or tell the person.",
  ],
])("%s fails in one sentence", async (url, expected, hint) => {
  const { value } = await place.call("navigate", { url: url.replace("HOST", site.host) });

  expect(value["error"]).toMatch(new RegExp(expected));
  expect(value["error"]).not.toMatch(/\n|Call log|page\.goto/);
  expect(value["hint"]).toBe(hint);
});
