import { estimateRequestTokens, ModelError, scripted } from "@hermes/models";
import type { Model, ModelEvent, ModelRequest, ScriptedAnswer, Usage } from "@hermes/models";

/** $1 a thousand tokens of input, $2 of output. */
export const price = { input: 1_000, output: 2_000 } as const;

export interface ChargingModel extends Model {
  /** What a provider would have on its bill. */
  readonly charged: { usd: number; tokens: number; requests: number };
}

/**
 * A model with a bill of its own, kept where the provider is: each request that reaches it costs its input, and each delta
 * that leaves it its output, whether somebody reads it or not.
 */
export function chargingModel(
  script: (request: ModelRequest, index: number) => ScriptedAnswer,
  { maxOutputTokens = 100 }: { readonly maxOutputTokens?: number } = {},
): ChargingModel {
  const charged = { usd: 0, tokens: 0, requests: 0 };
  const inner = scripted(script);
  const charge = (input: number, output: number): void => {
    charged.tokens += input + output;
    charged.usd += (input * price.input + output * price.output) / 1_000_000;
  };
  return {
    id: "charging",
    provider: "test",
    contextWindow: 100_000,
    maxOutputTokens,
    price,
    charged,
    async *stream(request, options): AsyncGenerator<ModelEvent> {
      const input = estimateRequestTokens(request);
      charged.requests += 1;
      charge(input, 0);
      let output = 0;
      for await (const event of inner.stream(request, options)) {
        if (event.type === "retry") {
          charged.requests += 1;
          charge(input, 0);
          output = 0;
        }
        const more = event.type === "text-delta" ? event.text.length / 4 : 0;
        output += more;
        charge(0, more);
        if (event.type === "finish") {
          const counted = Math.ceil(output);
          charge(0, counted - output);
          yield { ...event, usage: usageOf(input, counted) };
        } else yield event;
      }
    },
  };
}

function usageOf(inputTokens: number, outputTokens: number): Usage {
  const costUsd = (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
  return { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, costUsd };
}

export function overloaded(): ModelError {
  const names = { provider: "test", model: "charging" };
  return new ModelError("Overloaded.", { kind: "overloaded", status: 503, retryable: true, ...names });
}
