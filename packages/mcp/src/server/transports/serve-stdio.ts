import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";

export interface ServeStdioOptions {
  /** Makes the server of the one client; a second time where that one asked what is served before it began. */
  readonly factory: McpServerFactory;
  readonly input: Readable;
  /** Gets the protocol and nothing else. */
  readonly output: Writable;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** @default nothing happens */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Longest message in bytes; a longer one ends the connection. */
const maxMessageBytes = 4_000_000;

/** Serves one client by its pipes, in both revisions, until it closes its end or `signal` is aborted. */
export async function serveStdio({
  factory,
  input,
  output,
  signal,
  onWarning = () => undefined,
}: ServeStdioOptions): Promise<void> {
  if (signal.aborted) return;
  const transport = new StdioServerTransport(input, output, { maxBufferSize: maxMessageBytes });
  const over = new AbortController();
  const onEnd = (): void => over.abort();
  // It closes itself after a message that is too long.
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    onEnd();
  };
  const handle = serve(factory, {
    transport,
    onerror: ({ message }) => onWarning(`A message by MCP failed: ${message}`),
  });
  for (const event of ["end", "close", "error"]) input.once(event, onEnd);
  for (const event of ["close", "error"]) output.once(event, onEnd);
  const ended = AbortSignal.any([signal, over.signal]);
  if (!ended.aborted) await once(ended, "abort");
  await handle.close();
}
