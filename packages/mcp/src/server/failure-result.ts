import { HermesError } from "@hermes/registry";
import type { CallToolResult } from "@modelcontextprotocol/server";

/** A failure as the client's model reads it. One that nobody expected is told to the person alone. */
export function failureResult(
  name: string,
  error: unknown,
  onWarning: (message: string) => void,
): CallToolResult {
  if (HermesError.is(error)) {
    const { message, hint, code } = error;
    return failure(`${message}${hint === undefined ? "" : ` ${hint}`} [${code}]`);
  }
  onWarning(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
  return failure(`${name} failed inside of Hermes. What Hermes wrote to its standard error says why.`);
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}
