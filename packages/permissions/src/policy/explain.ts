import type { Effect } from "../command/verdict.ts";
import type { Finding } from "../finding.ts";
import type { Tool, ToolContext } from "@hermes/registry";
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
  /** The tools that there are, which know more of their calls. A registry is one. @default what names alone tell */
  readonly tools?: { get(name: string): Tool | undefined } | undefined;
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
}

/** Decides a call as the guard would, grants aside. */
export async function explainCall(input: ExplainInput, options: ExplainOptions): Promise<Explanation> {
  const { where, surroundings, rulesPath, book, mode } = options;
  const { tool, args } = typeof input === "string" ? parseCall(input) : input;
  const { platform = "cli", chatId, sessionId = "explain", tools } = where;
  const known = tools?.get(tool);
  const context: ToolContext = {
    ...{ taskId: "explain", sessionId, callId: "explain", signal: new AbortController().signal },
    origin: { platform, chatId, door: "explain" },
  };
  const parsed = known?.parse(args);
  const [understood, ofTool = []] = await Promise.all([
    understandCall(
      { tool: known ?? { name: tool, toolset: toolsetOf(tool), readOnly: false }, args },
      context,
      surroundings,
    ),
    parsed?.ok === true ? known?.findings?.(parsed.value, context) : undefined,
  ]);
  const subject = { ...understood, findings: [...understood.findings, ...ofTool] };
  const decision = decide(subject, book, {
    ...{ platform, chatId, places: surroundings.places, rulesPath },
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

const namedTools = new Set(actions.flatMap(({ tools }) => tools));

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
  if (!namedTools.has(tool) || !rest.startsWith("(")) return { tool: "terminal", args: { command: text } };
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
