import { invalidArguments } from "@hermes/registry";
import type { DescribedTool, ToolContext } from "@hermes/registry";
import { argumentsFor, completed } from "./arguments-for.ts";
import { commonActions } from "./known-actions.ts";
import type { Decision } from "./decide.ts";
import type { ExplainedFinding, ExplainInput, ExplainWhere, Explanation } from "./explanation.ts";
import { wallOf } from "./call-assessment.ts";
import type { CallAssessment } from "./call-assessment.ts";
import type { Mode } from "./mode.ts";
import { refusalOfDecision } from "./refusal.ts";
import type { ToolSource } from "./tool-source.ts";
import type { CallToAssess } from "./analyze-call.ts";

export interface ExplainOptions {
  readonly where: ExplainWhere;
  /** As the guard does. */
  readonly assess: (call: CallToAssess, context: ToolContext) => Promise<CallAssessment>;
  readonly mode: Mode;
  readonly tools: Pick<ToolSource, "get"> | undefined;
}

/** Decides a call as the guard would, grants aside. */
export async function explainCall(input: ExplainInput, options: ExplainOptions): Promise<Explanation> {
  const { where, assess, mode, tools } = options;
  const { tool, args: given } = typeof input === "string" ? parseCall(input, tools) : input;
  const { platform = "cli", chatKind, chatId, sessionId = "explain", unattended = false } = where;
  const known = tools?.get(tool);
  const context: ToolContext = {
    ...{ taskId: "explain", sessionId, callId: "explain", signal: new AbortController().signal },
    origin: { platform, chatKind, chatId, entryPoint: "explain" },
    // Nobody is asked: it says that somebody could be.
    ...(!unattended && { approve: async () => ({ pending: true }) }),
  };
  const args = known === undefined ? given : completed(known, given);
  const parsed = known?.parse(args);
  const isKnown = known !== undefined && parsed?.ok === true;
  const assessment = await assess(
    isKnown ? { tool: known, args: parsed.value } : { tool: standIn(tool), args },
    context,
  );
  const { analysis, book } = assessment;
  const wrong = parsed?.ok === false ? invalid(tool, parsed.problems) : undefined;
  const decision = wrong?.decision ?? assessment.decision;
  const { verdict, by, reason, advice, rule } = decision;
  const refusal = wrong?.refusal ?? refusalOfDecision(decision, { attended: !unattended });
  const outcome = {
    allowed: verdict !== "deny",
    byMode: verdict === "allow" && by === "mode",
    verdict: { allow: true },
  } as const;
  const wall = wallOf(assessment, outcome, context);
  return {
    verdict,
    decidedBy: by,
    reason,
    ...(advice === undefined ? {} : { advice }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(wall === undefined ? {} : { wall }),
    ...(rule === undefined ? {} : { rule: { text: rule.text, effect: rule.effect, source: rule.source } }),
    mode,
    tool,
    action: analysis.action,
    call: analysis.summary,
    findings: [...(wrong?.decision.open ?? []), ...findingsOf(assessment)],
    effects: analysis.command?.effects ?? analysis.paths.map(({ access, path }) => ({ kind: access, path })),
    commands: analysis.command?.commands.map(({ text }) => text) ?? [],
    understood: analysis.command?.understood ?? true,
    problems: book.problems,
  };
}

function findingsOf({ analysis: { findings, behind } }: CallAssessment): readonly ExplainedFinding[] {
  if (behind === undefined) return findings;
  return findings.map((finding) => (behind.asked.includes(finding) ? finding : { ...finding, held: true }));
}

/** A shell command can be judged without a tool. */
const shell: DescribedTool = {
  name: "terminal",
  toolset: "terminal",
  readOnly: false,
  describeCall: (value) => ({
    action: { name: commonActions.run, summary: "" },
    argument: { kind: "command", text: stringAt(value, "command"), behindWall: true },
  }),
};

/** A tool that is not there: nothing but its name is known. */
function standIn(name: string): DescribedTool {
  return name === shell.name ? shell : { name, toolset: name.split("_")[0] ?? name, readOnly: false };
}

/** A call that does not fit its tool never runs. */
function invalid(
  tool: string,
  problems: readonly string[],
): { readonly decision: Decision; readonly refusal: string } {
  const reason = `The arguments of ${tool} are not valid. ${problems.join(" ")}`;
  const advice = "Correct them.";
  const finding = { id: "arguments.invalid", severity: "refuse", reason, advice } as const;
  return {
    decision: { verdict: "deny", by: "hard-limit", reason, advice, open: [finding] },
    refusal: invalidArguments(tool, problems),
  };
}

/**
 * Reads what a person has typed: `read_file {"path": "a.txt"}`, `write_file(/etc/hosts)`, `{"tool": …, "args": …}`, or
 * else a shell command.
 */
function parseCall(
  text: string,
  tools: ExplainOptions["tools"],
): { readonly tool: string; readonly args: unknown } {
  const trimmed = text.trim();
  const whole = parseJson(trimmed);
  if (isCall(whole)) return { tool: whole.tool, args: whole.args ?? whole.arguments ?? {} };
  const [, tool = "", rest = ""] = /^([\w.-]+)\s*([({][^]*)$/.exec(trimmed) ?? [];
  if (tool === "") return { tool: "terminal", args: { command: text } };
  const inner = rest.startsWith("(") && rest.endsWith(")") ? rest.slice(1, -1).trim() : rest;
  const args = parseJson(inner);
  if (isObject(args)) return { tool, args };
  const known = rest.startsWith("(") ? tools?.get(tool) : undefined;
  return known === undefined
    ? { tool: "terminal", args: { command: text } }
    : { tool, args: argumentsFor(known, inner) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCall(
  value: unknown,
): value is { readonly tool: string; readonly args?: unknown; readonly arguments?: unknown } {
  return isObject(value) && "tool" in value && typeof value.tool === "string";
}

function stringAt(value: unknown, key: string): string {
  const found: unknown = isObject(value) ? Reflect.get(value, key) : undefined;
  return typeof found === "string" ? found : "";
}
