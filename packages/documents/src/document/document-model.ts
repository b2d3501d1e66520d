/** Text of one look. A line break is a run whose text is "\n". */
export interface Run {
  readonly text: string;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly strike?: boolean | undefined;
  readonly code?: boolean | undefined;
  /** Only http, https and mailto. */
  readonly link?: string | undefined;
  /** The number of a footnote, of which `text` says the same. */
  readonly note?: number | undefined;
}

export type Alignment = "left" | "center" | "right" | undefined;

export interface ListItem {
  /** Undefined: not a task. */
  readonly checked: boolean | undefined;
  readonly blocks: readonly Block[];
}

export interface TableBlock {
  readonly kind: "table";
  readonly align: readonly Alignment[];
  readonly header: readonly (readonly Run[])[];
  readonly rows: readonly (readonly (readonly Run[])[])[];
}

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly runs: readonly Run[] }
  | { readonly kind: "paragraph"; readonly runs: readonly Run[] }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly ListItem[];
    }
  | TableBlock
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "image"; readonly source: string; readonly alt: string }
  | { readonly kind: "rule" }
  | { readonly kind: "page-break" };

export interface DocumentFacts {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly date: string | undefined;
  /** A language tag, such as `de` or `zh-CN`. */
  readonly lang: string;
  readonly toc: boolean;
  /** Of a letter. Lines are parted by "\n". */
  readonly sender: string | undefined;
  readonly recipient: string | undefined;
  readonly subject: string | undefined;
  readonly signature: string | undefined;
}

export interface DocumentModel extends DocumentFacts {
  readonly blocks: readonly Block[];
  /** What the footnotes say: the first is number 1. */
  readonly notes: readonly (readonly Run[])[];
}

/** A picture that is ready to be put in. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly type: "png" | "jpg";
  /** How large it is shown where there is room, in pixels of 1/96 inch; it may have more. */
  readonly width: number;
  readonly height: number;
}

export type Template = "report" | "letter" | "resume" | "slides";

/** What a renderer is given. Pictures are found by the source that names them; a missing one is shown as its alt text. */
export interface RenderOptions {
  readonly template: Template;
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface Rendered {
  readonly bytes: Uint8Array;
  readonly pages?: number | undefined;
  readonly slides?: number | undefined;
  readonly warnings: readonly string[];
}

export function plainText(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join("");
}
