import { findElement, takeSnapshot } from "@hermes/browser";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "./support/open-browser.ts";
import { renumber } from "./support/renumber.ts";

const elements = process.env["HERMES_TEST_LONG"] === "1" ? 200_000 : 12_000;

let browser: TestBrowser;
beforeAll(async () => {
  const opened = await openBrowser();
  if (opened !== undefined) browser = opened;
});
afterAll(() => browser?.[Symbol.asyncDispose]());
beforeEach((context) => needs(context, "chromium"));

test("of a very large page what is in sight is read, and what is there can be acted on", async () => {
  const page = await browser.open(`<ul id="list"></ul><script>
    list.innerHTML = Array.from({ length: ${String(elements / 4)} }, (_, index) =>
      "<li><p>Item " + index + "</p><button onclick='document.title = " + index + "'>Buy <b>it</b></button></li>").join("");
  </script>`);
  await page.evaluate(() => document.querySelectorAll("li")[1_500]!.scrollIntoView());
  const { lines, above, below } = await takeSnapshot(page);

  expect(lines.length).toBeLessThan(60);
  const at = lines.findIndex((line) => line.endsWith("text: Item 1500"));
  expect(renumber()(lines.slice(at - 1, at + 2))).toEqual([
    "  - listitem",
    "    - text: Item 1500",
    '    - button "Buy it" [@e1]',
  ]);
  expect([above, below]).toEqual([true, true]);
  await (await findElement(page, /@e\d+/.exec(lines[at + 1]!)![0])).click();
  expect(await page.title()).toBe("1500");
  // What was hidden from Playwright for the snapshot is there again.
  expect(await page.locator("li").count()).toBe(elements / 4);
  await page.locator("li").nth(2_500).getByRole("button").click();
  expect(await page.title()).toBe("2500");
});

test("a page that changes all the time is read", async () => {
  const page = await browser.open(`<h1>Clock</h1><div id="a"></div><script>
    setInterval(() => { a.innerHTML = "<button>" + Date.now() + "</button><p>" + Math.random() + "</p>"; }, 1);
  </script>`);
  const { lines } = await takeSnapshot(page);

  expect(lines[0]).toBe('- heading "Clock" [level=1]');
});
