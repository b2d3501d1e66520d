import { HermesError } from "@hermes/registry/errors";
import { commandHint } from "@hermes/runtime/hints";
import type { FailureFacts } from "@hermes/runtime/hints";
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
  if (HermesError.is(error) && error.code === "SESSION_BUSY")
    return { code: error.code, message: error.message, hint: busyHint };
  if (HermesError.is(error)) return failureOf(error);
  const refused = refusedFile(error);
  if (refused !== undefined) return refused;
  if (error instanceof Error) return { code: "UNEXPECTED", message: `${error.name}: ${error.message}` };
  return { code: "UNEXPECTED", message: String(error) };
}

/** The same, of what a turn ended with. */
export function failureOf(error: Failure & Pick<FailureFacts, "data">): Failure {
  return { code: error.code, message: error.message, hint: commandHint(error) };
}

const busyHint =
  "Close it there. Or add --branch to go on in a copy of it, or --take-over to go on with it here.";

/** What the system says no to, and what a person can do about it. */
const refusals: Readonly<Record<string, string>> = {
  EACCES: "Check who owns it, and the rights of its folder.",
  EPERM: "Check who owns it, and the rights of its folder.",
  EROFS: "The disk is mounted read-only.",
  ENOSPC: "The disk is full.",
  EDQUOT: "Your share of the disk is used up.",
};
const attempts: Readonly<Record<string, string>> = {
  open: "opened",
  mkdir: "made",
  rename: "moved",
  unlink: "removed",
  scandir: "read",
};

function refusedFile(error: unknown): Failure | undefined {
  if (!(error instanceof Error && "code" in error && "path" in error)) return undefined;
  const hint = refusals[String(error.code)];
  if (hint === undefined) return undefined;
  const attempt = attempts["syscall" in error ? String(error.syscall) : ""] ?? "used";
  return {
    code: "CLI_FILE_FAILED",
    message: `"${String(pathOf(error))}" can't be ${attempt} (${String(error.code)}).`,
    hint,
  };
}

/** One line: what happened and what to do. */
export function formatFailure({ message, hint }: Failure): string {
  return `hermes: ${oneLine(hint === undefined ? message : `${message} ${hint}`)}`;
}

/** Whether a session could not begin because there is no model to talk to. */
export function isNoModel(error: unknown): error is HermesError {
  return HermesError.is(error) && error.code === "RUNTIME_NO_MODEL";
}

function noModelHint(hint = ""): string {
  return `To set one up: hermes setup. ${hint} To see Hermes work without a model: hermes tour`;
}

const usageCode = "USAGE";

/** A command line that cannot be meant; ends with exit code 2. */
export function emptyQuestion(): HermesError {
  return usageError('The question is empty. Try: hermes -q "What does this project do?"');
}

export function usageError(message: string): HermesError {
  return new HermesError(message, { code: usageCode });
}

/** What was typed can mean several things, or nothing that there is. */
const wordCodes = new Set([
  ...["RUNTIME_AMBIGUOUS_SESSION", "STATE_AMBIGUOUS_ID"],
  ...["CLI_NO_PROFILE", "CLI_PROFILE_NAME", "CLI_NO_ALIAS"],
  ...["CRON_SCHEDULE", "CRON_TIME_ZONE", "CRON_JOB", "CRON_NO_JOB", "CRON_AMBIGUOUS_JOB", "CRON_NAME_TAKEN"],
]);

export function isUsageError(error: unknown): boolean {
  return HermesError.is(error) && (error.code === usageCode || wordCodes.has(error.code));
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

/** Of a link that can't be made, `path` is what it would hold. */
function pathOf(error: Error & { readonly path: unknown }): unknown {
  return "dest" in error && "syscall" in error && error.syscall === "symlink" ? error.dest : error.path;
}
