import { type Alias, type Document, type LineCounter, visit } from "yaml";

/**
 * What is wrong with the aliases (`*name`) of a document, with the line: one that stands inside of what it names has no
 * end, and one that names nothing has no value. The parser finds neither.
 */
export function aliasFault(
  document: Document.Parsed,
  lines: LineCounter,
): { readonly line: number; readonly reason: string } | undefined {
  let found: { readonly alias: Alias; readonly reason: string } | undefined;
  visit(document, {
    Alias(_, alias, path) {
      const target = alias.resolve(document);
      if (target !== undefined && !path.includes(target)) return undefined;
      const reason =
        target === undefined
          ? `"*${alias.source}" names nothing: there is no "&${alias.source}" before it.`
          : `"*${alias.source}" stands inside of what it names, which then has no end.`;
      found = { alias, reason };
      return visit.BREAK;
    },
  });
  return found && { line: lines.linePos(found.alias.range?.[0] ?? 0).line, reason: found.reason };
}
