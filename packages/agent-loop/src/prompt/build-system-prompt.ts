import { untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import { defaultGuidance, defaultIdentity } from "./default-texts.ts";
import type { PromptLayer, PromptOptions } from "./prompt-layer.ts";

export interface PromptFacts {
  /** Whether the session has tools; the built-in guidance is about their use. @default true */
  readonly hasTools?: boolean | undefined;
}

/**
 * Joins the layers of a system prompt by blank lines, in the order given; empty ones are left out.
 *
 * Where no layer of kind `identity` or `guidance` is given, the built-in text takes its place at the top. A layer
 * of that kind with an empty text leaves it out.
 */
export function buildSystemPrompt(options: PromptOptions, { hasTools = true }: PromptFacts = {}): string {
  const has = (kind: PromptLayer["kind"]): boolean => options.layers.some((layer) => layer.kind === kind);
  const given = layersOf(options);
  const identities = has("identity") ? given.filter(({ kind }) => kind === "identity") : [identity];
  const guidances = has("guidance") || !hasTools ? [] : [guidance];
  const others = given.filter(({ kind }) => kind !== "identity");
  return [...identities, ...guidances, ...others]
    .map(({ text }) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Untrusted sources of the text that `buildSystemPrompt` makes. */
export function sourcesOfPrompt(prompt: string | PromptOptions): readonly Provenance[] {
  if (typeof prompt === "string") return [];
  return untrustedSources(...layersOf(prompt).map(({ provenance }) => provenance));
}

function layersOf({ layers, skipContextFiles, skipMemory }: PromptOptions): readonly PromptLayer[] {
  return layers.filter(
    ({ kind }) =>
      !(kind === "context" && skipContextFiles === true) && !(kind === "memory" && skipMemory === true),
  );
}

const identity: PromptLayer = { kind: "identity", name: "default identity", text: defaultIdentity };
const guidance: PromptLayer = { kind: "guidance", name: "default guidance", text: defaultGuidance };
