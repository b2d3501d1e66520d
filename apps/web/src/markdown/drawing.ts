/** What is asked of the frame that draws. Texts are untrusted in both directions. */
export interface DrawingRequest {
  readonly id: number;
  /** In Mermaid's language. */
  readonly source: string;
  readonly isDark: boolean;
}

/** What that frame answers. */
export type DrawingAnswer =
  | { readonly id: number; readonly svg: string; readonly title: string }
  | { readonly id: number; readonly error: string };
