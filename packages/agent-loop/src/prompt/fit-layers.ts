import { estimateTokens } from "@hermes/models";
import type { PromptBudget, PromptLayer, PromptLayerKind } from "./prompt-layer.ts";
import { shortenText } from "./shorten-text.ts";

/** What may be shortened, the most important first. What is not in it stays whole. */
const layerRank: readonly PromptLayerKind[] = [
  "context",
  "skills",
  "profile",
  "learnings",
  "memory",
  "plugins",
  "session",
  "workspace",
];

/** A layer that lost something. */
export interface ShortenedLayer {
  readonly kind: PromptLayerKind;
  readonly name: string;
  /** Nothing of it is left. */
  readonly leftOut: boolean;
}

export interface FittedLayers {
  /** In the order given; those that are left out are missing. */
  readonly layers: readonly PromptLayer[];
  /** In the order given. */
  readonly shortened: readonly ShortenedLayer[];
  /** What the prompt says of the layers that are left out; empty where none is, or where there is no room for it. */
  readonly notice: string;
}

/** A layer with fewer tokens than this says too little: it is left out instead. */
const smallestLayer = 50;

/** What surrounds a layer: the blank line behind it. */
const perLayer = 1;

/**
 * Brings layers within a budget. First each kind within its own; then, over the sum, the layer of the lowest rank is shortened
 * until it fits, and left out where less than 50 tokens of it would remain; then the next one. Of two layers of a kind the
 * later one ranks lower. What is kept keeps all of its sources.
 *
 * The same layers for the same input, and never more of one of them for a smaller budget.
 *
 * @returns Layers whose `estimateTokens`, summed, are at most `maxTokens`, unless those that always stay take more by themselves.
 */
export function fitLayers(layers: readonly PromptLayer[], budget: PromptBudget): FittedLayers {
  const given = layers.map((layer, index): Sized => ({ index, layer, tokens: tokensOf(layer.text) }));
  const isFixed = ({ layer }: Sized): boolean => !layerRank.includes(layer.kind);
  const fixed = given.filter(isFixed);
  const within = layerRank.flatMap((kind) =>
    squeeze(
      given.filter(({ layer }) => layer.kind === kind),
      budget.layers?.[kind] ?? Number.POSITIVE_INFINITY,
    ),
  );
  const { maxTokens = Number.POSITIVE_INFINITY } = budget;
  const room = maxTokens - sum(fixed);
  // The notice has its room only where something is to go, and then for all that could.
  const reserved = tokensOf(noticeOf(within.map(({ layer }) => layer)));
  const ranked = sum(within) <= room ? within : squeeze(within, room - reserved);

  const shown = [...fixed, ...ranked].toSorted((one, other) => one.index - other.index);
  const missing = shown.filter(({ layer, tokens }) => tokens === 0 && layer.text !== "");
  const notice = noticeOf(missing.map(({ layer }) => layer));
  return {
    layers: shown.flatMap(({ layer, tokens, text = layer.text }) =>
      tokens === 0 ? [] : [{ ...layer, text }],
    ),
    shortened: shown
      .filter(({ layer, tokens, text }) => text !== undefined || (tokens === 0 && layer.text !== ""))
      .map(({ layer: { kind, name }, tokens }) => ({ kind, name, leftOut: tokens === 0 })),
    notice: sum(shown) + tokensOf(notice) <= maxTokens ? notice : "",
  };
}

interface Sized {
  /** In the order given. */
  readonly index: number;
  readonly layer: PromptLayer;
  /** With what surrounds it; 0: left out, or empty. */
  readonly tokens: number;
  /** Where it is not the layer's own. */
  readonly text?: string | undefined;
}

/** From the top: what fits stays whole, the first that does not is shortened, and those below it are left out. */
function squeeze(ranked: readonly Sized[], maxTokens: number): readonly Sized[] {
  let left = maxTokens;
  let isFull = false;
  return ranked.map((each) => {
    if (each.tokens === 0) return each;
    const fitted = isFull ? leftOut(each) : shorten(each, left);
    if (fitted.tokens < each.tokens) isFull = true;
    left -= fitted.tokens;
    return fitted;
  });
}

function shorten(sized: Sized, maxTokens: number): Sized {
  const { index, layer, tokens } = sized;
  if (tokens <= maxTokens) return sized;
  if (maxTokens < smallestLayer) return leftOut(sized);
  const room = Math.floor(maxTokens) - perLayer;
  const text = (layer.shorten?.(room) ?? shortenText(layer.text, room, layer.elsewhere)).trim();
  const left = tokensOf(text);
  return text === "" || left > maxTokens ? leftOut(sized) : { index, layer, text, tokens: left };
}

function leftOut({ index, layer }: Sized): Sized {
  return { index, layer, tokens: 0 };
}

function tokensOf(text: string): number {
  return text === "" ? 0 : estimateTokens(text) + perLayer;
}

function sum(layers: readonly Sized[]): number {
  return layers.reduce((total, { tokens }) => total + tokens, 0);
}

function noticeOf(layers: readonly PromptLayer[]): string {
  if (layers.length === 0) return "";
  const names = layers.map(({ name, elsewhere }) =>
    elsewhere === undefined ? name : `${name} (${elsewhere})`,
  );
  return `[Left out of this prompt for lack of room: ${names.join(", ")}.]`;
}
