// HTML as it should not be, and HTML that is meant to harm.
import { dressOf } from "./article-pages.ts";
import { plainPage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";

export function brokenPages(): readonly SitePage[] {
  const { paragraphs } = dressOf(7_000, "en", 5);
  const main = paragraphs.flat();
  const body = paragraphs.map((each) => `<p>${each.join(" ")}</p>`).join("\n");
  const bare = paragraphs.map((each) => `<p>${each.join(" ")}`).join("\n");
  const page = (path: string, html: string, more: Partial<SitePage> = {}): SitePage =>
    plainPage({ path: `/broken/${path}`, shape: "broken", body: html, main, ...more });
  const iframe = `<iframe src="/end"><iframe src="/end"></iframe></iframe>`;
  return [
    page("no-html", body),
    page("no-body", `<!doctype html><title>x</title>${body}`),
    page("head-only", `<html><head><title>x</title>${body}</head></html>`),
    page("head-open", `<html><head><title>x</title><meta charset=utf-8>${body}`),
    page(
      "two-bodies",
      `<html><body>${body.slice(0, body.indexOf("</p>") + 4)}</body><body>${body.slice(body.indexOf("</p>") + 4)}</body></html>`,
    ),
    page("after-end", `<html><body></body></html>${body}`),
    page("two-pages", `<html><body><p>x</p></body></html><html><body>${body}</body></html>`),
    page("unclosed", `<html><body><div><div><span>${bare}`),
    page("crossed", `<html><body><b><i>${body}</b></i></div></table></body>`),
    page(
      "attributes",
      `<html><body class="a" class='b" ${"x ".repeat(50)}'><div =a "b" <c id=x>${body}</div></body></html>`,
    ),
    page("entities", `<html><body>&nbsp;&bogus;&#xFFFFFF;&#0;&amp;amp; ${body}</body></html>`),
    page("nul", `<html><body>\0${body}\0</body></html>`),
    page("comment-open", `<html><body>${body}<!-- never closed <p>gone</p>`),
    page("comments", `<!-- a --><!--> <html><body><!-- ${"-".repeat(500)} -->${body}</body></html>`),
    page("cdata", `<html><body><![CDATA[ x ]]>${body}</body></html>`),
    page("upper", `<HTML><BODY>${body.replaceAll("p>", "P>")}</BODY></HTML>`),
    page("script-open", `<html><body>${body}<script>var a = "</p>`),
    page("table-soup", `<html><body><table><td>${body}<tr><table></td></table>`),
    page("framed", `<html><body>${body}${iframe}</body></html>`),
    page(
      "frameset",
      `<html><head><title>x</title></head><frameset><frame src="/end"><frame src="/chain/1"></frameset></html>`,
      { main: ["Frame"] },
    ),
    page("nested-frames", `<html><body>${"<iframe src=/broken/nested-frames>".repeat(40)}</body></html>`, {
      main: [],
    }),
    page("no-text", "<html><body><div id=root></div><script>render()</script></body></html>", { main: [] }),
    page("noscript", `<html><body><noscript>Please enable JavaScript</noscript>${body}</body></html>`),
    page(
      "endless-scroll",
      `<html><body><div id="feed">${body}</div><div class="spinner">Loading more</div><script>more()</script></body></html>`,
    ),
    page(
      "base",
      `<html><head><base href="http://[bad"></head><body>${body}<a href="x">link</a></body></html>`,
    ),
    page(
      "picture-in-text",
      `<html><body>${body}<img alt="A chart" src="data:image/png;base64,${"A".repeat(100_000)}"></body></html>`,
    ),
  ];
}

export function hostilePages(): readonly SitePage[] {
  const { paragraphs } = dressOf(7_500, "en", 3);
  const main = [paragraphs[0]?.[0] ?? ""];
  const text = `<p>${main.join(" ")}</p>`;
  const page = (path: string, html: string, more: Partial<SitePage> = {}): SitePage =>
    plainPage({ path: `/hostile/${path}`, shape: "hostile", body: html, main, ...more });
  const heavy = { isHeavy: true };
  // The time that some of them take grows with the square of it.
  const many = process.env["HERMES_TEST_LONG"] === "1" ? 300_000 : 100_000;
  return [
    page("nested", text + "<div>".repeat(100_000)),
    page("nested-formatting", text + "<b><i><u>".repeat(30_000)),
    page("nested-lists", text + "<ul><li>".repeat(30_000)),
    page("nested-tables", text + "<table><tr><td>".repeat(5_000)),
    page(
      "attributes",
      `${text}<p ${Array.from({ length: 200_000 }, (_, index) => `a${index}=1`).join(" ")}>end</p>`,
      heavy,
    ),
    page("elements", text + "<p>x</p>".repeat(200_000), heavy),
    page(
      "links",
      `<base href="http://e.invalid/${"y".repeat(2_000)}/">${text}${"<a href=x>x</a>".repeat(50_000)}`,
      heavy,
    ),
    page("spaces", `${text}<pre>${" ".repeat(500_000)}x</pre>`),
    page("one-word", `${text}<p>${"x".repeat(3_000_000)}</p>`),
    page("entities", text + "&amp;".repeat(many)),
    page("open-tags", text + "<".repeat(many)),
    page("quotes", `${text}<p a="${"'".repeat(500_000)}`),
    page("comments", text + "<!--".repeat(200_000)),
    page("closers", text + "</div>".repeat(300_000)),
    page("wide-table", `${text}<table>${`<tr>${"<td>x</td>".repeat(300)}</tr>`.repeat(100)}</table>`, heavy),
    page("fences", `${text}<pre>${"`".repeat(50_000)}</pre>`),
    page("styles", text + "<div style='display:none'>".repeat(500) + "gone"),
  ];
}
