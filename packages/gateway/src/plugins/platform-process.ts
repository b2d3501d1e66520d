/** The functions of a platform in a process of its own. What they give is not trusted, and they may fail in any way. */
export interface PlatformProcess {
  /** A sentence why it is used no more. Undefined: it is used. */
  readonly off: string | undefined;
  call(
    name: "check" | "send",
    params: unknown,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<unknown>;
  /** An item counts as taken when the next one is asked for. `timeoutMs`: longest time between two. */
  stream(
    name: "listen",
    params: unknown,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): AsyncGenerator<unknown, unknown, void>;
}
