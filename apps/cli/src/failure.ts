import { HermesError } from "@hermes/registry/errors";
import { fit, oneLine } from "./render/fit.ts";

/** What went wrong, for people and for machines. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The facts of an error. One that nobody foresaw keeps its name, so that it can be reported. */
export function toFailure(error: unknown): Failure {
  if (isNoModel(error)) return { code: error.code, message: error.message, hint: noModelHint(error.hint) };
  if (HermesError.is(error)) return { code: error.code, message: error.message, hint: error.hint };
  if (error instanceof Error) return { code: "UNEXPECTED", message: `${error.name}: ${error.message}` };
  return { code: "UNEXPECTED", message: String(error) };
}

/** One line: what happened and what to do. */
export function formatFailure({ message, hint }: Failure): string {
  return `hermes: ${oneLine(hint === undefined ? message : `${message} ${hint}`)}`;
}

/** Whether a conversation could not begin because there is no model to talk to. */
export function isNoModel(error: unknown): error is HermesError {
  return HermesError.is(error) && error.code === "RUNTIME_NO_MODEL";
}

function noModelHint(hint = ""): string {
  return `${hint} To see Hermes work without a model: hermes tour --yes`.trimStart();
}

const usageCode = "USAGE";

/** A command line that cannot be meant; ends with exit code 2. */
export function usageError(message: string): HermesError {
  return new HermesError(message, { code: usageCode });
}

/** What was typed can mean several things. */
const ambiguousCodes = new Set(["RUNTIME_AMBIGUOUS_SESSION", "STATE_AMBIGUOUS_ID"]);

export function isUsageError(error: unknown): boolean {
  return HermesError.is(error) && (error.code === usageCode || ambiguousCodes.has(error.code));
}

/** What to choose from, on lines below the failure. */
export function detailLines(
  error: unknown,
  { columns }: { readonly columns?: number | undefined },
): readonly string[] {
  if (!HermesError.is(error) || !("candidates" in error) || !Array.isArray(error.candidates)) return [];
  return error.candidates.flatMap((each: unknown) => {
    if (typeof each !== "object" || each === null || !("id" in each) || !("title" in each)) return [];
    const title = oneLine(String(each.title));
    return [
      `  ${oneLine(String(each.id))}`,
      columns === undefined ? `    ${title}` : fit(`    ${title}`, columns),
    ];
  });
}
