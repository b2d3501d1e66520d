import { claudeVersion } from "../render/claude-thinking.ts";

/** Models of OpenAI from before answers could be held to a schema. */
const olderOpenai = /^(?:ft:)?(?:gpt-3|gpt-4(?:$|-(?!o\b)(?!o-))|chatgpt-|o1-(?:mini|preview))/;

/**
 * Whether a host of Chat Completions keeps to the schema of an answer, also where tools are offered, as far as it is documented;
 * of hosts that nobody knows it is not assumed.
 */
export function chatOutputSchemas(host: string, model: string): boolean {
  const isAt = (name: string): boolean => host === name || host.endsWith(`.${name}`);
  if (isAt("openai.com")) return openaiOutputSchemas(model);
  // Deployments have names of their own.
  if (isAt("azure.com") || isAt("openrouter.ai")) return true;
  return isAt("x.ai") && /grok-[4-9]/.test(model);
}

export function openaiOutputSchemas(model: string): boolean {
  return !olderOpenai.test(model.toLowerCase());
}

/** @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs */
export function claudeOutputSchemas(model: string): boolean {
  const version = claudeVersion(model);
  return version !== undefined && (version.major > 4 || (version.major === 4 && version.minor >= 5));
}
