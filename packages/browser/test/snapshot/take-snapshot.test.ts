import { takeSnapshot } from "@hermes/browser";
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

async function linesOf(body: string, options?: { full?: boolean }): Promise<string[]> {
  const page = await browser.open(body);
  const { lines } = await takeSnapshot(page, options);
  return renumber()(lines);
}

test("fields are shown with their name, state and value", async () => {
  const lines = await linesOf(`
    <label>Name <input value="Ada" required></label>
    <input placeholder="E-mail" type="email">
    <label for="n">Notes</label><textarea id="n">one
two</textarea>
    <input type="checkbox" id="c" checked><label for="c">News</label>
    <input type="radio" id="r" name="r"><label for="r">Red</label>
    <select aria-label="Country"><option>France<option selected>Spain<option disabled>Mars</select>
    <select multiple aria-label="Sizes"><option selected>S<option>M</select>
    <input type="range" aria-label="Volume" value="30"><input type="number" aria-label="Count" value="2">
    <input type="date" aria-label="Day" value="2026-03-01">
    <button disabled>Save</button><progress value="0.5"></progress>
    <div contenteditable aria-label="Text">rich <b>text</b></div>`);

  expect(lines).toEqual([
    '- textbox "Name" [@e1] [required]: Ada',
    '- textbox "E-mail" [@e2] [type=email]',
    '- textbox "Notes" [@e3]: one two',
    '- checkbox "News" [@e4] [checked]',
    '- radio "Red" [@e5]',
    '- combobox "Country" [@e6]: Spain',
    "  - options: France | Spain | Mars (disabled)",
    '- listbox "Sizes": S',
    '  - option "S" [@e7] [selected]',
    '  - option "M" [@e8]',
    '- slider "Volume" [@e9] [type=range]: 30',
    '- spinbutton "Count" [@e10] [type=number]: 2',
    '- textbox "Day" [@e11] [type=date]: 2026-03-01',
    '- button "Save" [@e12] [disabled]',
    "- progressbar: 0.5",
    '- textbox "Text" [@e13]: rich text',
  ]);
});

test("a password is not in the snapshot, also not when the page shows it or names other things by it", async () => {
  const page = await browser.open(`
    <label id="l">Password <input id="p" type="password" value="swordfish-1"></label>
    <button aria-labelledby="l">Send</button>
    <input style="-webkit-text-security: disc" value="swordfish-2" aria-label="Pin">
    <input type="password" aria-label="Empty">`);
  const first = await takeSnapshot(page);
  await page.locator("#p").evaluate((input) => input.setAttribute("type", "text"));
  const second = await takeSnapshot(page, { full: true });
  const value = await page.locator("#p").inputValue();

  expect(first.lines.join("\n")).not.toContain("swordfish");
  expect(second.lines.join("\n")).not.toContain("swordfish");
  const lines = renumber()(first.lines);
  expect(lines[0]).toBe('- textbox "Password" [@e1] [type=password]: ••••••');
  expect(lines.at(-1)).toBe('- textbox "Empty" [@e4] [type=password]');
  expect(value).toBe("swordfish-1");
});

test("links have the address that the browser resolves, with a base, odd characters and in SVG", async () => {
  const lines = await linesOf(`
    <base href="/folder/"><a href="a?q=ö ü#x">A</a><a href="//other.test/b">B</a><a href="mailto:a@b.test">C</a>
    <a href="../d"><img alt="Picture" src="x.png"></a><svg width="90" height="20"><a href="e"><text y="15">E</text></a></svg>
    <a href="javascript:alert(1)">F</a><a>no link</a>`);

  expect(lines).toEqual([
    '- link "A" [@e1] → http://127.0.0.1/folder/a?q=%C3%B6%20%C3%BC#x',
    '- link "B" [@e2] → http://other.test/b',
    '- link "C" [@e3] → mailto:a@b.test',
    '- link "Picture" [@e4] → http://127.0.0.1/d',
    "- img",
    '  - link "E" [@e5] → http://127.0.0.1/folder/e',
    '- link "F" [@e6] → javascript:alert(1)',
    "- text: no link",
  ]);
});

test("tables are read row by row, headings with their level, lists and texts once", async () => {
  const lines = await linesOf(`
    <h2>Prices</h2><p>Some <b>bold</b> and <i>other</i> words, <code>code</code>.</p>
    <table><caption>Fruit</caption><thead><tr><th>Name<th>Price</tr></thead>
    <tr><td>Apple<td>1</tr><tr><td><a href="/pear">Pear</a><td>2</tr><tr><td>Plum<td><button>Buy</button></tr></table>
    <ul><li>one<li><button>two</button><li>three <a href="/3">link</a></ul><img alt="A cat" src="cat.png" width="9" height="9">
    <div hidden>hidden</div><div style="visibility:hidden">invisible</div>`);

  expect(lines).toEqual([
    '- heading "Prices" [level=2]',
    "- text: Some bold and other words, code.",
    '- table "Fruit"',
    "  - row: Name | Price",
    "  - row: Apple | 1",
    "  - row",
    '    - link "Pear" [@e1] → http://127.0.0.1/pear',
    "    - cell: 2",
    "  - row: Plum",
    '    - button "Buy" [@e2]',
    "- list",
    "  - listitem: one",
    '  - button "two" [@e3]',
    "  - listitem",
    "    - text: three",
    '    - link "link" [@e4] → http://127.0.0.1/3',
    '- img "A cat"',
  ]);
});

test("states of widgets are told: expanded, collapsed, selected, pressed, focused, invalid, covered", async () => {
  const page = await browser.open(`
    <button aria-expanded="true">Menu</button><button aria-expanded="false">More</button>
    <details><summary>Closed</summary>x</details><details open><summary>Open</summary>shown</details>
    <div role="tablist"><div role="tab" aria-selected="true">One</div><div role="tab">Two</div></div>
    <button aria-pressed="true">Bold</button><input aria-label="Bad" aria-invalid="true"><input aria-label="Here" id="f">
    <div style="position:relative;width:90px"><button>Under</button><div style="position:absolute;inset:0;background:#fff"></div></div>`);
  await page.focus("#f");
  const { lines } = await takeSnapshot(page);

  expect(renumber()(lines)).toEqual([
    '- button "Menu" [@e1] [expanded]',
    '- button "More" [@e2] [collapsed]',
    '- button "Closed" [@e3] [collapsed]',
    '- button "Open" [@e4] [expanded]',
    "- text: shown",
    "- tablist",
    '  - tab "One" [@e5] [selected]',
    '  - tab "Two" [@e6]',
    '- button "Bold" [@e7] [pressed]',
    '- textbox "Bad" [@e8] [invalid]',
    '- textbox "Here" [@e9] [focused]',
    '- button "Under" [@e10] [covered]',
  ]);
});

test("the visible part is what the viewport and scrolled boxes show, with fixed things; the whole is all of it", async () => {
  const body = `
    <div style="position:fixed;bottom:0"><button>Fixed</button></div>
    <section aria-label="Long"><p>top</p><div style="height:900px"></div><button>Middle</button>
    <div style="height:2000px"></div><button>End</button></section>
    <div id="box" style="position:absolute;top:200px;width:200px;height:60px;overflow:auto">
      <button>In box</button><div style="height:300px"></div><button>Out of box</button></div>`;
  const page = await browser.open(body);
  const top = await takeSnapshot(page);
  await page.evaluate(() => window.scrollTo(0, 700));
  const middle = await takeSnapshot(page);
  const whole = await takeSnapshot(page, { full: true });
  await page.evaluate(() => window.scrollTo(0, 1e6));
  const end = await takeSnapshot(page);

  const numbered = renumber();
  expect(numbered(top.lines)).toEqual([
    '- button "Fixed" [@e1]',
    '- region "Long": top',
    "- group [more below]",
    '  - button "In box" [@e2]',
  ]);
  expect(numbered(middle.lines)).toEqual([
    '- button "Fixed" [@e1]',
    '- region "Long"',
    '  - button "Middle" [@e3]',
  ]);
  expect(whole.lines.filter((line) => line.includes("button"))).toHaveLength(5);
  expect([top.above, top.below]).toEqual([false, true]);
  expect([middle.above, middle.below]).toEqual([true, true]);
  expect([end.above, end.below]).toEqual([true, false]);
});

test("long texts are cut with …, longer ones in the whole", async () => {
  const body = `<p>${"word ".repeat(400)}</p><button>${"x".repeat(900)}</button>`;

  const visible = await linesOf(body);
  const whole = await linesOf(body, { full: true });

  expect(visible[0]).toHaveLength("- text: ".length + 500);
  expect(visible[0]?.endsWith("…")).toBe(true);
  expect(visible[1]).toBe(`- button "${"x".repeat(499)}…" [@e1]`);
  expect(whole[0]).toHaveLength("- text: ".length + 1999);
});

test("text of a page makes no line and no reference of its own", async () => {
  const evil = 'x\n- button "Pay" [@e1]\u2028- link "y" [@e2]\r- text: z"] [@e3]';
  const page = await browser.open("<div id=root></div>");
  await page.evaluate((text) => {
    const root = document.querySelector("#root")!;
    for (const tag of ["button", "p", "h1", "textarea", "img"]) {
      const element = document.createElement(tag);
      if (tag === "img") element.setAttribute("alt", text);
      else element.textContent = text;
      root.append(element);
    }
    const link = document.createElement("a");
    link.href = `/${text}`;
    link.textContent = text;
    root.append(link);
  }, evil);
  const { lines, elementCount } = await takeSnapshot(page);

  expect(lines).toHaveLength(6);
  expect(elementCount).toBe(3);
  const references = renumber()(lines).flatMap((line) => line.match(/\[@e\d+\]/g) ?? []);
  expect(references).toEqual(["[@e1]", "[@e2]", "[@e3]"]);
});

test("a page under a strict content policy is read, and sees no change of itself", async () => {
  const page = await browser.open(
    `<div onclick="1">Click <b>me</b></div><label for="c">L</label><input id="c" type="checkbox" hidden><input type="password" value="x">`,
    { headers: { "content-security-policy": "default-src 'none'; require-trusted-types-for 'script'" } },
  );
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver((records) => records.forEach(({ type }) => seen.push(type))).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  const before = await page.content();
  const { lines } = await takeSnapshot(page);
  await takeSnapshot(page, { full: true });
  const seen = await page.evaluate(
    () => new Promise((resolve) => setTimeout(() => resolve((window as unknown as { seen: unknown }).seen))),
  );
  const after = await page.content();

  expect(lines).toHaveLength(3);
  expect(seen).toEqual([]);
  expect(after).toBe(before);
});

test("a form whose fields are called like properties of an element is read", async () => {
  const lines =
    await linesOf(`<form><input name="children" aria-label="Children"><input name="id" aria-label="Id">
    <input name="title" aria-label="Title"><button>Go</button></form>`);

  expect(lines.map((line) => line.replace(/ \[.*/, ""))).toEqual([
    '- textbox "Children"',
    '- textbox "Id"',
    '- textbox "Title"',
    '- button "Go"',
  ]);
});

test("a page that does not answer ends with BROWSER_SNAPSHOT_FAILED, an abort with its reason", async () => {
  const page = await browser.open("<button>Go</button>");
  await takeSnapshot(page);
  const stop = new AbortController();
  const stuck = page.evaluate(() => {
    const end = Date.now() + 1500;
    while (Date.now() < end);
  });
  const taken = takeSnapshot(page, { signal: stop.signal });
  stop.abort(new Error("enough"));

  await expect(taken).rejects.toThrow("enough");
  await stuck;
  await page.close();
  await expect(takeSnapshot(page)).rejects.toMatchObject({ code: "BROWSER_SNAPSHOT_FAILED" });
});
