import { HermesError } from "./hermes-error.ts";

/** Whether every provider takes it as the name of a tool: 1 to 64 letters, digits, `_` and `-`. */
export function isToolName(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name);
}

export function unusableName(name: string): HermesError {
  return new HermesError(`A tool can't be named "${name}".`, {
    code: "TOOL_INVALID",
    hint: 'Use 1 to 64 letters, digits, "_" and "-".',
  });
}
