import { expect, test } from "vitest";
import { BrowserPlace } from "./support/browser-place.ts";

test("thirteen tools, each found by a search, alone in its batch, and with what it does as rules name it", async () => {
  await using place = new BrowserPlace();
  const tools = place.registry.names().flatMap((name) => place.registry.get(name) ?? []);

  expect(tools).toHaveLength(13);
  for (const tool of tools)
    expect(tool).toMatchObject({
      toolset: "browser",
      rare: true,
      concurrency: "exclusive",
      provenance: { source: "web" },
    });
  expect(
    Object.fromEntries(tools.map(({ name, actions }) => [name, actions?.map((each) => each.name).join()])),
  ).toEqual({
    browser_back: "browser.read",
    browser_cdp: "browser.script",
    browser_click: "browser.act",
    browser_close: "browser.close",
    browser_console: "browser.read,browser.script",
    browser_dialog: "browser.act",
    browser_get_images: "browser.read",
    browser_navigate: "browser.navigate",
    browser_press: "browser.act",
    browser_scroll: "browser.read",
    browser_snapshot: "browser.read",
    browser_type: "browser.act",
    browser_vision: "browser.read",
  });
});

test("rules see the address as it is opened, also where the model left the scheme out", async () => {
  await using place = new BrowserPlace();
  const tool = place.registry.get("browser_navigate");
  const urls = ["example.com/a", "http://x.example", "localhost:3000", "file:///etc/passwd", "127.0.0.1"].map(
    (url) => tool?.describeCall?.({ url }).argument,
  );

  expect(urls).toEqual(
    [
      "https://example.com/a",
      "http://x.example",
      "http://localhost:3000",
      "file:///etc/passwd",
      "http://127.0.0.1",
    ].map((url) => ({ kind: "url", urls: [url] })),
  );
});
