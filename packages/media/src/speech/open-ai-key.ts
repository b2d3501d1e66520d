import type { Environment } from "@hermes/registry";

/** The key for speech, where there is one of its own. Empty: none. */
export function openAiKey(env: Environment): string {
  return (env["VOICE_TOOLS_OPENAI_KEY"] || env["OPENAI_API_KEY"]) ?? "";
}
