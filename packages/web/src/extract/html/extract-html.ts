import type { Extraction } from "../extraction.ts";
import { findArticle } from "./find-article.ts";
import { pageFacts } from "./page-facts.ts";
import { parseDocument } from "./parse-document.ts";
import { prepareDocument } from "./prepare-document.ts";
import { removeBoilerplate } from "./remove-boilerplate.ts";
import { createMarkdownWriter } from "./to-markdown.ts";

/**
 * Characters up to which the article is looked for; more is no article that anybody wrote, and takes longer than anybody waits.
 */
const maxArticleChars = 3_000_000;

/** The main text of a page as Markdown; of a page that is no article, all of its text. */
export type HtmlExtractor = (html: string, url: string) => Extraction;

export function createHtmlExtractor(): HtmlExtractor {
  const write = createMarkdownWriter();
  return (html, url) => {
    let document = parseDocument(html);
    // Before what is no text is taken out.
    const facts = pageFacts(document, url);
    let prepared = prepareDocument(document, url);
    const article = html.length > maxArticleChars ? undefined : findArticle(document);
    let body = article?.body;
    if (body === undefined) {
      // The search for an article took the page apart.
      if (html.length <= maxArticleChars) {
        document = parseDocument(html);
        prepared = prepareDocument(document, url);
      }
      removeBoilerplate(document);
      body = document.body;
    }
    const text = write(body);
    const framed = text.length > 200 ? [] : prepared.frames.map((frame) => `[Frame](${frame})`);
    return {
      kind: "html",
      text: [text, ...framed].filter((each) => each !== "").join("\n\n"),
      title: facts.title ?? article?.title,
      byline: article?.byline ?? facts.byline,
      published: article?.published ?? facts.published,
      site: article?.site ?? facts.site,
      links: facts.nofollow ? prepared.links.map((link) => ({ ...link, nofollow: true })) : prepared.links,
      canonical: facts.canonical,
      refresh: facts.refresh,
      notes: [],
    };
  };
}
