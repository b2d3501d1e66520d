import { needs } from "@hermes/tooling/prerequisites";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderDiagram } from "../src/diagrams/index.ts";
import { cleanSvg } from "../src/diagrams/svg/clean-svg.ts";
import { pictureOfSvg } from "../src/diagrams/svg/picture-of-svg.ts";
import { listen, openPages } from "./support/drawing-page.ts";

const timeout = 240_000;
const { signal } = new AbortController();
const options = { env: process.env, signal };

/** What would reach the network, run something, or show HTML. */
const reaching =
  /(href|src)\s*=\s*"(?!#|data:image\/)|url\((?!#)|javascript:|<script|<foreignObject|@import|@font-face/i;

/** Ways to name an address, as sources of Mermaid and DOT. */
function attacks(origin: string): readonly (readonly ["mermaid" | "graphviz", string])[] {
  return [
    [
      "mermaid",
      `---
config:
  securityLevel: loose
  htmlLabels: true
  fontFamily: "x;} @import url(${origin}/font.css); @font-face { font-family: x; src: url(${origin}/font) } a {"
  themeCSS: "@import '${origin}/theme.css'; * { background: url(${origin}/theme) }"
  flowchart: { htmlLabels: true }
---
%%{init: {"securityLevel": "loose", "themeCSS": "* { fill: url(${origin}/init) }"}}%%
flowchart LR
  A["<img src='${origin}/img' onerror='fetch(1)'>"] --> B["<iframe src='${origin}/frame'></iframe><script>fetch('${origin}/script')</script>"]
  B --> C
  D["<style>@import '${origin}/label.css'</style>"]
  click A href "${origin}/click"
  click B call alert()`,
    ],
    [
      "graphviz",
      `digraph { stylesheet="${origin}/sheet.css"; URL="${origin}/graph"; bgcolor="url(${origin}/bg)";
  a [image="${origin}/img" URL="javascript:fetch(1)" label=<<TABLE><TR><TD><IMG SRC="${origin}/cell"/></TD></TR></TABLE>>];
  b [fontname="x');@import '${origin}/font" class="x onload=fetch(1)" id="x' onload='fetch(1)" tooltip="<script>fetch(1)</script>"];
  a -> b [href="${origin}/edge" label="<img src=${origin}/label onerror=fetch(1)>"] }`,
    ],
  ];
}

test(
  "a source that names addresses makes no request, drawn, as a picture and opened",
  { timeout },
  async (context) => {
    needs(context, "chromium");
    await using pages = await openPages();
    await using server = await listen();
    const { withPage } = pages;
    for (const [format, source] of attacks(server.origin)) {
      const drawing = await renderDiagram(format, source, { ...options, withPage });
      const picture = await pictureOfSvg(drawing, { withPage, signal, scale: 1 });
      const opened = await withPage(
        async (page) => {
          await page.setContent(`<!doctype html><body>${drawing.svg}</body>`);
          // A page that asks for something has done so by then.
          await page.screenshot({ clip: { x: 0, y: 0, width: 100, height: 100 } });
          return await page.run(
            `const all = [...document.querySelectorAll("svg, svg *")];
          const handlers = all.flatMap((each) => each.getAttributeNames().filter((name) => name.startsWith("on")));
          return [handlers, all.filter((each) => each.matches("script, img, image, iframe, foreignObject, a")).length];`,
            undefined,
          );
        },
        { signal },
      );

      expect(opened).toEqual([[], 0]);
      expect(drawing.svg.replaceAll(/<(text|title|tspan)\b[^>]*>[^<]*/g, "")).not.toMatch(reaching);
      expect(picture?.width).toBeGreaterThan(20);
    }
    const picture = `flowchart LR\n  A@{ img: "${server.origin}/picture", label: "Picture" }`;
    await expect(renderDiagram("mermaid", picture, { ...options, withPage })).rejects.toThrow(
      "Mermaid: an image can't be had: nothing is loaded",
    );
    expect(server.requests).toEqual([]);
  },
);

describe("cleaning", () => {
  const svg = (inside: string): string => cleanSvg(`<svg viewBox="0 0 9 9">${inside}</svg>`).svg;

  test.each([
    "<script>fetch(1)</script>",
    "<g><script/><SCRIPT>fetch(1)</SCRIPT></g>",
    '<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="http://127.0.0.1/"/></foreignObject>',
    '<image href="http://127.0.0.1/a"/>',
    '<image xlink:href="file:///etc/passwd"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<use href="http://127.0.0.1/a#b"/>',
    '<a href="javascript:fetch(1)"><text>x</text></a>',
    '<rect onclick="fetch(1)" ONLOAD="fetch(1)" onbegin="fetch(1)"/>',
    '<set attributeName="href" to="javascript:fetch(1)"/><animate attributeName="x"/>',
    "<style>@import 'http://127.0.0.1/a';</style>",
    "<style>@imp@import x;ort 'http://127.0.0.1/a';</style>",
    "<style>@imp/**/ort 'http://127.0.0.1/a';a{fill:url(/**/http://127.0.0.1/a)}</style>",
    "<style><![CDATA[a{fill:url('http://127.0.0.1/a')}]]></style>",
    "<style>a{fill:u&#114;l(http://127.0.0.1/a)}@font-face{src:url(http://127.0.0.1/a)}</style>",
    "<style>a{background:u\\72l(http://127.0.0.1/a);b:image-set('http://127.0.0.1/a' 1x)}</style>",
    '<rect fill="url(http://127.0.0.1/a#b)" style="fill:url(http://127.0.0.1/a)"/>',
    "<iframe/><embed/><object/><audio/><handler/><listener/>",
  ])("of %s nothing is left that runs or reaches out", (inside) => {
    const left = svg(inside).replace(/^<svg[^>]*>/, "");

    expect(left).not.toMatch(reaching);
    expect(left).not.toMatch(/\son\w+=|<(set|animate|iframe|embed|object|handler|SCRIPT)/i);
  });

  test("what refers into the drawing stays in an SVG", () => {
    const inside =
      '<rect fill="url(#a)" style="filter: url(&quot;#b.c-d&quot;)"/><use xlink:href="#a"/><text>a &lt; b</text>';
    expect(svg(inside)).toContain(
      '<rect fill="url(#a)" style="filter: url(#b.c-d)"/><use xlink:href="#a"/><text>a &lt; b</text>',
    );
  });

  test("of no text that a program could give anything is left that reaches out", () => {
    const part = fc.constantFrom(
      ...[
        "<svg ",
        "<script",
        "<style>",
        "</style>",
        "<g ",
        "/>",
        ">",
        "</g>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?x",
      ],
      ...[
        'href="',
        "url(",
        "'",
        '"',
        "#a",
        "http://127.0.0.1/",
        ")",
        "onload=",
        "@import ",
        ";",
        "/*",
        "*/",
        "\\",
        "&#x",
        "a",
      ],
      ...["<image ", "<foreignObject>", "<a ", "javascript:", " ", "=", "u", "rl(", "@imp", "ort "],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        let left = "";
        try {
          left = svg(parts.join(""));
        } catch (error) {
          expect(error).toMatchObject({ code: "DIAGRAM_BROKEN" });
        }
        const tags = [...left.matchAll(/<[^>]*>/g)].join("").replace(/^<svg[^>]*>/, "");
        expect(tags).not.toMatch(/<script|<image[^>]*href|<foreignObject|\son\w+=|href="(?!#)|url\((?!#)/i);
        for (const [, css] of left.matchAll(/<style[^>]*>([^<]*)/g))
          expect(css).not.toMatch(/@import|url\((?!#)/i);
      }),
      { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? 20_000 : 1_000, seed: 20_261_129 },
    );
  });

  test("a drawing that goes on and on is refused, and is not searched for long", () => {
    expect(() => cleanSvg(`<svg>${"x".repeat(20_000_000)}</svg>`)).toThrow(/at most/);
    const began = performance.now();
    for (const bomb of ["<g ", "<!--", "<g a='", "<![CDATA[", "<g><", "<!DOCTYPE [", "&#x1;"])
      expect(() => cleanSvg(`<svg viewBox="0 0 9 9">${bomb.repeat(50_000)}`)).toThrow();
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe("bombs", () => {
  test("a graph that has no layout in time is ended", { timeout: 60_000 }, async () => {
    const nodes = Array.from({ length: 15_000 }, (_, index) => `n${index}`).join(";");

    await expect(
      renderDiagram("graphviz", `digraph { ${nodes} }`, { ...options, timeoutMs: 3_000 }),
    ).rejects.toMatchObject({ code: "DIAGRAM_TOO_LONG" });
  });

  test("Ctrl-C ends the layout of a graph", { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const drawing = renderDiagram("graphviz", "digraph { a -> b [minlen=1000000] }", {
      ...options,
      signal: stop.signal,
    });
    stop.abort(new Error("stopped"));

    await expect(drawing).rejects.toThrow("stopped");
  });

  test(
    "a graph that takes too much memory, or breaks Graphviz, is an error",
    { timeout: 120_000 },
    async () => {
      const deep = `${"{".repeat(20_000)}x${"}".repeat(20_000)}`;
      for (const source of [
        "digraph { a -> b [minlen=1000000] }",
        `digraph { a [shape=record label="${deep}"] }`,
      ])
        await expect(
          renderDiagram("graphviz", source, { ...options, timeoutMs: 60_000 }),
        ).rejects.toMatchObject({ code: "DIAGRAM_FAILED" });
    },
  );
});
