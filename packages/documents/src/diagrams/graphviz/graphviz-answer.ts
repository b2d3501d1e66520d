/** What the worker draws. */
export interface GraphvizTask {
  readonly source: string;
  /** Of what names none. */
  readonly font: string;
}

/** What the worker says when it is done. */
export interface GraphvizAnswer {
  /** Undefined where the source can't be drawn. */
  readonly svg: string | undefined;
  readonly problems: readonly { readonly level: string; readonly message: string }[];
}
