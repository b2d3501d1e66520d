import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { NodeHtmlMarkdown } from "node-html-markdown";

/** The three libraries as their READMEs put them together. */
export async function bareStack(html: string): Promise<string> {
  const { document } = parseHTML(html);
  const article = new Readability(document).parse();
  return await Promise.resolve(NodeHtmlMarkdown.translate(article?.content ?? ""));
}
