/** What of the editor can be used. Each rejects with `ACP_REFUSED` where the person said no there. */
export interface EditorAccess {
  /** A file with what is not saved yet; undefined where the editor has none. @param path Absolute. */
  readonly read?: ((path: string, options: EditorCall) => Promise<string | undefined>) | undefined;
  /** Does nothing where the editor can't. @param path Absolute. */
  readonly write?: ((path: string, text: string, options: EditorCall) => Promise<void>) | undefined;
  /** Runs a program in a terminal of the editor; undefined where it can't: nothing was run. */
  readonly openTerminal?: ((program: EditorProgram) => Promise<EditorTerminal | undefined>) | undefined;
}

export interface EditorCall {
  /** Nobody waits for the editor any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface EditorProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
}

/** A terminal of the editor, in which a program runs. */
export interface EditorTerminal {
  /** By which the editor shows it. */
  readonly id: string;
  /** Rejects where the editor can't say. */
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal?: string | undefined }>;
  /** What the program has written so far; its newest part. */
  output(): Promise<string>;
  kill(): Promise<void>;
  /** Nothing is asked of it any more. */
  release(): Promise<void>;
}
