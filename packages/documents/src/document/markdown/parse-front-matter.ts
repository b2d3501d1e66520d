import { z } from "zod";
import type { DocumentFacts } from "../document-model.ts";

const lines = z
  .string()
  .transform((value) => value.slice(0, 1_000))
  .optional();
const line = z
  .string()
  .transform((value) => value.replaceAll(/\s*\n\s*/g, " ").slice(0, 500))
  .optional();

const fields = z.object({
  title: line,
  author: line,
  date: line,
  lang: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i)
    .catch("en")
    .default("en"),
  toc: z
    .string()
    .transform((value) => /^(?:true|yes|on)$/i.test(value))
    .default(false),
  sender: lines,
  recipient: lines,
  subject: line,
  signature: lines,
});

/**
 * Takes the lines `name: value` between two `---` off the top of a text. Indented lines and items of a list go on with
 * the value before. A text that begins otherwise has none.
 */
export function parseFrontMatter(content: string): { readonly facts: DocumentFacts; readonly body: string } {
  const match =
    /^---[ \t]*\r?\n((?:[a-z_]+[ \t]*:.*\r?\n(?:(?:[ \t]+\S|- ).*\r?\n)*)*)---[ \t]*(?:\r?\n|$)/i.exec(
      content,
    );
  const raw = new Map<string, string>();
  let name = "";
  for (const row of (match?.[1] ?? "").split(/\r?\n/).filter((each) => each !== "")) {
    const field = /^([a-z_]+)[ \t]*:(.*)$/i.exec(row);
    name = field?.[1]?.toLowerCase() ?? name;
    const said = field?.[2]?.trim() ?? row.replace(/^[ \t]*(?:- )?/, "").trimEnd();
    // `|` and `>` of YAML only say that lines follow.
    const value = /^[|>][+-]?$/.test(said) ? "" : unquoted(said);
    raw.set(name, [field === null ? raw.get(name) : undefined, value].filter(Boolean).join("\n"));
  }
  const filled = [...raw].filter(([, value]) => value !== "");
  const { title, author, date, lang, toc, ...letter } = fields.parse(Object.fromEntries(filled));
  const { sender, recipient, subject, signature } = letter;
  return {
    facts: { title, author, date, lang, toc, sender, recipient, subject, signature },
    body: match === null ? content : content.slice(match[0].length),
  };
}

/** Within double quotes `\n` is a line end, as in YAML. */
function unquoted(value: string): string {
  const [, quote, inner = ""] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (quote === undefined) return value;
  return quote === '"' ? inner.replaceAll(String.raw`\n`, "\n") : inner;
}
