import type { Attributes, Meter } from "@opentelemetry/api";
import type { AskedRequest, Usage } from "@hermes/agent-loop";
import { names, providerName } from "./conventions.ts";
import { inputTokensOf } from "./usage-attributes.ts";

const durationBuckets = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
const tokenBuckets = Array.from({ length: 14 }, (_, power) => 4 ** power);

export interface EndedRequest {
  readonly seconds: number;
  readonly usage: Usage | undefined;
  readonly errorType: string | undefined;
  /** That answered; undefined: not known. */
  readonly model: string | undefined;
}

/** What is counted of requests. */
export interface RequestMetrics {
  record(asked: AskedRequest, ended: EndedRequest): void;
}

/** The histograms `gen_ai.client.operation.duration` and `gen_ai.client.token.usage`. */
export function requestMetrics(meter: Meter): RequestMetrics {
  const duration = meter.createHistogram("gen_ai.client.operation.duration", {
    description: "Duration of requests to models, with their retries.",
    unit: "s",
    advice: { explicitBucketBoundaries: durationBuckets },
  });
  const tokens = meter.createHistogram("gen_ai.client.token.usage", {
    description: "Tokens of requests to models.",
    unit: "{token}",
    advice: { explicitBucketBoundaries: tokenBuckets },
  });
  return {
    record({ model, purpose }, { seconds, usage, errorType, model: answered }) {
      const common: Attributes = {
        [names.operation]: "chat",
        [names.provider]: providerName(model.provider),
        [names.requestModel]: model.id,
        [names.responseModel]: answered,
        [names.purpose]: purpose,
      };
      duration.record(
        seconds,
        errorType === undefined ? common : { ...common, [names.errorType]: errorType },
      );
      if (usage === undefined) return;
      tokens.record(inputTokensOf(usage), { ...common, [names.tokenType]: "input" });
      tokens.record(usage.outputTokens, { ...common, [names.tokenType]: "output" });
    },
  };
}
