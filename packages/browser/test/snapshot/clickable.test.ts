import { describeElement, findElement, takeSnapshot } from "@hermes/browser";
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

async function linesOf(body: string): Promise<string[]> {
  return renumber()((await takeSnapshot(await browser.open(body))).lines);
}

test("things that only a handler or a cursor makes something to act on have a reference", async () => {
  const lines = await linesOf(`
    <p>Press <span id="a">here</span> or <span style="cursor:pointer">there <b>now</b></span></p>
    <div onclick="1">Inline</div><a id="b">No address</a><div tabindex="0">Focus</div>
    <div style="cursor:pointer"><h3>Card</h3><p>5 €</p></div><h2 onclick="1">Title</h2>
    <div draggable="true">Handle</div><div role="presentation" onclick="1">Role</div>
    <script>for (const id of ["a", "b"]) document.getElementById(id).addEventListener("click", () => {});</script>`);

  expect(lines).toEqual([
    "- text: Press",
    '- clickable "here" [@e1]',
    "- text: or",
    '- clickable "there now" [@e2]',
    '- clickable "Inline" [@e3]',
    '- clickable "No address" [@e4]',
    '- clickable "Focus" [@e5]',
    "- clickable [@e6]",
    '  - heading "Card" [level=3]',
    "  - text: 5 €",
    '- heading "Title" [@e7] [level=2]',
    '- clickable "Handle" [@e8] [draggable]',
    '- clickable "Role" [@e9]',
  ]);
});

test("icons, shapes and pictures without a name are told by their markup", async () => {
  const lines = await linesOf(`
    <span class="fa fa-trash" style="cursor:pointer;display:inline-block;width:9px;height:9px"></span>
    <div style="cursor:pointer;width:20px"><svg class="icon-edit" width="9" height="9"><path d="M0 0L9 9"/></svg></div>
    <svg width="60" height="30"><rect width="20" height="10" fill="red" onclick="1"/><circle id="dot" cx="40" cy="9" r="5" fill="blue" onclick="1"/></svg>
    <canvas id="board" width="30" height="30"></canvas><img src="x.png" onclick="1" width="9" height="9">
    <div style="background:rgb(0,128,0);width:30px;height:30px" onclick="1"></div>`);

  expect(lines).toEqual([
    "- clickable [@e1] (fa fa-trash 9x9)",
    "- clickable [@e2] (icon-edit)",
    "- img",
    "  - clickable [@e3] (rect rgb(255, 0, 0) 20x10)",
    "  - clickable [@e4] (circle dot rgb(0, 0, 255) 10x10)",
    "- canvas [@e5] (board 30x30)",
    "- clickable [@e6] (9x9)",
    "- clickable [@e7] (rgb(0, 128, 0) 30x30)",
  ]);
});

test("items with one handler for all of them can be acted on each", async () => {
  const lines = await linesOf(`
    <ul id="menu"><li>Cut<li>Copy<li>Paste</ul>
    <table id="days"><tr><td>1<td>2<tr><td>3<td>4</table>
    <script>for (const id of ["menu", "days"]) document.getElementById(id).addEventListener("mousedown", () => {});</script>`);

  expect(lines).toEqual([
    "- list [@e1]",
    '  - listitem "Cut" [@e2]',
    '  - listitem "Copy" [@e3]',
    '  - listitem "Paste" [@e4]',
    "- table [@e5]",
    "  - row",
    '    - cell "1" [@e6]',
    '    - cell "2" [@e7]',
    "  - row",
    '    - cell "3" [@e8]',
    '    - cell "4" [@e9]',
  ]);
});

test("a label stands for its hidden checkbox and tells its state", async () => {
  const page = await browser.open(
    `<input type="checkbox" id="c" hidden><label for="c">Accept</label><label><input type="radio" style="display:none">Red</label>`,
  );
  const { lines } = await takeSnapshot(page);
  const numbered = renumber();
  expect(numbered(lines)).toEqual(['- checkbox "Accept" [@e1]', '- radio "Red" [@e2]']);

  const ref = /@e\d+/.exec(lines[0]!)![0];
  await (await findElement(page, ref)).click();

  expect(numbered((await takeSnapshot(page)).lines)[0]).toBe('- checkbox "Accept" [@e1] [checked]');
});

test("a handler on the whole page makes nothing a thing to act on", async () => {
  const lines = await linesOf(
    `<div id="app">${"<p>text <i>a</i></p>".repeat(60)}</div><script>app.addEventListener("click", () => {});</script>`,
  );

  expect(lines.filter((line) => line.includes("@e"))).toEqual([]);
});

test("a reference acts on exactly its element, in shadow roots and slots too", async () => {
  const page = await browser.open(`<my-card><button>Slotted</button></my-card><script>
    customElements.define("my-card", class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: "open" }).innerHTML = "<span id=s>Shadow</span><slot></slot>";
        this.shadowRoot.getElementById("s").addEventListener("click", () => { document.title = "shadow"; });
        this.addEventListener("click", (event) => { if (event.target.localName === "button") document.title = "slot"; });
      }
    });</script>`);
  const { lines } = await takeSnapshot(page);
  expect(renumber()(lines)).toEqual([
    "- clickable [@e1]",
    '  - clickable "Shadow" [@e2]',
    '  - button "Slotted" [@e3]',
  ]);

  for (const [index, title] of [
    [1, "shadow"],
    [2, "slot"],
  ] as const) {
    await (await findElement(page, /@e\d+/.exec(lines[index]!)![0])).click();
    expect(await page.title()).toBe(title);
  }
});

test("an element is described by what an action on it does, whatever the page's scripts say", async () => {
  const page = await browser.open(`
    <a href="/next?x=1"><b onclick="1">Next</b></a><input type="password" aria-label="P">
    <form action="http://other.test/send"><input name="action" aria-label="A"><button>Send</button><button type="button">No</button></form>
    <script>Object.defineProperty(HTMLAnchorElement.prototype, "href", { get: () => "http://fine.test/" });
    Element.prototype.getAttribute = () => "http://fine.test/";</script>`);
  const { lines, url } = await takeSnapshot(page);
  const described = [];
  for (const line of lines) {
    const ref = /@e\d+/.exec(line);
    if (ref !== null) described.push(await describeElement(await findElement(page, ref[0])));
  }

  const next = new URL("/next?x=1", url).href;
  const plain = { isPassword: false, isSubmit: false };
  expect(described).toEqual([
    { role: "link", name: "", tag: "a", link: next, ...plain },
    { role: "clickable", name: "Next", tag: "b", link: next, ...plain },
    { role: "textbox", name: "P", tag: "input", inputType: "password", isPassword: true, isSubmit: false },
    { role: "textbox", name: "A", tag: "input", inputType: "text", ...plain },
    {
      role: "button",
      name: "Send",
      tag: "button",
      link: "http://other.test/send",
      isPassword: false,
      isSubmit: true,
    },
    { role: "button", name: "No", tag: "button", ...plain },
  ]);
});
