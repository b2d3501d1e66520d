import { lacks, needs } from "@hermes/tooling/prerequisites";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hitServer } from "./support/hit-server.ts";
import type { HitServer } from "./support/hit-server.ts";
import { serveMarkdown, settled, showText } from "./support/markdown-home.ts";
import { accessibilityProblems, openPage, picture, widths } from "./support/open-page.ts";
import type { OpenedPage } from "./support/open-page.ts";
import { random } from "./support/random.ts";
import type { ServedHome } from "./support/served-home.ts";
import { watch } from "./support/watch-page.ts";
import type { Watched } from "./support/watch-page.ts";
import { positions, xssPayloads } from "./support/xss-payloads.ts";

beforeEach((context) => needs(context, "chromium"));

let served: ServedHome;
let server: HitServer;
/** Takes one hostile text after the other. */
let hostile: OpenedPage;
let watched: Watched;
beforeAll(async () => {
  if (lacks("chromium") !== undefined) return;
  [served, server] = await Promise.all([serveMarkdown(), hitServer()]);
  hostile = await openPage(served);
  watched = watch(hostile, served, server);
});
afterAll(async () => {
  await hostile?.[Symbol.asyncDispose]();
  await served?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

const drawings = (page: Page): Promise<number> => page.locator(".diagram img, .diagram .note.error").count();
/** Elements with their attributes in one order, and their texts. */
const shapeOf = async (page: Page): Promise<readonly string[]> =>
  await page.locator(".markdown *").evaluateAll((all) =>
    all.map((each) => {
      const attributes = each.getAttributeNames().toSorted();
      return `${each.tagName} ${attributes.map((name) => `${name}=${each.getAttribute(name)}`).join(" ")}: ${each.textContent}`;
    }),
  );

const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const sample = [
  '# One\n\nSome **bold**, *slanted*, ~~gone~~, `code`, [a link](https://example.org/a?b=1&amp;c=2 "Title"), www.example.com.',
  '- [x] done\n- [ ] open\n\n1. one\n2. two\n\n   ```bash\n   echo "hi" # there\n   ```\n   - within',
  "> said\n\n---\n\n| Name | Value |\n|:-----|------:|\n| a<br>b | 1 |",
  '```ts\n// Why\nexport const a: string = "b" + 12;\n```\n\n```html\n<h1 class="x">Hi</h1>\n```',
  `![a picture](https://example.org/a.png)\n\n![a dot](${dot})\n\nمرحبا **نص**`,
  "```mermaid\nflowchart LR\n  A[Start here] --> B{Is it so?}\n  B -->|Yes| C[Done]\n```",
].join("\n\n");

test.each(["light", "dark"] as const)(
  "what Markdown can say is drawn, and is accessible at every width (%s)",
  async (theme) => {
    await using opened = await openPage(served, { theme, height: 1600 });
    const { page, problems } = opened;

    await showText(page, sample);
    await expect.poll(() => drawings(page), { timeout: 20_000 }).toBe(1);
    await page.locator(".code-keyword").first().waitFor();

    for (const [name, width] of Object.entries(widths)) {
      await page.setViewportSize({ width, height: 1600 });
      await picture(page, `markdown-${name}-${theme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      if (name === "phone") expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(await page.locator(".markdown h3").textContent()).toBe("One");
    expect(await page.locator(".markdown :is(strong, em, del)").allTextContents()).toContain("gone");
    expect(await page.locator(".markdown li.task input").evaluateAll((all) => all.length)).toBe(2);
    expect(await page.locator("li .code-block pre").textContent()).toBe('echo "hi" # there');
    expect(await page.locator("td").first().innerHTML()).toBe("a<br>b");
    expect(
      await page.locator('p[dir="auto"] img').evaluate((img: HTMLImageElement) => img.naturalWidth),
    ).toBe(1);
    expect(await page.getByRole("link", { name: "a picture" }).getAttribute("href")).toBe(
      "https://example.org/a.png",
    );
    expect(problems).toEqual([]);
  },
);

test("a link opens elsewhere, tells its host, and tells nothing of this page", async () => {
  await using opened = await openPage(served);

  await showText(
    opened.page,
    "[a](https://example.org/x?a=1&amp;b=2 'Bank') <b@example.org> [c](/api/whoami)",
  );

  expect(await opened.page.locator(".markdown p").innerHTML()).toBe(
    '<a href="https://example.org/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer" title="example.org – Bank">a</a> ' +
      '<a href="mailto:b@example.org" target="_blank" rel="noopener noreferrer" title="b@example.org">b@example.org</a> c',
  );
});

test("while a text streams, blocks before its end are kept as they are", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  const text = `First **one**.\n\n- a\n- b\n\n${sample}`;
  await showText(page, text.slice(0, 60), true);
  await page
    .locator(".markdown p")
    .first()
    .evaluate((node) => node.setAttribute("data-kept", "yes"));

  for (let end = 60; end < text.length; end += 23) await showText(page, text.slice(0, end), true);
  await showText(page, text);

  expect(await page.locator('.markdown [data-kept="yes"]').textContent()).toBe("First one.");
  await expect.poll(() => drawings(page), { timeout: 20_000 }).toBe(1);
  await page
    .locator(".markdown p")
    .first()
    .evaluate((node) => node.removeAttribute("data-kept"));
  const streamed = await shapeOf(page);
  await showText(page, "");
  await showText(page, text);
  await expect.poll(() => shapeOf(page)).toEqual(streamed);
  expect(opened.problems).toEqual([]);
});

test("a fence that isn't closed yet is code, and a diagram waits for its end", async () => {
  await using opened = await openPage(served);
  const { page } = opened;

  await showText(page, "Look:\n\n```py\nprint(1", true);
  expect(await page.locator(".code-block pre").textContent()).toBe("print(1");
  await showText(page, "```mermaid\nflowchart LR\n  A --> B", true);
  expect(await page.locator(".diagram .note").textContent()).toContain("when its text is complete");
  await settled(page);
  expect(await page.locator(".drawing-frame").count()).toBe(0);

  await showText(page, "```mermaid\nflowchart LR\n  A --> B\n```\n", true);
  await page.locator(".diagram img").waitFor();
  expect(await page.locator(".diagram img").getAttribute("alt")).toBe("Diagram: flowchart");
});

test("texts that take long to read, or nest too deep, are shown as they are", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  const odd = [
    ...["[", "[a](", "*a **b ", "_a*b", "<a ", "![", "a.", "~~a ", "www.", "a@", "\\", "&", "*("],
    ...["|a", "> ", ">", "- ", "1. ", "`", "```\n", "$", "<!--", "http://"],
  ].map((each) => each.repeat(Math.ceil(10_000 / each.length)));
  const nested = Array.from({ length: 120 }, (_, depth) => `${"  ".repeat(depth)}- level`).join("\n");

  for (const text of [...odd, nested]) {
    await showText(page, text);
    expect(await page.locator(".markdown > *").count()).toBeGreaterThan(0);
  }

  expect(opened.problems).toEqual([]);
}, 60_000);

test("code is coloured in its language; what is huge or unknown is not", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n\n`;

  await showText(
    page,
    fence("toml", 'a = "b"') + fence("nonsense", 'a = "b"') + fence("js", `"${"x".repeat(20_001)}"`),
  );

  await page.locator(".code-string").waitFor();
  const spans = await page
    .locator(".code-block")
    .evaluateAll((all) => all.map((each) => each.querySelectorAll("pre span").length));
  expect(spans[0]).toBeGreaterThan(1);
  expect(spans.slice(1)).toEqual([0, 0]);
  expect(await page.locator(".code-language").allTextContents()).toEqual(["toml", "nonsense", "js"]);
});

test("code is copied as it stands, and a page is opened in the canvas", async () => {
  await using opened = await openPage(served);
  const { page, context } = opened;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await showText(page, "```html\n<p>&amp; <b>x</b>\n```");

  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("<p>&amp; <b>x</b>");
  await page.getByRole("button", { name: "Open in canvas" }).click();

  await page.frameLocator(".canvas iframe").getByText("& x").waitFor();
});

test("diagrams of every kind are drawn as images, and one that is wrong says why", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  const sources = [
    "flowchart LR\n  A[Start] -->|Yes| B",
    "sequenceDiagram\n  accTitle: Who greets whom\n  A->>B: Hi",
    "stateDiagram-v2\n  [*] --> A",
    "classDiagram\n  Animal <|-- Duck",
    "erDiagram\n  A ||--o{ B : has",
    "gantt\n  title T\n  dateFormat YYYY-MM-DD\n  Task :a1, 2026-01-01, 3d",
    'pie title Pets\n  "Dogs" : 3\n  "Cats" : 1',
    "mindmap\n  root((m))\n    A",
    "gitGraph\n  commit",
  ];
  const fenced = [...sources, "flowchart LR\n  A --> ["].map((each) => `\`\`\`mermaid\n${each}\n\`\`\``);

  await showText(page, fenced.join("\n\n"));

  await expect.poll(() => drawings(page), { timeout: 30_000 }).toBe(sources.length + 1);
  const images = page.locator(".diagram img");
  expect(await images.count()).toBe(sources.length);
  expect(
    await images.evaluateAll(
      (all) => all.filter((each) => (each as HTMLImageElement).naturalWidth < 20).length,
    ),
  ).toBe(0);
  expect(await images.nth(1).getAttribute("alt")).toBe("Diagram: Who greets whom");
  expect(await page.locator(".diagram .note.error").textContent()).toMatch(
    /^This diagram can't be drawn\. Parse error/,
  );
  expect(await page.locator(".diagram").last().locator("pre").textContent()).toBe("flowchart LR\n  A --> [");
  await page.getByRole("button", { name: "Show source" }).first().click();
  expect(await page.locator(".diagram").first().locator("pre").textContent()).toBe(sources[0]);
  expect(opened.problems).toEqual([]);
}, 60_000);

test("a diagram is drawn anew when the theme changes", async () => {
  await using opened = await openPage(served);
  const { page } = opened;
  await showText(page, "```mermaid\nflowchart LR\n  A --> B\n```");
  const image = page.locator(".diagram img");
  await image.waitFor();
  const light = await image.getAttribute("src");

  await page.emulateMedia({ colorScheme: "dark" });

  await expect.poll(() => image.getAttribute("src")).not.toBe(light);
});

test("the corpus has 150 ways to run something, and more", () => {
  expect(xssPayloads(server.url).length).toBeGreaterThanOrEqual(150);
});

test.each(Object.entries(positions))(
  "nothing runs from %s, and its words are still there",
  async (_, place) => {
    const payloads = xssPayloads(server.url);

    for (const isStreaming of [true, false]) {
      await showText(
        hostile.page,
        payloads.map((each, index) => place(each, index)).join("\n\n"),
        isStreaming,
      );
      const harm = await watched.harm();
      expect(harm).toEqual([]);
    }

    const seen = (await hostile.page.locator(".markdown").textContent()) ?? "";
    const attributes = await hostile.page
      .locator(".markdown [alt]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("alt")).join(" "));
    const missing = payloads.filter(
      (_payload, index) =>
        ![`begin${index}`, `end${index}`].every((word) => `${seen} ${attributes}`.includes(word)),
    );
    expect(missing).toEqual([]);
  },
);

test("a payload on a line of its own is read as it was written", async () => {
  const plain = xssPayloads(server.url).filter((each) => /^</.test(each) && !/[\\`*_~&[\]\n\t]/.test(each));

  await showText(hostile.page, plain.join("\n\n"));

  const seen = (await hostile.page.locator(".markdown").textContent()) ?? "";
  expect(plain.length).toBeGreaterThan(80);
  expect(plain.filter((each) => !seen.includes(each))).toEqual([]);
});

test("nothing runs from a diagram: labels, clicks, styles, directives and titles", async () => {
  const { page } = hostile;
  const payloads = xssPayloads(server.url).map((each) => each.replaceAll(/["\n]/g, "'"));
  const groups = Array.from({ length: Math.ceil(payloads.length / 12) }, (_, index) =>
    payloads.slice(index * 12, index * 12 + 12),
  );
  const labels = groups.map(
    (group) => `flowchart TD\n${group.map((each, index) => `  n${index}["${each}"]`).join("\n")}`,
  );
  const [run, hit] = ["globalThis.hacked=1", `${server.url}/hit`];
  const own = [
    `flowchart LR\n  A --> B\n  click A href "javascript:${run}"`,
    `flowchart LR\n  A --> B\n  click A call alert(1)\n  click B "${hit}" _self`,
    `flowchart LR\n  A --> B\n  click A "data:text/html,<script>${run}</script>" "x"`,
    `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  A["<img src=x onerror=${run}>"]`,
    `%%{init: {"themeCSS": "@import url(${hit}.css); *{background:url(${hit}.png)}"}}%%\nflowchart LR\n  A`,
    `%%{init: {"fontFamily": "x;}</style><img src=x onerror=${run}>"}}%%\nflowchart LR\n  A`,
    `%%{init: {"theme": "base", "themeVariables": {"primaryColor": "red;background:url(${hit}.png)"}}}%%\nflowchart LR\n  A`,
    `%%{init: {"__proto__": {"hacked": 1}, "constructor": {"prototype": {"hacked": 1}}}}%%\nflowchart LR\n  A`,
    `---\ntitle: "<img src=x onerror=${run}>"\nconfig:\n  securityLevel: loose\n---\nflowchart LR\n  A`,
    `flowchart LR\n  A:::x\n  classDef x fill:url(${hit}.png),background:url(${hit}.png)`,
    `flowchart LR\n  A\n  style A fill:#fff,stroke:url(javascript:${run})`,
    `flowchart LR\n  accTitle: <script>${run}</script>\n  A`,
    `flowchart LR\n  A@{ img: "${hit}.png", label: "x" }`,
    `flowchart LR\n  A@{ icon: "fa:user", label: "<svg onload=${run}>" }`,
    `flowchart LR\n  A["fa:fa-car <script>${run}</script>"]\n  B["$$\\\\href{javascript:${run}}{x}$$"]`,
    `sequenceDiagram\n  participant A as <img src=x onerror=${run}>\n  links A: {"x": "javascript:${run}"}\n  A->>A: <script>${run}</script>`,
    `classDiagram\n  class A["<img src=x onerror=${run}>"]\n  link A "javascript:${run}" "x"\n  callback A "alert"`,
    `gantt\n  title <svg onload=${run}>\n  dateFormat YYYY-MM-DD\n  A :a1, 2026-01-01, 3d\n  click a1 href "javascript:${run}"`,
    `mindmap\n  root("<img src=x onerror=${run}>")\n    ::icon(fa" onload="${run})`,
    `pie title <script>${run}</script>\n  "<img src=x onerror=${run}>" : 3`,
    `stateDiagram-v2\n  state "<img src=x onerror=${run}>" as A\n  A --> A : <script>${run}</script>`,
    `erDiagram\n  "<img src=x onerror=${run}>" ||--o{ B : "<script>${run}</script>"`,
    `journey\n  title <img src=x onerror=${run}>\n  section <svg onload=${run}>\n    x: 5: Me`,
    `<script>${run}</script>`,
  ];
  const sources = [...labels, ...own];

  await showText(page, sources.map((each) => `\`\`\`\`mermaid\n${each}\n\`\`\`\``).join("\n\n"));

  await expect.poll(() => drawings(page), { timeout: 60_000 }).toBe(sources.length);
  expect(await page.locator(".diagram img").count()).toBeGreaterThan(sources.length / 2);
  expect(await watched.harm()).toEqual([]);
}, 90_000);

test("nothing runs from texts of such parts in any order (seeded)", async () => {
  const next = random(20_261_124);
  const payloads = xssPayloads(server.url);
  const glue = [
    "\n",
    "\n\n",
    " ",
    "`",
    "```",
    "~~~",
    "**",
    "_",
    "[",
    "](",
    ")",
    "<",
    ">",
    "|",
    "|-|\n",
    "- ",
    "> ",
    "# ",
    '"',
    "'",
    "\\",
    "&lt;",
    "&",
    "\n    ",
    "![",
    "<!--",
    "-->",
    "\u0000",
  ];

  for (let round = 0; round < 60; round++) {
    const parts = Array.from({ length: 40 }, () => {
      const from = next(3) === 0 ? payloads : glue;
      return from[next(from.length)] ?? "";
    });
    // A diagram takes long, and was looked at above.
    await showText(hostile.page, parts.join("").replaceAll("mermaid", "mermaids"), next(2) === 0);
    expect(await watched.harm()).toEqual([]);
  }
});
