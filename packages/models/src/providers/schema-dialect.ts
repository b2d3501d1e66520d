import type { SchemaDialect } from "../render/wire-tools.ts";
import { isLocalUrl } from "../resilience/is-local-url.ts";

/**
 * What the server behind an address refuses of tools. Gemini keeps its own form of a schema wherever it is reached
 * through; OpenAI and Azure count the characters of a description.
 */
export function schemaDialect(baseUrl: string, model: string): SchemaDialect {
  const host = URL.parse(baseUrl)?.hostname ?? "";
  const isGoogle = /(?:^|[/.])gemini-/i.test(model) || /(?:^|\.)googleapis\.com$/.test(host);
  const isOpenai = /(?:^|\.)(?:openai\.com|azure\.com)$/.test(host);
  return {
    form: isGoogle ? "gemini" : "json-schema",
    maxDescriptionChars: isOpenai ? 1024 : undefined,
    anchoredPatterns: isLocalUrl(baseUrl),
  };
}
