/** Tokens and money of one model call, or of several added up. */
export interface Usage {
  /** Input tokens that were neither read from nor written to the provider's cache. */
  readonly inputTokens: number;
  /** Includes reasoning. */
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** Part of `cacheWriteTokens`: what the provider keeps for an hour, at a price of its own. Absent: none. */
  readonly cacheWrite1hTokens?: number | undefined;
  /** Part of `outputTokens`. */
  readonly reasoningTokens: number;
  /** US dollars; undefined where no price is known. */
  readonly costUsd?: number | undefined;
  /** True where the provider did not count all of it, because an answer was cut. */
  readonly estimated?: boolean | undefined;
}

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** Adds two usages. The sum has a price only when both have one, or when one of them is empty. */
export function addUsage(left: Usage, right: Usage): Usage {
  const costUsd = addCost(left, right);
  const cacheWrite1hTokens = (left.cacheWrite1hTokens ?? 0) + (right.cacheWrite1hTokens ?? 0);
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
    ...(cacheWrite1hTokens === 0 ? {} : { cacheWrite1hTokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(left.estimated === true || right.estimated === true ? { estimated: true } : {}),
  };
}

function addCost(left: Usage, right: Usage): number | undefined {
  if (isEmpty(left)) return right.costUsd;
  if (isEmpty(right)) return left.costUsd;
  return left.costUsd === undefined || right.costUsd === undefined ? undefined : left.costUsd + right.costUsd;
}

function isEmpty(usage: Usage): boolean {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens === 0;
}
