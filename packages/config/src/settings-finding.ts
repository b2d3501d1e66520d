import { HermesError } from "@hermes/registry";

/** Something to be said about what the files and the environment hold. */
export interface SettingsFinding {
  /** With a problem the settings can't be used; everything else has no effect as it was written. */
  readonly kind: "problem" | "unknown" | "without-effect" | "missing-variable";
  /** The file or the variable. */
  readonly source: string;
  /** Counted from 1; absent for a variable. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Dotted. */
  readonly key?: string | undefined;
  /** One sentence, without the place. */
  readonly message: string;
}

/** The sentence with its place. */
export function findingText({ source, line, column, message }: SettingsFinding): string {
  const place = [
    source,
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ];
  return `${place.join(", ")}: ${message}`;
}

/** @returns Undefined for errors of any other kind. */
export function findingOf(error: unknown, file: string): SettingsFinding | undefined {
  if (!HermesError.is(error) || error.code !== "CONFIG_INVALID") return undefined;
  const { line, column, reason } = error.data ?? {};
  return {
    kind: "problem",
    source: file,
    line: typeof line === "number" ? line : undefined,
    column: typeof column === "number" ? column : undefined,
    message: typeof reason === "string" ? reason : error.message,
  };
}

export function isProblem({ kind }: SettingsFinding): boolean {
  return kind === "problem";
}

/** @throws {HermesError} `CONFIG_INVALID` where there is a problem. */
export function refuseProblems(findings: readonly SettingsFinding[]): void {
  const problems = findings.filter(isProblem).map(findingText);
  const [only] = problems;
  if (only === undefined) return;
  const message =
    problems.length === 1
      ? only
      : `${problems.length} settings can't be used:\n${problems.map((line) => `  ${line}`).join("\n")}`;
  throw new HermesError(message, {
    code: "CONFIG_INVALID",
    hint: "Correct what is named; no file was changed.",
  });
}

/**
 * Of two states of the same files: refuses the second where it has a problem that the first has not.
 *
 * @throws {HermesError} `CONFIG_INVALID`.
 */
export function refuseNewProblems(
  before: readonly SettingsFinding[],
  after: readonly SettingsFinding[],
): void {
  // A line may have moved.
  const keyOf = ({ source, key = "", message }: SettingsFinding): string =>
    JSON.stringify([source, key, message]);
  const known = new Set(before.map(keyOf));
  refuseProblems(after.filter((finding) => !known.has(keyOf(finding))));
}
