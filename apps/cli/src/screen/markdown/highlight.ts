import type { Emitter, Highlighter, LanguageFn } from "highlight.js/lib/core";
import { type Mark, type Span, unmarked } from "../text/span.ts";

export interface Highlighted {
  /** The code, in pieces that may hold line breaks. */
  readonly spans: readonly Span[];
  /** A comment or text that has no end yet, from where it begins: to be put before what comes next. */
  readonly open: string;
}

/**
 * @param language As it stands after the fence.
 * @returns Undefined for a language that is not known.
 */
export type Highlight = (code: string, language: string) => Highlighted | undefined;

/** The part of a scope's name before its first dot decides, unless the whole name is here. */
const marksOf: Readonly<Record<string, readonly Mark[]>> = {
  comment: ["dim"],
  quote: ["dim"],
  doctag: ["dim", "bold"],
  keyword: ["magenta"],
  literal: ["magenta"],
  built_in: ["magenta"],
  name: ["magenta"],
  "selector-tag": ["magenta"],
  string: ["green"],
  regexp: ["green"],
  addition: ["green"],
  deletion: ["red"],
  number: ["cyan"],
  type: ["cyan"],
  title: ["cyan"],
  attr: ["cyan"],
  attribute: ["cyan"],
  property: ["cyan"],
  symbol: ["cyan"],
  "selector-class": ["cyan"],
  "selector-id": ["cyan"],
  section: ["bold"],
  strong: ["bold"],
  emphasis: ["italic"],
  meta: ["dim"],
};

/** What goes on over lines, and changes how all of them are read. */
const literals: ReadonlySet<string> = new Set(["comment", "string"]);
const maxOpenChars = 4000;

export function createHighlight(
  hljs: Highlighter,
  languages: Readonly<Record<string, LanguageFn>>,
): Highlight {
  for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
  hljs.configure({ __emitter: SpanEmitter });
  return (code, language) => {
    if (hljs.getLanguage(language) === undefined) return undefined;
    const { _emitter } = hljs.highlight(code, { language, ignoreIllegals: true });
    return _emitter instanceof SpanEmitter ? _emitter : undefined;
  };
}

/** Takes the place of the one that writes HTML. */
class SpanEmitter implements Emitter {
  readonly spans: Span[] = [];
  open = "";
  readonly #scopes: { readonly name: string; readonly from: number }[] = [];

  addText(text: string): void {
    if (text === "") return;
    const scope = this.#scopes.findLast(({ name }) => marksFor(name) !== undefined);
    this.spans.push({ text, marks: (scope && marksFor(scope.name)) ?? unmarked });
  }

  startScope(name: string): void {
    this.#scopes.push({ name, from: this.spans.length });
  }

  endScope(): void {
    this.#scopes.pop();
  }

  openNode(name: string): void {
    this.startScope(name);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof SpanEmitter) this.spans.push(...emitter.spans);
  }

  finalize(): void {
    const literal = this.#scopes.find(({ name }) => literals.has(name));
    if (literal === undefined) return;
    const text = this.spans
      .slice(literal.from)
      .map((span) => span.text)
      .join("");
    this.open = text.length > maxOpenChars ? (text.split("\n", 1)[0] ?? "") : text;
  }

  toHTML(): string {
    return "";
  }
}

function marksFor(scope: string): readonly Mark[] | undefined {
  return marksOf[scope] ?? marksOf[scope.split(".", 1)[0] ?? ""];
}
