import { isAbsolute, join } from "node:path";
import type { Origin } from "@hermes/registry";
import type { Places } from "@hermes/command-safety";
import { groupOf } from "./known-actions.ts";
import { matchText } from "./match-text.ts";
import type { MatchTextOptions } from "./match-text.ts";
import type { Rule } from "./rule.ts";
import { compareRules } from "./rule.ts";

/** One operation of a call, as rules match it: which tool does what, to which resource. */
export interface Operation {
  readonly tool: string;
  readonly toolset: string;
  /** `<group>.<verb>`: what it is for every rule. */
  readonly actions: readonly string[];
  /** What it is for rules that ask or deny alone: that one tool may run commands allows it to no other. */
  readonly strictActions?: readonly string[] | undefined;
  readonly kind: "command" | "path" | "url" | "text";
  /** What it is done with, in every form that a rule may write it. A deny or ask rule fits one, an allow rule all. */
  readonly forms: readonly string[];
  /** Other names of the same thing, in place of `forms`. */
  readonly aliases?: readonly string[] | undefined;
  /** Forms that only a rule without stars may allow: a whole script is more than its first words. */
  readonly wholeForms?: readonly string[] | undefined;
}

export interface MatchContext {
  readonly platform: string;
  readonly chatKind?: Origin["chatKind"];
  readonly chatId?: string | undefined;
  readonly places: Places;
  /** Makes the matcher of an absolute path pattern. */
  readonly glob: PathGlob;
}

export type PathGlob = (pattern: string) => (path: string) => boolean;

/** The most specific rule that matches an operation. */
export function ruleFor(
  operation: Operation,
  rules: readonly Rule[],
  context: MatchContext,
): Rule | undefined {
  const fitting = rules.filter((rule) => fits(rule, operation, context));
  return fitting.length < 2 ? fitting[0] : fitting.toSorted(compareRules)[0];
}

function fits(rule: Rule, operation: Operation, context: MatchContext): boolean {
  return (
    inScope(rule, context) && namesOperation(rule, operation) && matchesArgument(rule, operation, context)
  );
}

export function inScope({ scope }: Rule, { platform, chatKind, chatId }: MatchContext): boolean {
  return (
    (scope.platform === undefined || scope.platform === platform) &&
    (scope.chatKind === undefined || scope.chatKind === chatKind) &&
    (scope.chatId === undefined || scope.chatId === chatId)
  );
}

/** Whether a rule names what is done, whatever it is done with. */
export function namesOperation(
  { name, effect }: Rule,
  {
    tool,
    toolset,
    actions,
    strictActions = [],
  }: Pick<Operation, "tool" | "toolset" | "actions" | "strictActions">,
): boolean {
  if (name === "*" || name === tool || name === `${toolset}.*`) return true;
  if (isPattern(name) && matchText(name, tool)) return true;
  const all = effect === "allow" ? actions : [...actions, ...strictActions];
  return all.some((action) => namesAction(name, action));
}

function namesAction(name: string, action: string): boolean {
  const group = groupOf(action);
  if (name === action || name === group || name === `${group}.*`) return true;
  return isPattern(name) && matchText(name, action);
}

function isPattern(name: string): boolean {
  return name.includes("*") && !name.endsWith(".*");
}

function matchesArgument(rule: Rule, operation: Operation, context: MatchContext): boolean {
  const { argument, effect } = rule;
  if (argument === undefined) return true;
  const { forms, aliases = [], wholeForms = [] } = operation;
  const matches = matcherFor(rule, operation.kind, context);
  if (effect !== "allow") return [...forms, ...aliases, ...wholeForms].some((form) => matches(form));
  const whole = wholeForms.some((form) => matchText(argument, form, { gap: () => false }));
  return whole || [forms, aliases].some((names) => names.length > 0 && names.every((name) => matches(name)));
}

/** A star of an allow rule does not reach over the end of a command. */
const withinCommand: MatchTextOptions = { gap: (text) => !/[\n\r;&|<>`\uFFFD]|\$\(/.test(text) };

function matcherFor(
  { argument = "", effect }: Rule,
  kind: Operation["kind"],
  { places, glob }: MatchContext,
): (form: string) => boolean {
  if (kind === "path") return glob(absolutePattern(argument, places));
  const options = kind === "command" && effect === "allow" ? withinCommand : {};
  const wanted = kind === "command" ? oneBlank(argument) : argument;
  return (form) => matchText(wanted, form, options);
}

/** Blanks between words are one; so that a rule fits however a command is laid out. */
export function oneBlank(command: string): string {
  return command.trim().replaceAll(/[ \t]+/g, " ");
}

/** Globs as people write them: relative ones start in the workspace, bare names fit in any folder. */
function absolutePattern(argument: string, { workspace, homedir }: Places): string {
  const pattern = argument.trim().replace(/\/$/, "/**");
  if (pattern === "~" || pattern.startsWith("~/")) return homedir + pattern.slice(1);
  if (isAbsolute(pattern) || pattern.startsWith("**/")) return pattern;
  return pattern.includes("/") ? join(workspace, pattern) : `**/${pattern}`;
}
