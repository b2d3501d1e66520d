import type { Readable, Writable } from "node:stream";
import type { AcpHome } from "./ports/acp-home.ts";

export interface ServeAcpOptions {
  readonly home: AcpHome;
  /** Of Hermes, as editors are told. */
  readonly version: string;
  readonly input: Readable;
  /** Gets the protocol and nothing else. */
  readonly output: Writable;
  /** Ends everything. */
  readonly signal: AbortSignal;
  /** Told of what the editor is not. */
  readonly onError: (error: unknown) => void;
}

/**
 * One editor by its pipes, until it closes its end or `signal` is aborted. Its sessions are closed then; what waits for an answer is
 * a no.
 *
 * @example See examples/basic.ts
 */
export async function serveAcp(options: ServeAcpOptions): Promise<void> {
  const { serveEditor } = await import("./agent/serve-editor.ts");
  await serveEditor(options);
}
