import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BrowserPlace, refOf } from "./support/browser-place.ts";
import { page, serve } from "./support/web-server.ts";
import type { WebServer } from "./support/web-server.ts";

let site: WebServer;
let place: BrowserPlace;

const form = `<h1>Order</h1>
<form action="/done"><label>Name <input name="name" value="old"></label>
<label>Size <select name="size"><option>Small</option><option>Large</option></select></label>
<label><input type="checkbox" name="gift"> Gift</label>
<label>Word <input type="password" name="word"></label>
<button>Send</button></form>
<button type="button" onclick="document.querySelector('#out').textContent='clicked'">Count</button><p id="out"></p>
<a href="/second">Second page</a> <a href="/second" target="_blank">In a tab</a>
<img src="/dot.svg" alt="A dot">`;

beforeEach((context) => needs(context, "chromium"));
beforeAll(async () => {
  site = await serve({
    "/": page(form, "Shop"),
    "/second": page("<h1>Second</h1>", "Second"),
    "/done": page("<h1>Thank you</h1>", "Done"),
    "/long": page(`<h1>Long</h1>${"<p>row</p>".repeat(400)}<button>Bottom</button>`, "Long"),
    "/dot.svg": (_request, response) => {
      response.setHeader("content-type", "image/svg+xml");
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>',
      );
    },
    "/console": page(
      "<script>console.log('hello', 1); setTimeout(() => { throw new Error('late failure') })</script>",
    ),
    "/suggest": page(
      `<input aria-label="Find"><p id="out"></p><script>
        const find = document.querySelector("input");
        find.oninput = () => setTimeout(async () => {
          out.textContent = "found " + (await (await fetch("/found?q=" + find.value)).text());
        }, 250);
      </script>`,
      "Suggest",
    ),
    "/found": (request, response) => {
      setTimeout(() => response.end(request.url?.split("=")[1]), 100);
    },
    "/many": page("<button>Yes</button>".repeat(800), "Many"),
  });
  place = new BrowserPlace();
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test("navigate shows the page with references, its title and its count, as untrusted content of its host", async () => {
  const { value, result } = await place.call("navigate", { url: `${site.url}/` });

  expect(value).toMatchObject({ success: true, url: `${site.url}/`, title: "Shop" });
  expect(value["snapshot"]).toMatch(/button "Send" .*\[@e\d+/);
  expect(value["element_count"]).toBeGreaterThan(5);
  expect(result.provenance).toContainEqual({ source: "web", name: site.host });
});

test("a click says what it changed and not the whole page", async () => {
  const opened = await place.call("navigate", { url: `${site.url}/` });

  const { value } = await place.call("click", { ref: refOf(opened, "Count") });

  expect(value["changes"]).toContain("clicked");
  expect(value["changes"]).not.toContain("Second page");
});

test("a click on a link shows the page that it leads to", async () => {
  const opened = await place.call("navigate", { url: `${site.url}/` });

  const { value } = await place.call("click", { ref: refOf(opened, "Second page") });

  expect(value).toMatchObject({ url: `${site.url}/second`, title: "Second" });
  expect(value["changes"]).toContain("Second");
});

test("type replaces what was in a field, chooses options, sets checkboxes and submits", async () => {
  const opened = await place.call("navigate", { url: `${site.url}/` });

  await place.call("type", { ref: refOf(opened, "Size"), text: "Large" });
  await place.call("type", { ref: refOf(opened, "Gift"), text: "true" });
  const { value } = await place.call("type", {
    ref: refOf(opened, 'textbox "Name'),
    text: "Ada",
    submit: true,
  });

  expect(value["url"]).toBe(`${site.url}/done?name=Ada&size=Large&gift=on&word=`);
});

test("a reference that is gone is one plain sentence with what to do", async () => {
  const opened = await place.call("navigate", { url: `${site.url}/` });
  const ref = refOf(opened, "Count");
  await place.call("navigate", { url: `${site.url}/second` });

  const { value } = await place.call("click", { ref });

  expect(value["error"]).toContain(ref);
  expect(value["hint"]).toContain("browser_snapshot");
});

test("scroll moves the page and says when there is no more", async () => {
  await place.call("navigate", { url: `${site.url}/long` });

  const down = await place.call("scroll", { direction: "down" });
  const end = await place.call("scroll", { direction: "down", amount: 100_000 });
  const more = await place.call("scroll", { direction: "down" });

  expect(down.value["scrolled"]).toBe(500);
  expect(end.text).toContain("Bottom");
  expect(more.value).toMatchObject({ scrolled: 0, at_end: true });
});

test("a snapshot right after an action shows what the page answers to it after a pause of its own", async () => {
  const opened = await place.call("navigate", { url: `${site.url}/suggest` });
  await place.call("type", { ref: refOf(opened, "Find"), text: "tea" });

  const { value } = await place.call("snapshot");

  expect(value["snapshot"]).toContain("found tea");
});

test("back returns to the page before, and says when there is none", async () => {
  await place.call("close", {});
  await place.call("navigate", { url: `${site.url}/` });
  await place.call("navigate", { url: `${site.url}/second` });

  const { value } = await place.call("back");

  expect(value).toMatchObject({ url: `${site.url}/`, title: "Shop" });
  expect((await place.call("back")).value["error"]).toBe("There is no page before this one.");
  expect((await place.call("snapshot")).value).toMatchObject({ url: `${site.url}/`, title: "Shop" });
});

test("press sends a key to what has the focus", async () => {
  const opened = await place.call("navigate", { url: `${site.url}/` });
  await place.call("type", { ref: refOf(opened, 'textbox "Name'), text: "Bob" });

  const { value } = await place.call("press", { key: "Enter" });

  expect(value["url"]).toContain("/done?name=Bob");
});

test("get_images lists pictures with sizes and alternative texts", async () => {
  await place.call("navigate", { url: `${site.url}/` });

  const { value } = await place.call("get_images");

  expect(value).toMatchObject({
    count: 1,
    images: [{ src: `${site.url}/dot.svg`, alt: "A dot", width: 40, height: 30 }],
  });
});

test("vision saves a picture that only the person can read, and gives it to the model", async () => {
  await place.call("navigate", { url: `${site.url}/` });

  const { value, result } = await place.call("vision", { question: "What is it?", annotate: true });

  const path = String(value["screenshot_path"]);
  expect(result.images?.[0]?.mediaType).toBe("image/png");
  expect(readFileSync(path).subarray(1, 4).toString()).toBe("PNG");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect((await place.call("snapshot")).text).not.toContain("2147483647");
});

test("vision takes the region of an element, and writes a PDF", async () => {
  const opened = await place.call("navigate", { url: `${site.url}/` });

  const region = await place.call("vision", { ref: refOf(opened, "Count") });
  const pdf = await place.call("vision", { save: "pdf" });

  const png = Buffer.from(region.result.images?.[0]?.data ?? "", "base64");
  expect(png.readUInt32BE(20)).toBeLessThan(60);
  expect(readFileSync(String(pdf.value["pdf_path"])).subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.result.images).toBeUndefined();
});

test("console keeps messages and uncaught errors until they are cleared, and runs expressions", async () => {
  await place.call("close");
  await place.call("navigate", { url: `${site.url}/console` });

  const ran = await place.call("console", { expression: "({ title: document.title, list: [1, 2] })" });
  const failed = await place.call("console", { expression: "nothing.at.all" });
  const read = await place.call("console", { clear: true });
  const cleared = await place.call("console");

  expect(ran.value).toMatchObject({ result: { title: "Test", list: [1, 2] }, result_type: "object" });
  expect(failed.value["error"]).toContain("nothing is not defined");
  expect(read.value).toMatchObject({ total_errors: 1, js_errors: ["late failure"] });
  expect(read.text).toContain("hello 1");
  expect(cleared.value).toMatchObject({ total_messages: 0, console_messages: [] });
});

test("tabs: a link opens one that becomes the current one, snapshot switches, close closes one", async () => {
  await place.call("close", {});
  const opened = await place.call("navigate", { url: `${site.url}/` });

  const clicked = await place.call("click", { ref: refOf(opened, "In a tab") });
  const tabs = clicked.value["tabs"] as readonly { readonly id: string; readonly is_current: boolean }[];
  const switched = await place.call("snapshot", { tab: tabs[0]?.id });
  const closed = await place.call("close", { tab: tabs[1]?.id });

  expect(tabs.map((each) => each.is_current)).toEqual([false, true]);
  expect(clicked.value["title"]).toBe("Second");
  expect(switched.value["title"]).toBe("Shop");
  expect(closed.value["tabs"]).toMatchObject([{ id: tabs[0]?.id, is_current: true }]);
});

test("a long page comes in pages, and what an auxiliary model picks for the task instead", async () => {
  await using other = new BrowserPlace({
    pick: async ({ task }) =>
      await Promise.resolve(task === "fail" ? Promise.reject(new Error("no")) : `picked for ${task}`),
  });
  await other.call("navigate", { url: `${site.url}/many` });

  const plain = await other.call("snapshot", { full: true });
  const picked = await other.call("snapshot", { full: true }, { userTask: "buy" });
  const failed = await other.call("snapshot", { full: true }, { userTask: "fail" });
  const second = await other.call("snapshot", { full: true, page: 2 }, { userTask: "buy" });

  expect(String(plain.value["snapshot"]).length).toBeLessThanOrEqual(8_000);
  expect(picked.value["snapshot"]).toMatch(/^picked for buy\n.*browser_snapshot/);
  expect(failed.value["snapshot"]).toBe(plain.value["snapshot"]);
  expect(second.value["snapshot"]).not.toBe(plain.value["snapshot"]);
});

test("without a page every tool says to navigate first", async () => {
  const context = { taskId: "empty" };

  const answers = await Promise.all([
    place.call("snapshot", {}, context),
    place.call("click", { ref: "@e1" }, context),
    place.call("back", {}, context),
  ]);

  for (const { value } of answers)
    expect(value).toMatchObject({
      error: "No page is open.",
      hint: expect.stringContaining("browser_navigate"),
    });
});
