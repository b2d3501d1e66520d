import { identifierQuery, runQuery, type GramQuery } from "./indexed-text.ts";
import type { Query } from "./query.ts";

/**
 * A query in the language of FTS5. Every text in it is quoted and holds no quotes.
 *
 * @see https://sqlite.org/fts5.html#full_text_query_syntax
 */
export function matchExpression(query: Query): string {
  switch (query.type) {
    case "words":
      return phrase({ tokens: query.words, prefix: query.prefix });
    case "run":
      return phrase(runQuery(query.text));
    case "identifier": {
      const part = phrase(identifierQuery(query.text));
      return query.orWord ? `(${part} OR "${query.text}")` : part;
    }
    case "and":
    case "or":
      return `(${query.parts.map(matchExpression).join(query.type === "and" ? " AND " : " OR ")})`;
    case "except":
      return `(${matchExpression(query.wanted)} NOT ${matchExpression(query.unwanted)})`;
  }
}

function phrase({ tokens, prefix }: GramQuery): string {
  return `"${tokens.join(" ")}"${prefix ? " *" : ""}`;
}
