import { HermesError } from "@hermes/registry/errors";
import { ModelError } from "../model-error.ts";
import { type ErrorEvidence, gatherEvidence } from "./error-evidence.ts";
import type { ErrorFacts } from "./error-facts.ts";
import { type ErrorRow, errorRows, otherwise, programFault } from "./error-rows.ts";
import { parseReset, parseRetryAfter } from "./parse-retry-after.ts";
import { recoveries } from "./recovery.ts";
import { redactSecrets } from "./redact-secrets.ts";

/**
 * Says why a request failed: the first row of the table that fits.
 *
 * Reads status, codes, messages and network codes from the error and its causes, from the bodies that the openai and
 * Anthropic SDKs keep, from errors inside a stream, and from what OpenRouter passes on of the provider behind it.
 * Errors that are already a `ModelError` come back as they are. Keys never get into the message.
 */
export function classifyError(error: unknown, facts: ErrorFacts): ModelError {
  if (ModelError.is(error)) return error;
  const evidence = gatherEvidence(error);
  const row = HermesError.is(error) || !evidence.fromOutside ? programFault : rowFor(evidence, facts);
  const now = (facts.now ?? Date.now)();
  const message = redactSecrets(oneLine(row.says(evidence, facts)));
  return new ModelError(message, {
    kind: row.kind,
    provider: facts.provider,
    model: facts.model,
    status: evidence.status,
    retryable: isRetryable(row, evidence, facts),
    unsent: row.unsent,
    retryAfterMs: parseRetryAfter(evidence.header, now),
    resetAfterMs:
      row.kind === "rate-limit" || row.kind === "billing"
        ? parseReset(evidence.header, evidence.reset, now)
        : undefined,
    hint: HermesError.is(error) ? error.hint : row.hint(evidence, facts),
    data: HermesError.is(error) ? error.data : row.data?.(facts),
    cause: error,
  });
}

function rowFor(evidence: ErrorEvidence, facts: ErrorFacts): ErrorRow {
  return errorRows.find((row) => fits(row, evidence, facts)) ?? otherwise;
}

/** A row fits when everything that it names fits. */
function fits(row: ErrorRow, { status, codes, text, transport }: ErrorEvidence, facts: ErrorFacts): boolean {
  if (row.status !== undefined && (status === undefined || !row.status(status))) return false;
  if (row.code !== undefined && !row.code.test(codes)) return false;
  if (row.text !== undefined && !row.text.test(text)) return false;
  if (row.transport !== undefined && !row.transport.test(transport)) return false;
  return row.when === undefined || row.when(facts);
}

// Providers that know better than a table say so in this header.
function isRetryable(row: ErrorRow, evidence: ErrorEvidence, facts: ErrorFacts): boolean {
  const advice = evidence.header("x-should-retry");
  if (advice === "true" || advice === "false") return advice === "true";
  return recoveries[row.kind].retry && (row.passes?.(facts) ?? true);
}

const maxMessageChars = 400;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxMessageChars ? `${line.slice(0, maxMessageChars - 1)}…` : line;
}
