/** How hard a model may think, from not at all upwards. */
export const reasoningEfforts = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** What is sent for each effort that a model knows. An empty object: nothing has to be sent for it. */
export type EffortTable<Sent = { readonly [field: string]: unknown }> = Readonly<
  Partial<Record<ReasoningEffort, Sent>>
>;

/**
 * The effort of a model that comes nearest to what is wanted; the lower one of two. Who wants thinking gets some where
 * there is any, and who wants none gets the least. Undefined: the model can't be told.
 */
export function nearestEffort(
  wanted: ReasoningEffort,
  known: readonly ReasoningEffort[],
): ReasoningEffort | undefined {
  if (known.includes(wanted)) return wanted;
  const rank = (effort: ReasoningEffort): number => reasoningEfforts.indexOf(effort);
  const distance = (effort: ReasoningEffort): number => Math.abs(rank(effort) - rank(wanted));
  return known
    .filter((effort) => effort !== "off")
    .toSorted((left, right) => distance(left) - distance(right) || rank(left) - rank(right))[0];
}

/** The efforts of a table, lowest first. */
export function effortsOf(table: EffortTable<unknown>): readonly ReasoningEffort[] {
  return reasoningEfforts.filter((effort) => table[effort] !== undefined);
}

/** What is sent for the effort that is wanted, or for the nearest one. */
export function sentFor<Sent>(
  table: EffortTable<Sent>,
  wanted: ReasoningEffort | undefined,
): Sent | undefined {
  const effort = wanted === undefined ? undefined : nearestEffort(wanted, effortsOf(table));
  return effort === undefined ? undefined : table[effort];
}
