// What is no HTML: feeds, JSON, text, PDF; and content types that lie.
import { plainPage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";
import { words } from "./words.ts";

export function documentPages(): readonly SitePage[] {
  const text = words(5_000);
  const entries = Array.from({ length: 8 }, (_, index) => ({
    title: text.sentence(6),
    link: `/post/${index}`,
    body: text.sentence(20),
  }));
  const main = entries.flatMap(({ title, body }) => [title, body]);
  const rss = `<?xml version="1.0" encoding="utf-8"?><?xml-stylesheet href="/x.xsl"?>\n<rss version="2.0"><channel><title>News</title><link>/</link><description>d</description>${entries.map((each) => `<item><title>${each.title}</title><link>${each.link}</link><pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate><description>&lt;p&gt;${each.body}&lt;/p&gt;</description></item>`).join("")}</channel></rss>`;
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>${entries.map((each) => `<entry><title>${each.title}</title><link href="${each.link}"/><updated>2026-01-01T00:00:00Z</updated><summary>${each.body}</summary></entry>`).join("")}</feed>`;
  const rdf = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>News</title></channel>${entries.map((each) => `<item><title>${each.title}</title><link>http://e.invalid${each.link}</link><description>${each.body}</description></item>`).join("")}</rdf:RDF>`;
  const json = JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "News",
    items: entries.map((each, index) => ({
      id: `${index}`,
      url: `http://e.invalid${each.link}`,
      title: each.title,
      content_text: each.body,
    })),
  });
  const html = `<html><body><p>${main.join("</p><p>")}</p></body></html>`;
  const feed = (path: string, body: string, type: string, more: Partial<SitePage> = {}): SitePage =>
    plainPage({ path: `/feed/${path}`, shape: "feed", body, type, main, ...more });
  const other = (
    path: string,
    body: string | Uint8Array,
    type: string,
    more: Partial<SitePage> = {},
  ): SitePage => plainPage({ path: `/other/${path}`, shape: "other", body, type, main, ...more });
  return [
    feed("rss", rss, "application/rss+xml"),
    feed("rss-as-html", rss, "text/html"),
    feed("rss-as-text", rss, "text/plain"),
    feed("rss-untyped", rss, ""),
    feed("atom", atom, "application/atom+xml"),
    feed("atom-as-xml", atom, "text/xml"),
    feed("rdf", rdf, "application/rdf+xml"),
    feed("json", json, "application/feed+json"),
    feed("json-plain", json, "application/json"),
    feed("rss-cut", rss.slice(0, -60), "application/rss+xml", {
      main: entries.slice(0, 6).map(({ title }) => title),
    }),
    feed("rss-unescaped", rss.replaceAll("market", "market & more"), "application/rss+xml", { main: [] }),
    feed("rss-empty", "<rss version='2.0'><channel><title>x</title></channel></rss>", "application/rss+xml", {
      main: [],
    }),
    feed("rss-nothing", "<rss>", "application/rss+xml", { main: [] }),
    feed("no-feed", "<opml><body/></opml>", "application/rss+xml", { main: [] }),
    other("json", JSON.stringify({ entries }), "application/json"),
    other("json-broken", JSON.stringify({ entries }).slice(0, -5), "application/json", {
      main: main.slice(0, -1),
    }),
    other("json-deep", "[".repeat(50_000), "application/json", { main: [] }),
    other("text", main.join("\n"), "text/plain"),
    other("markdown", `# Title\n\n${main.join("\n\n")}`, "text/markdown"),
    other(
      "xml",
      `<?xml version="1.0"?><data>${main.map((each) => `<v>${each}</v>`).join("")}</data>`,
      "application/xml",
    ),
    other("csv", main.join(",\n"), "text/csv"),
    other("html-as-text", html, "text/plain"),
    other("html-as-octets", html, "application/octet-stream"),
    other("html-untyped", html, ""),
    other("html-as-image", html, "image/png"),
    other("html-as-json", html, "application/json"),
    other("text-as-html", main.join("\n"), "text/html"),
    other(
      "xhtml",
      `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>${main.join("</p><p>")}</p></body></html>`,
      "application/xhtml+xml",
    ),
    other("pdf", pdfOf(main), "application/pdf"),
    other("pdf-as-octets", pdfOf(main), "application/octet-stream"),
    other("pdf-as-html", pdfOf(main), "text/html"),
    other("pdf-cut", pdfOf(main).slice(0, 700), "application/pdf", { main: [], gives: "either" }),
    other("pdf-empty", "%PDF-1.7", "application/pdf", { main: [], gives: "error" }),
    other("image", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "image/png", {
      main: [],
      gives: "error",
    }),
    other("image-as-html", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "text/html", {
      main: [],
      gives: "error",
    }),
    other("zip", Buffer.from("504b0304140000000800", "hex"), "application/zip", { main: [], gives: "error" }),
    other("zeros", Buffer.alloc(5_000), "application/octet-stream", { main: [], gives: "error" }),
    other("svg", "<svg xmlns='http://www.w3.org/2000/svg'><text>A drawing</text></svg>", "image/svg+xml", {
      main: ["A drawing"],
    }),
    other("nothing", "", "text/html", { main: [] }),
  ];
}

/** A PDF with one line of text per sentence, two pages. */
export function pdfOf(lines: readonly string[]): Uint8Array {
  const half = Math.ceil(lines.length / 2);
  const pages = [lines.slice(0, half), lines.slice(half)];
  const stream = (page: readonly string[]): string => {
    const text = page.map((line) => `(${line}) Tj T*`).join("\n");
    return `BT /F1 8 Tf 12 TL 20 780 Td\n${text}\nET`;
  };
  const contents = pages.map(stream);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [4 0 R 6 0 R] /Count 2 >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1200 800] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(file + end, "latin1");
}
