import { differenceOf, findElement, takeSnapshot } from "@hermes/browser";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "./support/open-browser.ts";
import { renumber } from "./support/renumber.ts";

let browser: TestBrowser;
beforeAll(async () => {
  const opened = await openBrowser();
  if (opened !== undefined) browser = opened;
});
afterAll(() => browser?.[Symbol.asyncDispose]());
beforeEach((context) => needs(context, "chromium"));

const refOf = (line: string | undefined): string => /@e\d+/.exec(line ?? "")![0];

test("an element keeps its reference when its name, role, place or state changes; one put in its stead has another", async () => {
  const page = await browser.open(
    `<div id="root"><button id="a">One</button><button id="b">Two</button></div>`,
  );
  const before = await takeSnapshot(page);
  await page.evaluate(() => {
    const [a, b] = document.querySelectorAll("button");
    a!.textContent = "Changed";
    a!.setAttribute("role", "tab");
    document.querySelector("#root")!.append(a!);
    b!.replaceWith(b!.cloneNode(true));
  });
  const after = await takeSnapshot(page);

  expect(renumber()([...before.lines, ...after.lines])).toEqual([
    '- button "One" [@e1]',
    '- button "Two" [@e2]',
    '- button "Two" [@e3]',
    '- tab "Changed" [@e1]',
  ]);
});

test("a reference of an element that is gone, of another document, or that never was is BROWSER_STALE_REF at once", async () => {
  const page = await browser.open(`<button>One</button><button>Two</button>`);
  const { lines } = await takeSnapshot(page);
  const ref = refOf(lines[0]);
  await page.evaluate(() => document.querySelector("button")!.remove());
  const startedAt = performance.now();

  await expect(findElement(page, ref)).rejects.toMatchObject({
    code: "BROWSER_STALE_REF",
    message: `The element ${ref} is not in the page any more.`,
    data: { ref },
  });
  for (const wrong of ["@e999999", "e0", "button", "", "@e1 >> css=button"])
    await expect(findElement(page, wrong)).rejects.toMatchObject({ code: "BROWSER_STALE_REF" });
  await page.goto(browser.serve("/next", "<button>Other</button>"));
  await expect(findElement(page, refOf(lines[1]))).rejects.toMatchObject({ code: "BROWSER_STALE_REF" });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await takeSnapshot(page);
  await expect(findElement(page, refOf(lines[1]))).rejects.toMatchObject({ code: "BROWSER_STALE_REF" });
});

test("frames of the same and of another site are part of the lines, and references act in them", async () => {
  const inner = browser.serve("/inner", `<button onclick="this.textContent='Pressed'">Deep</button>`);
  const other = browser.serve(
    "/other",
    `<input aria-label="There"><iframe src="${inner}"></iframe>`,
    "localhost",
  );
  const same = browser.serve(
    "/same",
    `<span onclick="document.title='x'">Same</span><div style="height:500px"></div><button>Below</button>`,
  );
  const page = await browser.open(
    `<h1>Top</h1><iframe src="${same}" height="60"></iframe><iframe src="${other}" height="300"></iframe><iframe srcdoc="<button>Doc</button>" height="60"></iframe>`,
  );
  const before = await takeSnapshot(page);
  const port = new URL(page.url()).port;

  expect(renumber()(before.lines)).toEqual([
    '- heading "Top" [level=1]',
    "- iframe",
    '  - clickable "Same" [@e1]',
    `- iframe from localhost:${port}`,
    '  - textbox "There" [@e2]',
    "  - iframe",
    '    - button "Deep" [@e3]',
    "- iframe",
    '  - button "Doc" [@e4]',
  ]);
  await (await findElement(page, refOf(before.lines[4]))).fill("Ada");
  await (await findElement(page, refOf(before.lines[6]))).click();
  const after = await takeSnapshot(page);
  expect(renumber()(differenceOf(before, after)?.split("\n") ?? [])).toEqual([
    `  - iframe from localhost:${port}`,
    '-   - textbox "There" [@e1]',
    '+   - textbox "There" [@e1]: Ada',
    "    - iframe",
    '-     - button "Deep" [@e2]',
    '+     - button "Pressed" [@e2] [focused]',
  ]);
});

test("frames that come and go while a page is read don't break the snapshot", async () => {
  const other = browser.serve("/frame", "<button>In frame</button>", "localhost");
  const page = await browser.open(`<button>Stays</button><div id="frames"></div>`);
  for (let round = 0; round < 5; round += 1) {
    const taken = takeSnapshot(page);
    await page.evaluate((src) => {
      const frames = document.querySelector("#frames")!;
      frames.replaceChildren(...[1, 2].map(() => Object.assign(document.createElement("iframe"), { src })));
    }, other);
    expect(renumber()((await taken).lines)[0]).toBe('- button "Stays" [@e1]');
  }
});

test("a difference shows what came and went under its parents, nothing for nothing, all after a navigation", async () => {
  const page = await browser.open(
    `<nav aria-label="Main"><ul><li><a href="/a">A</a> one<li>two</ul></nav><form aria-label="Data"><input id="i" aria-label="Name"></form>
    ${"<p>text</p>".repeat(10)}`,
  );
  const before = await takeSnapshot(page);
  expect(differenceOf(before, await takeSnapshot(page))).toBeUndefined();
  await page.evaluate(() => {
    document.querySelector("input")!.value = "Ada";
    document.querySelector("li:last-child")!.textContent = "three";
    document.body.insertAdjacentHTML("beforeend", "<div role=alert>Saved</div>");
  });
  const after = await takeSnapshot(page);

  expect(renumber()(differenceOf(before, after)!.split("\n"))).toEqual([
    '  - navigation "Main"',
    "    - list",
    "-     - listitem: two",
    "+     - listitem: three",
    '  - form "Data"',
    '-   - textbox "Name" [@e1]',
    '+   - textbox "Name" [@e1]: Ada',
    "+ - alert: Saved",
  ]);
  await page.goto(browser.serve("/after", "<h1>New</h1>"));
  expect(differenceOf(after, await takeSnapshot(page))).toBe('- heading "New" [level=1]');
  expect(differenceOf(undefined, before)).toBe(before.lines.join("\n"));
});
