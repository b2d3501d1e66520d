// OTLP over HTTP in JSON: https://opentelemetry.io/docs/specs/otlp/#otlphttp
import type { OtlpSpan } from "./spans.ts";

export interface SendOptions {
  /** Of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The specification lets these be tried again. */
const passing = new Set([429, 502, 503, 504]);

export async function sendSpans(
  spans: readonly OtlpSpan[],
  { endpoint, serviceName, headers, signal }: SendOptions,
): Promise<{ readonly again: boolean; readonly problem?: string }> {
  const response = await fetch(`${endpoint.replace(/\/+$/, "")}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: [{ key: "service.name", value: { stringValue: serviceName } }] },
          scopeSpans: [{ scope: { name: "hermes.otel-exporter", version: "1.0.0" }, spans }],
        },
      ],
    }),
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    return {
      again: passing.has(response.status),
      problem: `The collector answered with status ${response.status}.`,
    };
  }
  const rejected = rejectedOf(await response.json().catch(() => undefined));
  return rejected === undefined
    ? { again: false }
    : { again: false, problem: `The collector did not take all: ${rejected}` };
}

/** What a collector says of spans that it did not take. */
function rejectedOf(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null || !("partialSuccess" in answer)) return undefined;
  const { partialSuccess } = answer;
  if (typeof partialSuccess !== "object" || partialSuccess === null) return undefined;
  const text = JSON.stringify(partialSuccess);
  return text === "{}" ? undefined : text;
}

/** `key=value,key=value`, each value as in an address: the form of the variables of OpenTelemetry. */
export function headersOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]];
    }),
  );
}
