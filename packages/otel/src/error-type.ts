import { HermesError } from "@hermes/agent-loop";

/** `error.type`: a code where there is one, else the name of the class. Never a text. */
export function errorTypeOf(error: unknown): string {
  if (HermesError.is(error)) return error.code;
  return error instanceof Error ? error.name : "_OTHER";
}
