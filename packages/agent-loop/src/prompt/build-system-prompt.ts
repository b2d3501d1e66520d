import { untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import { defaultGuidance, defaultIdentity } from "./default-texts.ts";
import { fitLayers } from "./fit-layers.ts";
import type { ShortenedLayer } from "./fit-layers.ts";
import type { PromptLayer, PromptLayerKind, PromptOptions, PromptPart } from "./prompt-layer.ts";

export interface PromptFacts {
  /** Whether the session has tools; the built-in guidance is about their use. @default true */
  readonly hasTools?: boolean | undefined;
  /** Of the model, in tokens; counts where there is a budget. @default as large as needed */
  readonly contextWindow?: number | undefined;
}

/** A system prompt with what it is made of. */
export interface ComposedPrompt {
  readonly text: string;
  /** Undefined: a text that was given as it is. */
  readonly layout?: readonly PromptPart[] | undefined;
  /** Untrusted sources of the text. */
  readonly provenance: readonly Provenance[];
  /** Layers that lost something to the budget. */
  readonly shortened: readonly ShortenedLayer[];
}

/** Share of the model's window that a prompt with a budget takes at most. */
const shareOfWindow = 0.25;

/**
 * Joins the layers of a system prompt by blank lines, in the order given; empty ones are left out, and those that the
 * budget has no room for are shortened (see `fitLayers`).
 *
 * Where no layer of kind `identity` or `guidance` is given, the built-in text takes its place at the top. A layer
 * of that kind with an empty text leaves it out.
 */
export function buildSystemPrompt(options: PromptOptions, facts: PromptFacts = {}): string {
  return composePrompt(options, facts).text;
}

/** The same, with where each layer stands and what was left out. */
export function composePrompt(
  prompt: string | PromptOptions,
  { hasTools = true, contextWindow = Number.POSITIVE_INFINITY }: PromptFacts = {},
): ComposedPrompt {
  if (typeof prompt === "string") return { text: prompt, provenance: [], shortened: [] };
  const { budget = {} } = prompt;
  const { maxTokens = Number.POSITIVE_INFINITY } = budget;
  const ofWindow = prompt.budget === undefined ? Number.POSITIVE_INFINITY : contextWindow * shareOfWindow;
  const { layers, shortened, notice } = fitLayers(layersOf(prompt, hasTools), {
    ...budget,
    maxTokens: Math.min(maxTokens, ofWindow),
  });
  const parts = [
    ...layers.map(({ kind, name, text }) => ({ kind, name, text })),
    ...(notice === "" ? [] : [{ kind: "notice", name: "what is left out", text: notice }]),
  ];
  return {
    text: parts.map(({ text }) => text).join(separator),
    layout: parts.map(({ kind, name, text }, index) => ({
      ...{ kind, name },
      chars: text.length + (index === parts.length - 1 ? 0 : separator.length),
    })),
    provenance: untrustedSources(...layers.map(({ provenance }) => provenance)),
    shortened,
  };
}

const separator = "\n\n";

/** What a hook made of a prompt. Undefined: where its parts are now is not known. */
export function layoutAfterHooks(
  { text, layout }: Pick<ComposedPrompt, "text" | "layout">,
  hooked: string,
): readonly PromptPart[] | undefined {
  if (hooked === text) return layout;
  if (!hooked.startsWith(text)) return undefined;
  return [...(layout ?? []), { kind: "hook", name: "added by hooks", chars: hooked.length - text.length }];
}

function layersOf(options: PromptOptions, hasTools: boolean): readonly PromptLayer[] {
  const { layers, defaults = {}, skipContextFiles = false, skipMemory = false } = options;
  const { identity = defaultIdentity, guidance = defaultGuidance } = defaults;
  const has = (kind: PromptLayerKind): boolean => layers.some((layer) => layer.kind === kind);
  const isSkipped = ({ kind }: PromptLayer): boolean =>
    (skipContextFiles && kind === "context") ||
    (skipMemory && (kind === "memory" || kind === "profile" || kind === "learnings"));
  const given = layers.filter((layer) => !isSkipped(layer));
  const identities = has("identity")
    ? given.filter(({ kind }) => kind === "identity")
    : [builtIn("identity", identity)];
  const guidances = has("guidance") || !hasTools ? [] : [builtIn("guidance", guidance)];
  const others = given.filter(({ kind }) => kind !== "identity");
  return [...identities, ...guidances, ...others]
    .map((layer) => ({ ...layer, text: layer.text.trim() }))
    .filter(({ text }) => text !== "");
}

function builtIn(kind: "identity" | "guidance", text: string): PromptLayer {
  return { kind, name: `default ${kind}`, text };
}
