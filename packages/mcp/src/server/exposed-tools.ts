import { fromJsonSchema } from "@modelcontextprotocol/server";
import { failureResult } from "./failure-result.ts";
import { clipText } from "./clip-text.ts";
import type { ExposedTool, ExposedToolsPort } from "./hermes-ports.ts";
import { progressOf } from "./server-tool.ts";
import type { ServerTool } from "./server-tool.ts";

/** Characters of one result. */
const maxResultChars = 200_000;

/** A tool of the agent itself, which its own guard decides about. */
export function exposedTool(
  { name, description, parameters, readOnly }: ExposedTool,
  tools: ExposedToolsPort,
): ServerTool {
  return {
    name,
    readOnly,
    addTo(server, { finish, onWarning }) {
      const annotations = { readOnlyHint: readOnly, ...(readOnly ? {} : { destructiveHint: true }) };
      // The agent's registry checks the arguments, and forgives what models often get wrong.
      const inputSchema = fromJsonSchema({ ...parameters }, unchecked);
      server.registerTool(name, { description, inputSchema, annotations }, async (args, context) => {
        const { signal } = context.mcpReq;
        try {
          const { content, isError } = await tools.call(name, args, {
            signal,
            progress: progressOf(context),
          });
          return await finish({
            isError,
            content: [{ type: "text", text: clipText(content, maxResultChars) }],
          });
        } catch (error) {
          signal.throwIfAborted();
          return await finish(failureResult(name, error, onWarning));
        }
      });
    },
  };
}

const unchecked: Parameters<typeof fromJsonSchema>[1] = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};
