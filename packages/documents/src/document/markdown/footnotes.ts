import { Marked } from "marked";
import type { Token, Tokens, TokenizerExtension } from "marked";

/** The footnotes of a text, numbered in the order in which they are referred to. */
export class Footnotes {
  /** What each says, by its number less one. */
  readonly referred: (readonly Token[])[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #definitions: ReadonlyMap<string, readonly Token[]>;

  constructor(definitions: ReadonlyMap<string, readonly Token[]>) {
    this.#definitions = definitions;
  }

  /** @returns Undefined: there is no such footnote. */
  numberOf(label: string): number | undefined {
    const tokens = this.#definitions.get(label);
    if (tokens === undefined) return undefined;
    const known = this.#numbers.get(label);
    if (known !== undefined) return known;
    this.#numbers.set(label, this.referred.push(tokens));
    return this.referred.length;
  }
}

/** Markdown (GFM) with the footnotes that GitHub has as well: `[^label]`, and `[^label]: what it says`. */
export function lexMarkdown(text: string): {
  readonly tokens: readonly Token[];
  readonly footnotes: Footnotes;
} {
  const definitions = new Map<string, readonly Token[]>();
  const extension: TokenizerExtension = {
    name: "footnote",
    level: "block",
    tokenizer(source) {
      const match = /^\[\^([^\]\s]{1,80})\]:[ \t]*(.*(?:\n(?!\[\^|[ \t]*(?:\n|$)).*)*)(?:\n|$)/.exec(source);
      if (match === null) return undefined;
      const [raw, label = "", says = ""] = match;
      const tokens = this.lexer.inline(says);
      if (!definitions.has(label)) definitions.set(label, tokens);
      return { type: "footnote", raw, tokens } satisfies Tokens.Generic;
    },
  };
  const markdown = new Marked({ gfm: true, extensions: [extension] });
  return { tokens: markdown.lexer(text), footnotes: new Footnotes(definitions) };
}
