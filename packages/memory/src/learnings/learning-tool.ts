import { defineTool, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import { findRefusal } from "../find-refusal.ts";
import { readAction, writeAction } from "../memory-actions.ts";
import { untrustedFinding } from "../untrusted-finding.ts";
import { errorForm, likenessOf } from "./failure-form.ts";
import { aroundTheCall, isRetired, type LearningLog, type LoggedLearning } from "./learning-log.ts";
import type { FailureWatch } from "./watch-failures.ts";

const description = `Lessons from failed calls. What you save is shown when the same call or the same error comes again, in any conversation.

save: after a call failed and you found what works. fix is one sentence that says what to do instead, such as the corrected call. error is the message, when it was not the last one. Only for what will come again: a quirk of a tool, a flag, a setup step; not for typos and not for bugs that you fixed.
search and list show what is known; forget takes one away by its id, when it is wrong.`;

export interface LearningToolOptions {
  /** Undefined: nothing is kept here. */
  readonly log: (() => Promise<LearningLog | undefined>) | undefined;
  readonly watch: FailureWatch | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

const input = z.object({
  action: z.enum(["save", "search", "list", "forget"]),
  fix: z.string().max(400).optional().describe("What to do instead, for save."),
  error: z
    .string()
    .max(2_000)
    .optional()
    .describe("The error message, for save. Without it, the last failure."),
  tool: z.string().optional().describe("The tool that failed. Without it, that of the failure."),
  query: z.string().optional().describe("Words, for search."),
  id: z.int().optional().describe("For forget."),
});

/** The tool that keeps what helped. Without a log it answers an error. */
export function learningTool(options: LearningToolOptions): Tool {
  return defineTool({
    name: "learning",
    rare: true,
    toolset: "memory",
    audience: "person",
    description,
    emoji: "💡",
    input,
    action: {
      of: [readAction, writeAction],
      choose: ({ action }) => (action === "list" || action === "search" ? readAction : writeAction).name,
    },
    async findings({ action, fix }, context) {
      if (action === "forget") return await untrustedFinding("", context);
      if (action !== "save") return [];
      // What is not saved anyway is nothing to ask about.
      if (refusalOf(fix) !== undefined) return [];
      return await untrustedFinding(fix?.trim() ?? "", context);
    },
    async execute(wanted) {
      const log = await options.log?.();
      if (log === undefined) return toolError("Nothing can be kept here.");
      switch (wanted.action) {
        case "save": {
          const problem = refusalOf(wanted.fix);
          if (problem !== undefined) return toolError(problem);
          const fix = wanted.fix?.trim() ?? "";
          return save(log, { ...wanted, fix }, options);
        }
        case "search":
          return {
            learnings: log
              .search(wanted.query ?? "")
              .slice(0, 20)
              .map(shown),
          };
        case "list":
          return { learnings: log.list({ limit: 50 }).map(shown) };
        case "forget":
          if (wanted.id === undefined) return toolError("forget needs id.", { hint: "list shows them." });
          log.remove(wanted.id);
          options.watch?.refresh();
          return { forgotten: wanted.id };
      }
    },
    detail: ({ action, fix, query }) => [action, fix ?? query ?? ""].join(" ").trim().slice(0, 80),
  });
}

function refusalOf(fix: string | undefined): string | undefined {
  if (fix === undefined || fix.trim() === "") return "save needs fix.";
  const reason = findRefusal(fix);
  return reason === undefined ? undefined : `Not saved: ${reason}.`;
}

interface WantedLearning {
  readonly fix: string;
  readonly error?: string | undefined;
  readonly tool?: string | undefined;
}

function save(
  log: LearningLog,
  { fix, error, tool }: WantedLearning,
  { watch, now = Date.now }: LearningToolOptions,
): object {
  const failure = watch?.failureOf(error);
  const pattern = failure?.error ?? (error === undefined ? undefined : errorForm(error));
  if (pattern === undefined)
    return toolError("No failure is known here.", { hint: "Give the error message." });
  const errorType = failure?.tool ?? tool ?? "";
  const context = failure?.form ?? "";
  const all = log.list({ limit: 1_000 });
  const same = all.find((each) => isSame(each, { pattern, errorType, context }));
  // A new fix for what did not help begins anew.
  if (same !== undefined && isRetired(same)) log.remove(same.id);
  const id = log.save({
    pattern: same?.pattern ?? pattern,
    errorType,
    fix,
    context,
    tags: failure?.aroundTheCall === true ? [aroundTheCall] : [],
    at: now(),
  });
  watch?.refresh();
  // Not called `error`: an answer with that key stands for a call that failed.
  return {
    saved: id,
    failure: same?.pattern ?? pattern,
    fix,
    ...(same === undefined ? {} : { replaced: same.fix }),
  };
}

/** One call, or one error in nearly the same words, is one learning. */
function isSame(
  known: LoggedLearning,
  { pattern, errorType, context }: Pick<LoggedLearning, "pattern" | "errorType" | "context">,
): boolean {
  if (known.errorType !== errorType) return false;
  if (known.pattern === pattern) return true;
  return context !== "" && known.context === context && likenessOf(known.pattern, pattern) >= 0.6;
}

function shown(learning: LoggedLearning): object {
  const { id, pattern, errorType, fix, timesUsed, timesHelped } = learning;
  const retired = isRetired(learning) ? { retired: true } : {};
  return {
    id,
    tool: errorType,
    error: pattern,
    fix,
    times_used: timesUsed,
    times_helped: timesHelped,
    ...retired,
  };
}
