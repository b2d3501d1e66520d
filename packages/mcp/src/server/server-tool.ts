import type { CallToolResult, ImageContent, McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { failureResult } from "./failure-result.ts";
import type { Attachment } from "./hermes-ports.ts";

/** What a tool learns about its call. */
export interface ServerToolCall {
  /** Aborted when the client cancels, or is gone. */
  readonly signal: AbortSignal;
  /** One line on how it goes; nothing where the client did not ask for it. Never fails. */
  readonly progress: (text: string) => void;
  /** Adds an image to the answer. */
  readonly attach: (image: Attachment) => void;
}

/** What a server does around each of its tools. */
export interface ToolSurroundings {
  /** Makes what leaves harmless, and takes secrets out of it. */
  finish<Value>(value: Value): Promise<Value>;
  readonly onWarning: (message: string) => void;
}

/** A tool that can be put on a server. */
export interface ServerTool {
  readonly name: string;
  /** Whether it changes nothing. */
  readonly readOnly: boolean;
  addTo(server: McpServer, around: ToolSurroundings): void;
}

export interface ServerToolOptions<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** `acts`: it may change something that can't be taken back, or reach others. @default "reads" */
  readonly does?: "reads" | "writes" | "acts" | undefined;
  run(args: z.output<Input>, call: ServerToolCall): Promise<z.output<Output>>;
}

export function defineServerTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  options: ServerToolOptions<Input, Output>,
): ServerTool {
  const { name, title, description, input, output, does = "reads", run } = options;
  const readOnly = does === "reads";
  const annotations = {
    title,
    readOnlyHint: readOnly,
    ...(readOnly ? {} : { destructiveHint: does === "acts", idempotentHint: false }),
    openWorldHint: does === "acts",
  };
  return {
    name,
    readOnly,
    addTo(server, { finish, onWarning }) {
      const config = { title, description, inputSchema: input, outputSchema: output, annotations };
      const handle = async (args: unknown, context: ServerContext): Promise<CallToolResult> => {
        const { signal } = context.mcpReq;
        const images: ImageContent[] = [];
        const attach = ({ mediaType: mimeType, data }: Attachment): void =>
          void images.push({ type: "image", mimeType, data });
        try {
          // The server validated them by the same schema.
          const value = await run(args as z.output<Input>, { signal, progress: progressOf(context), attach });
          const structuredContent = await finish<Record<string, unknown>>(value);
          const text = { type: "text" as const, text: JSON.stringify(structuredContent) };
          return { content: [text, ...images], structuredContent };
        } catch (error) {
          signal.throwIfAborted();
          return await finish(failureResult(name, error, onWarning));
        }
      };
      server.registerTool<z.ZodObject, z.ZodObject>(name, config, handle);
    },
  };
}

/** Tells the client in the order in which it is called. */
export function progressOf({ mcpReq }: ServerContext): (text: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    const params = { progressToken, progress, message };
    // A client that is gone ends the call by its signal.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
