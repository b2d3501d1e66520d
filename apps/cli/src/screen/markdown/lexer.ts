import { Lexer, type Token, Tokenizer, type Tokens } from "marked";

/** Deeper quotes and lists are text: nobody reads them, and each takes a part of the stack. */
const maxDepth = 24;
/** Signs of a paragraph, times its characters: reading it takes so many steps, and beyond these it is text. */
const maxSteps = 2_000_000;

/**
 * Text as blocks. The `raw` of all of them, one after another, is the text. Any text is read in time that grows with its
 * length.
 */
export function lex(text: string): readonly Token[] {
  return new BoundedLexer({ gfm: true, tokenizer: new BoundedTokenizer() }).lex(text);
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

  /** References stay as they are written: where they lead to may come last, when lines before are drawn for good. */
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
