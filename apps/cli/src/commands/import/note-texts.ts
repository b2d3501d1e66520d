import type { Token } from "marked";

/**
 * The notes that a Markdown file of instructions holds: its paragraphs and the items of its lists, each with the heading it
 * stands under, on one line.
 */
export async function noteTexts(markdown: string): Promise<readonly string[]> {
  const { lexer } = await import("marked");
  const notes: string[] = [];
  let heading = "";
  const add = (text: string): void => {
    const line = text.replace(/\s+/g, " ").trim();
    if (line !== "") notes.push(heading === "" ? line : `${heading}: ${line}`);
  };
  const withoutMatter = markdown.replace(/^\uFEFF?---\n[^]*?\n---\n/, "");
  for (const token of lexer(withoutMatter.replaceAll("\r\n", "\n")) as readonly Token[]) {
    // The title of the file says nothing about what stands below it.
    if (token.type === "heading") heading = token["depth"] === 1 ? "" : String(token["text"]).trim();
    else if (token.type === "list") for (const text of itemsOf(token)) add(text);
    else if (token.type !== "space" && token.type !== "hr") add(token.raw);
  }
  return notes;
}

function itemsOf(list: Token): readonly string[] {
  const items: unknown = "items" in list ? list["items"] : [];
  if (!Array.isArray(items)) return [];
  return items.map((item: unknown) =>
    typeof item === "object" && item !== null && "text" in item ? String(item.text) : "",
  );
}
