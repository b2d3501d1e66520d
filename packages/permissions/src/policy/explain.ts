import type { Effect } from "../command/verdict.ts";
import type { Finding } from "../finding.ts";
import type { DescribedTool, Origin, ToolContext } from "@hermes/registry";
import { argumentsFor, completed } from "./arguments-for.ts";
import { commonActions } from "./known-actions.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decide.ts";
import type { Mode } from "./mode.ts";
import type { ToolSource } from "./tool-source.ts";
import type { RuleBook } from "./rule-store.ts";
import type { Surroundings } from "./surroundings.ts";
import { understandCall } from "./understand-call.ts";

/** A command, a call as text, or a call. */
export type ExplainInput = string | { readonly tool: string; readonly args: unknown };

export interface ExplainWhere {
  /** @default "cli" */
  readonly platform?: string | undefined;
  readonly chatKind?: Origin["chatKind"];
  readonly chatId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** The tools that there are. A registry is one. @default `tools` of the permissions */
  readonly tools?: Pick<ToolSource, "get"> | undefined;
}

/** What would be decided about a call, and why. */
export interface Explanation {
  readonly verdict: Decision["verdict"];
  /** The step of the order that decided. */
  readonly decidedBy: Decision["by"];
  readonly reason: string;
  /** For a refusal by a hard limit: what to do instead, as the refused one is told. */
  readonly advice?: string | undefined;
  readonly rule?: { readonly text: string; readonly effect: string; readonly source: string } | undefined;
  readonly mode: Mode;
  readonly tool: string;
  readonly action: string;
  /** The command, or the tool with its path. */
  readonly call: string;
  readonly findings: readonly Finding[];
  readonly effects: readonly Effect[];
  /** The simple commands that were found. */
  readonly commands: readonly string[];
  /** False where a part of a command could not be read. */
  readonly understood: boolean;
  /** What is wrong with the rules. */
  readonly problems: readonly string[];
}

export interface ExplainOptions {
  readonly where: ExplainWhere;
  readonly surroundings: Surroundings;
  readonly rulesPath: string;
  readonly book: RuleBook;
  readonly mode: Mode;
  readonly tools: Pick<ToolSource, "get"> | undefined;
}

/** Decides a call as the guard would, grants aside. */
export async function explainCall(input: ExplainInput, options: ExplainOptions): Promise<Explanation> {
  const { where, surroundings, rulesPath, book, mode, tools } = options;
  const { tool, args: given } = typeof input === "string" ? parseCall(input, tools) : input;
  const { platform = "cli", chatKind, chatId, sessionId = "explain" } = where;
  const known = tools?.get(tool);
  const context: ToolContext = {
    ...{ taskId: "explain", sessionId, callId: "explain", signal: new AbortController().signal },
    origin: { platform, chatKind, chatId, entryPoint: "explain" },
  };
  const args = known === undefined ? given : completed(known, given);
  const parsed = known?.parse(args);
  const ofInput = parsed?.ok === false ? [invalid(tool, parsed.problems)] : [];
  const call =
    known === undefined || parsed?.ok !== true
      ? { tool: standIn(tool), args }
      : { tool: known, args: parsed.value };
  const [understood, ofTool = []] = await Promise.all([
    understandCall(call, context, surroundings),
    parsed?.ok === true ? known?.findings?.(parsed.value, context) : undefined,
  ]);
  const subject = { ...understood, findings: [...ofInput, ...understood.findings, ...ofTool] };
  const decision = decide(subject, book, {
    ...{ platform, chatKind, chatId, places: surroundings.places, rulesPath },
    ...{ glob: book.glob, mode },
  });
  const { rule } = decision;
  return {
    verdict: decision.verdict,
    decidedBy: decision.by,
    reason: decision.reason,
    ...(decision.advice === undefined ? {} : { advice: decision.advice }),
    ...(rule === undefined ? {} : { rule: { text: rule.text, effect: rule.effect, source: rule.source } }),
    mode,
    tool,
    action: subject.action,
    call: subject.summary,
    findings: subject.findings,
    effects: subject.command?.effects ?? subject.paths.map(({ access, path }) => ({ kind: access, path })),
    commands: subject.command?.commands.map(({ text }) => text) ?? [],
    understood: subject.command?.understood ?? true,
    problems: book.problems,
  };
}

/** A shell command can be judged without a tool. */
const shell: DescribedTool = {
  name: "terminal",
  toolset: "terminal",
  readOnly: false,
  describeCall: (value) => ({
    action: { name: commonActions.run, summary: "" },
    argument: { kind: "command", text: stringAt(value, "command") },
  }),
};

/** A tool that is not there: nothing but its name is known. */
function standIn(name: string): DescribedTool {
  return name === shell.name ? shell : { name, toolset: name.split("_")[0] ?? name, readOnly: false };
}

/** A call that does not fit its tool never runs. */
function invalid(tool: string, problems: readonly string[]): Finding {
  const reason = `The arguments of ${tool} are not valid. ${problems.join(" ")}`;
  return { id: "arguments.invalid", severity: "refuse", reason, advice: "Correct them." };
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
