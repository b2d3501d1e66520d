import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from "marked";

/** Deeper quotes and lists are text: nobody reads them, and each takes a part of the stack. */
const maxDepth = 24;
/** Signs of a paragraph, times its characters: reading it takes so many steps, and beyond these it is text. */
const maxSteps = 2_000_000;

/** Markdown as blocks, read in time that grows with its length. Line ends are `\n`. */
export function lex(markdown: string): readonly MarkedToken[] {
  const tokens = new BoundedLexer({ gfm: true, tokenizer: new BoundedTokenizer() }).lex(markdown);
  // `Token` has room for tokens of extensions, of which there are none here.
  return tokens as readonly Token[] as readonly MarkedToken[];
}

class BoundedLexer extends Lexer {
  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    const signs = text.match(/[*_~`[<]/g)?.length ?? 0;
    if (signs * text.length <= maxSteps) return super.inlineTokens(text, tokens);
    tokens.push({ type: "escape", raw: text, text });
    return tokens;
  }
}

class BoundedTokenizer extends Tokenizer {
  #depth = 0;

  /** Where a reference leads may stand in another message, so references stay as they are written. */
  override def(): undefined {}

  override blockquote(text: string): Tokens.Blockquote | undefined {
    return this.#within(() => super.blockquote(text));
  }

  override list(text: string): Tokens.List | undefined {
    return this.#within(() => super.list(text));
  }

  #within<Found>(read: () => Found): Found | undefined {
    if (this.#depth >= maxDepth) return undefined;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}
