// Pages of the shapes that are read most: news, blogs, documentation, forums, shops, wikis, in several languages and dresses.
import { plainPage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";
import { words } from "./words.ts";
import type { Language } from "./words.ts";

const languages: readonly Language[] = ["en", "de", "ru", "ja", "zh", "ar", "el", "en", "en", "de"];

export interface Dress {
  readonly seed: number;
  readonly language: Language;
  readonly title: string;
  readonly paragraphs: readonly (readonly string[])[];
  readonly around: readonly string[];
}

type Shape = (dress: Dress) => string;

const p = (sentences: readonly string[]): string => `<p>${sentences.join(" ")}</p>`;

function frame(dress: Dress, content: string): string {
  const { language, title, around } = dress;
  const [menu = "", side = "", foot = ""] = around;
  const links = Array.from(
    { length: 12 },
    (_, index) => `<li><a href="/section/${index}">Section ${index}</a></li>`,
  ).join("");
  return `<!DOCTYPE html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8">
<title>${title}</title><meta name="author" content="Ada Writer"><meta property="og:site_name" content="The Site">
<meta property="article:published_time" content="2026-03-0${1 + (dress.seed % 9)}T08:00:00Z">
<style>.x{color:red}</style><script>var tracking = "SCRIPT-TEXT";</script></head><body>
<header><nav class="menu"><ul>${links}</ul><p>${menu}</p></nav></header>${content}
<aside class="sidebar related"><h4>Related</h4><ul><li><a href="/a">${side}</a></li></ul></aside>
<footer class="footer"><p>${foot}</p><p hidden>HIDDEN-TEXT one</p><div style="display:none">HIDDEN-TEXT two</div></footer></body></html>`;
}

const shapes: Readonly<Record<string, Shape>> = {
  news: (dress) =>
    frame(
      dress,
      `<main><article class="story"><h1>${dress.title}</h1><p class="byline">By Ada Writer</p>${dress.paragraphs.map(p).join('<div class="ad advert"><a href="/buy">Advertisement</a></div>')}</article></main>`,
    ),
  blog: (dress) =>
    frame(
      dress,
      `<div id="content"><div class="post entry"><h2 class="entry-title"><a href="/post">${dress.title}</a></h2><div class="entry-content">${dress.paragraphs.map((each, index) => `${index % 2 === 1 ? `<h3>Part ${index}</h3>` : ""}${p(each)}`).join("")}</div></div></div>`,
    ),
  docs: (dress) =>
    frame(
      dress,
      `<div class="layout"><div role="main" class="document"><h1>${dress.title}<a class="headerlink" href="#x">¶</a></h1>${dress.paragraphs.map((each, index) => `<section id="s${index}"><h2>Step ${index}</h2>${p(each)}<div class="highlight-python"><pre><span class="k">def</span> run_${index}():\n    return ${index}\n</pre></div></section>`).join("")}</div></div>`,
    ),
  wiki: (dress) =>
    frame(
      dress,
      `<div id="mw-content"><h1 id="firstHeading">${dress.title}</h1><div class="mw-parser-output">${dress.paragraphs.map(p).join(`<h2><span class="mw-headline">History</span></h2><ul><li><a href="/wiki/Other_(place)" title="Other">Other (place)</a></li></ul>`)}<table class="wikitable"><caption>Numbers</caption><tr><th>Year</th><th>Count</th></tr><tr><td>2025</td><td>1|2</td></tr></table></div></div>`,
    ),
  forum: (dress) =>
    frame(
      dress,
      `<div class="thread"><h1>${dress.title}</h1>${dress.paragraphs.map((each, index) => `<div class="post" id="post-${index}"><div class="author"><a href="/user/${index}">user${index}</a></div><div class="post-body message">${p(each)}</div></div>`).join("")}</div>`,
    ),
  shop: (dress) =>
    frame(
      dress,
      `<div class="product"><h1>${dress.title}</h1><img src="/img/p.jpg" alt="The product"><span class="price">12.50</span><div class="description">${dress.paragraphs.map(p).join("")}</div><table><tr><td>Weight</td><td>2 kg</td></tr><tr><td>Colour</td><td>blue</td></tr></table><button>Add to cart</button></div>`,
    ),
  amp: (dress) =>
    frame(
      dress,
      `<article><h1>${dress.title}</h1><amp-img src="/a.jpg" width="10" height="10"></amp-img>${dress.paragraphs.map(p).join("")}</article>`,
    ),
  print: (dress) =>
    `<html><head><title>${dress.title}</title></head><body onload="print()"><h1>${dress.title}</h1>${dress.paragraphs.map(p).join("<br>")}</body></html>`,
  oldtable: (dress) =>
    `<html><head><title>${dress.title}</title></head><body><table width="100%"><tr><td width="150"><a href="/">Home</a><br><a href="/b">B</a></td><td><h1>${dress.title}</h1>${dress.paragraphs.map(p).join("")}</td></tr></table></body></html>`,
};

export function articlePages(): readonly SitePage[] {
  return Object.entries(shapes).flatMap(([shape, draw], kind) =>
    languages.map((language, index) => {
      const dress = dressOf(1_000 + kind * 20 + index, language, 5 + (index % 4));
      return plainPage({
        path: `/${shape}/${index}`,
        shape,
        body: draw(dress),
        main: dress.paragraphs.flat(),
        around:
          shape === "print" || shape === "oldtable" ? [] : [...dress.around, "SCRIPT-TEXT", "HIDDEN-TEXT"],
      });
    }),
  );
}

export function dressOf(seed: number, language: Language, paragraphs: number): Dress {
  const text = words(seed, language);
  return {
    seed,
    language,
    title: text.title(),
    paragraphs: Array.from({ length: paragraphs }, () => text.paragraph()),
    around: Array.from({ length: 3 }, () => text.sentence(5)),
  };
}

/** Pages that are no article: every entry counts. */
export function listPages(): readonly SitePage[] {
  return Array.from({ length: 24 }, (_, index) => {
    const text = words(3_000 + index, languages[index % languages.length] ?? "en");
    const entries = Array.from({ length: 20 + index }, () => text.sentence(7));
    const one = (entry: string, at: number): string =>
      [
        `<li><a href="/item/${at}">${entry}</a></li>`,
        `<div class="result"><h3><a href="/r/${at}">Result ${at}</a></h3><p class="snippet">${entry}</p></div>`,
        `<div class="card"><a href="/c/${at}"><h2>${entry}</h2></a></div>`,
        `<tr><td>${at}</td><td><a href="/t/${at}">${entry}</a></td><td>9</td></tr>`,
      ][index % 4] ?? "";
    const body = entries.map(one).join("");
    const wrapped =
      index % 4 === 0
        ? `<ul>${body}</ul>`
        : index % 4 === 3
          ? `<table><tbody>${body}</tbody></table>`
          : `<div class="grid">${body}</div>`;
    return plainPage({
      path: `/list/${index}`,
      shape: "list",
      body: `<!doctype html><html><head><title>List ${index}</title></head><body><header><a href="/">Home</a></header><main>${wrapped}</main><footer>Imprint</footer></body></html>`,
      main: entries,
    });
  });
}
