import { ndJsonStream } from "@agentclientprotocol/sdk";
import { Writable } from "node:stream";
import type { Readable } from "node:stream";
import type { ServeAcpOptions } from "../serve-acp.ts";
import { Conversations } from "./conversations.ts";
import { createAgentApp } from "./create-agent-app.ts";
import { cutLongLines } from "./cut-long-lines.ts";

/** Serves one editor by its pipes. */
export async function serveEditor(options: ServeAcpOptions): Promise<void> {
  const { home, version, input, output, signal, onError } = options;
  const conversations = new Conversations(home);
  const app = createAgentApp({
    ...{ home, conversations, version, onError },
    editor: (can) => ({ client: connection.client, can }),
  });
  const connection = app.connect(ndJsonStream(Writable.toWeb(output), bytesOf(input)));
  const end = (): void => connection.close();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    await connection.closed;
  } finally {
    signal.removeEventListener("abort", end);
    input.destroy();
    await conversations[Symbol.asyncDispose]();
  }
}

/** Ends with the stream, whatever ends it. */
function bytesOf(input: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(control) {
      const cut = cutLongLines();
      input.on("data", (chunk: Uint8Array) => {
        for (const piece of cut(chunk)) control.enqueue(piece);
      });
      input.once("end", () => control.close());
      input.once("error", (error) => control.error(error));
    },
    cancel() {
      input.destroy();
    },
  });
}
