/** The part of `highlight.js/lib/core` that is used: its own types declare a browser's globals for the whole program. */
export interface Highlighter {
  newInstance(): Highlighter;
  configure(options: { readonly __emitter: new () => Emitter }): void;
  registerLanguage(name: string, language: LanguageFn): void;
  /** By its name or another name of it. */
  getLanguage(name: string): object | undefined;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals?: boolean },
  ): { readonly _emitter: Emitter };
}

/** Is told what was found, in order, for the length of one call. */
export interface Emitter {
  addText(text: string): void;
  startScope(name: string): void;
  /** As `startScope`. */
  openNode(name: string): void;
  endScope(): void;
  /** As `endScope`. */
  closeNode(): void;
  /** Code of another language, read by an emitter of its own. */
  __addSublanguage(emitter: Emitter, name: string): void;
  finalize(): void;
  toHTML(): string;
}

export type LanguageFn = (highlighter: Highlighter) => object;

declare const highlighter: Highlighter;
// oxlint-disable-next-line import/no-default-export -- as it is there
export default highlighter;
