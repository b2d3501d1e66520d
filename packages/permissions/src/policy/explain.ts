import type { Effect } from "../command/verdict.ts";
import type { Finding } from "../finding.ts";
import { findAction, actions } from "./action-table.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decide.ts";
import type { Mode } from "./mode.ts";
import type { RuleBook } from "./rule-store.ts";
import type { Surroundings } from "./surroundings.ts";
import { understandCall } from "./understand-call.ts";

/** A command, a call as text, or a call. */
export type ExplainInput = string | { readonly tool: string; readonly args: unknown };

export interface ExplainWhere {
  /** @default "cli" */
  readonly platform?: string | undefined;
  readonly chatId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** What would be decided about a call, and why. */
export interface Explanation {
  readonly verdict: Decision["verdict"];
  /** The step of the order that decided. */
  readonly decidedBy: Decision["by"];
  readonly reason: string;
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
}

/** Decides a call as the guard would, grants aside. */
export async function explainCall(input: ExplainInput, options: ExplainOptions): Promise<Explanation> {
  const { where, surroundings, rulesPath, book, mode } = options;
  const { tool, args } = typeof input === "string" ? parseCall(input) : input;
  const toolset = toolsetOf(tool);
  const context = { taskId: "explain", signal: new AbortController().signal };
  const subject = await understandCall(
    { tool: { name: tool, toolset, readOnly: false }, args },
    context,
    surroundings,
  );
  const { platform = "cli", chatId } = where;
  const decision = decide(subject, book, {
    ...{ platform, chatId, places: surroundings.places, rulesPath },
    ...{ glob: book.glob, mode },
  });
  const { rule } = decision;
  return {
    verdict: decision.verdict,
    decidedBy: decision.by,
    reason: decision.reason,
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

const known = new Set(actions.flatMap(({ tools }) => tools));

/**
 * Reads what a person has typed: `read_file {"path": "a.txt"}`, `write_file(/etc/hosts)`, `{"tool": …, "args": …}`, or
 * else a shell command.
 */
function parseCall(text: string): { readonly tool: string; readonly args: unknown } {
  const trimmed = text.trim();
  const whole = parseJson(trimmed);
  if (isCall(whole)) return { tool: whole.tool, args: whole.args ?? whole.arguments ?? {} };
  const [, tool = "", rest = ""] = /^([\w.-]+)\s*([({][^]*)$/.exec(trimmed) ?? [];
  if (tool === "") return { tool: "terminal", args: { command: text } };
  const inner = rest.startsWith("(") && rest.endsWith(")") ? rest.slice(1, -1).trim() : rest;
  const args = parseJson(inner);
  if (isObject(args)) return { tool, args };
  if (!known.has(tool) || !rest.startsWith("(")) return { tool: "terminal", args: { command: text } };
  return { tool, args: argumentsOf(tool, inner) };
}

function argumentsOf(tool: string, argument: string): object {
  const kind = actions.find(({ tools }) => tools.includes(tool))?.argument;
  if (kind === "command") return { command: argument };
  if (kind === "path") return { path: argument };
  return kind === "url" ? { url: argument } : { text: argument };
}

function toolsetOf(tool: string): string {
  const action = actions.find(({ tools }) => tools.includes(tool)) ?? findAction(tool);
  return action?.name.split(".")[0] ?? tool.split("_")[0] ?? tool;
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
