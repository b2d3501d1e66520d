// Pages that nobody wrote: nested containers, controls, links, clickable things and texts, some of them hidden.
import { findElement, takeSnapshot } from "@hermes/browser";
import { needs } from "@hermes/tooling/prerequisites";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "./support/open-browser.ts";

const runs = process.env["HERMES_TEST_LONG"] === "1" ? 200 : 8;

let browser: TestBrowser;
beforeAll(async () => {
  const opened = await openBrowser();
  if (opened !== undefined) browser = opened;
});
afterAll(() => browser?.[Symbol.asyncDispose]());
beforeEach((context) => needs(context, "chromium"));

interface Piece {
  readonly kind: string;
  readonly isHidden: boolean;
  readonly isBlock: boolean;
  readonly inside: readonly Piece[];
}

const containers = ["div", "section", "ul", "p", "table", "details", "fieldset", "shadow", "pointer"];
const { tree } = fc.letrec<{ tree: Piece }>((tie) => ({
  tree: fc.record({
    kind: fc.constantFrom(
      "button",
      "link",
      "input",
      "checkbox",
      "span",
      "icon",
      "text",
      "image",
      ...containers,
    ),
    isHidden: fc.boolean().map((value) => value),
    isBlock: fc.boolean(),
    inside: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      fc.constant([]),
      fc.array(tie("tree"), { maxLength: 4 }),
    ),
  }),
}));

/** Makes the pieces in the page; gives the names of what is to be seen: each is in the page once. */
function build(pieces: readonly Piece[]): string[] {
  const expected: string[] = [];
  let count = 0;
  const make = (piece: Piece, parent: Node, isSeen: boolean, isInAction: boolean): void => {
    const name = `n${String((count += 1))}x`;
    const seen = isSeen && !(piece.isHidden && count % 4 === 0);
    const tags: Record<string, string> = {
      link: "a",
      checkbox: "input",
      icon: "span",
      text: "p",
      image: "img",
      shadow: "div",
      pointer: "div",
    };
    const element = document.createElement(tags[piece.kind] ?? piece.kind);
    const isLeaf = ["button", "link", "input", "checkbox", "span", "icon", "text", "image"].includes(
      piece.kind,
    );
    if (seen !== isSeen) element.style.display = "none";
    else if (piece.isBlock && !["details", "table"].includes(piece.kind)) element.style.display = "block";
    if (piece.kind === "link") element.setAttribute("href", `/${name}`);
    if (piece.kind === "checkbox") element.setAttribute("type", "checkbox");
    if (piece.kind === "input" || piece.kind === "checkbox") element.setAttribute("aria-label", name);
    if (piece.kind === "image") element.setAttribute("alt", name);
    if (piece.kind === "icon") element.setAttribute("aria-label", name);
    if (piece.kind === "icon") element.style.cssText += ";width:9px;height:9px;cursor:pointer";
    if (piece.kind === "icon" && seen) element.style.display = "inline-block";
    if (piece.kind === "span") element.addEventListener("click", () => {});
    if (["button", "link", "span", "text"].includes(piece.kind)) element.textContent = name;
    if (piece.kind === "pointer") element.style.cursor = "pointer";
    if (piece.kind === "details") element.setAttribute("open", "");
    if (isLeaf && piece.kind !== "text") element.dataset["action"] = name;
    parent.appendChild(element);
    if (isLeaf) {
      if (seen) expected.push(name);
      return;
    }
    const root = piece.kind === "shadow" ? element.attachShadow({ mode: "open" }) : element;
    for (const inner of piece.inside) make(inner, root, seen, isInAction);
  };
  document.body.replaceChildren();
  for (const piece of pieces) make(piece, document.body, true, false);
  return expected;
}

function isOrHolds(element: Element, name: string): boolean {
  const holds = (node: Element | ShadowRoot): boolean =>
    (node instanceof HTMLElement && node.dataset["action"] === name) ||
    (node instanceof Element && node.shadowRoot !== null && holds(node.shadowRoot)) ||
    (node.children.length === 0 ? node.textContent === name : [...node.children].some(holds));
  return holds(element);
}

test("whatever the page, what can be acted on has one reference that acts on it, and what is seen is told once", async () => {
  const page = await browser.open("");
  await page.setViewportSize({ width: 800, height: 4000 });
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 5 }), async (pieces) => {
      const expected = (await page.evaluate(`(${String(build)})(${JSON.stringify(pieces)})`)) as string[]; // As build says.
      const { lines, elementCount } = await takeSnapshot(page);
      const text = lines.join("\n").replace(/ → \S+/g, "");

      const found = text.match(/\bn\d+x\b/g) ?? [];
      expect(found.toSorted()).toEqual(expected.toSorted());
      const references = lines.flatMap((line) => line.match(/\[@e\d+\]/g) ?? []);
      expect(new Set(references).size).toBe(references.length);
      expect(references).toHaveLength(elementCount);
      for (const line of lines) {
        const [, name, ref] = /"(n\d+x)" \[(@e\d+)\]/.exec(line) ?? [];
        if (name === undefined || ref === undefined) continue;
        const locator = await findElement(page, ref);
        expect(await locator.evaluate(isOrHolds, name)).toBe(true);
      }
    }),
    { numRuns: runs },
  );
});
