import { Lexer } from "marked";
import type { Links, Token, Tokens } from "marked";

/** A paragraph, a list, a code block … of a text. */
export interface Block {
  readonly raw: string;
  readonly token: Token;
}

/** The blocks of a text, and where its links by reference lead. */
export interface Blocks {
  readonly blocks: readonly Block[];
  /** The same object as long as it says the same. */
  readonly links: Links;
}

const options = { gfm: true, breaks: false } as const;
/** Inline marks of one block are not read beyond this: odd texts take time by the square of their length. */
const maxBlockChars = 50_000;
const none: Links = Object.create(null) as Links;

/** Splits a text that grows; only its end is read again. */
export class BlockReader {
  #text = "";
  #blocks: readonly Block[] = [];
  #links: Links = none;

  read(given: string): Blocks {
    const text = given.replaceAll(/\r\n?/g, "\n");
    if (text !== this.#text) {
      const kept = text.startsWith(this.#text) ? this.#settled() : [];
      const from = kept.reduce((sum, { raw }) => sum + raw.length, 0);
      this.#blocks = [...kept, ...splitBlocks(text.slice(from))];
      this.#text = text;
      const links = linksOf(this.#blocks);
      if (JSON.stringify(links) !== JSON.stringify(this.#links)) this.#links = links;
    }
    return { blocks: this.#blocks, links: this.#links };
  }

  /** What more text can't change: all before the last two blocks that are not empty. */
  #settled(): readonly Block[] {
    const filled = this.#blocks.flatMap(({ token }, index) => (token.type === "space" ? [] : [index]));
    const isWhole = this.#blocks.reduce((sum, { raw }) => sum + raw.length, 0) === this.#text.length;
    return isWhole ? this.#blocks.slice(0, filled.at(-2) ?? 0) : [];
  }
}

function splitBlocks(text: string): readonly Block[] {
  try {
    const lexer = new Lexer(options);
    return lexer.blockTokens(text, lexer.tokens).map((token) => ({ raw: token.raw, token }));
  } catch {
    // Thousands of levels within each other: the stack has an end.
    return [{ raw: text, token: plain(text) }];
  }
}

function linksOf(blocks: readonly Block[]): Links {
  const links = Object.create(null) as Links;
  for (const { token } of blocks) {
    if (token.type !== "def") continue;
    const { tag, href, title } = token as Tokens.Def;
    links[tag] ??= { href, title };
  }
  return links;
}

/** The tokens of one block, with those within its lines. */
export function readBlock({ raw, token }: Block, links: Links): readonly Token[] {
  if (token.type === "code") return [token];
  if (raw.length > maxBlockChars) return [plain(raw)];
  try {
    const lexer = new Lexer(options);
    Object.assign(lexer.tokens.links, links);
    return lexer.lex(raw);
  } catch {
    return [plain(raw)];
  }
}

/** A text as it is. */
function plain(text: string): Token {
  return { type: "html", raw: text, text, block: true, pre: false };
}
