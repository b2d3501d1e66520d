import { isAbsolute, join } from "node:path";
import type { Places } from "../paths/places.ts";
import { matchText } from "./match-text.ts";
import type { MatchTextOptions } from "./match-text.ts";
import type { Rule } from "./rule.ts";
import { compareRules } from "./rule.ts";

/** One thing that a call does, as rules speak of it. */
export interface Deed {
  readonly tool: string;
  readonly toolset: string;
  /** `<group>.<verb>`. */
  readonly action: string;
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
  readonly chatId?: string | undefined;
  readonly places: Places;
  /** Makes the matcher of an absolute path pattern. */
  readonly glob: PathGlob;
}

export type PathGlob = (pattern: string) => (path: string) => boolean;

/** The narrowest rule that speaks of a deed. */
export function ruleFor(deed: Deed, rules: readonly Rule[], context: MatchContext): Rule | undefined {
  const fitting = rules.filter((rule) => fits(rule, deed, context));
  return fitting.length < 2 ? fitting[0] : fitting.toSorted(compareRules)[0];
}

function fits(rule: Rule, deed: Deed, context: MatchContext): boolean {
  return inScope(rule, context) && namesDeed(rule.name, deed) && matchesArgument(rule, deed, context);
}

export function inScope({ scope }: Rule, { platform, chatId }: MatchContext): boolean {
  return (
    (scope.platform === undefined || scope.platform === platform) &&
    (scope.chatId === undefined || scope.chatId === chatId)
  );
}

function namesDeed(name: string, { tool, toolset, action }: Deed): boolean {
  if (name === "*" || name === tool || name === action) return true;
  const group = action.slice(0, action.indexOf("."));
  if (name === group || name === `${group}.*` || name === `${toolset}.*`) return true;
  return name.includes("*") && !name.endsWith(".*") && (matchText(name, tool) || matchText(name, action));
}

function matchesArgument(rule: Rule, deed: Deed, context: MatchContext): boolean {
  const { argument, effect } = rule;
  if (argument === undefined) return true;
  const { forms, aliases = [], wholeForms = [] } = deed;
  const matches = matcherFor(rule, deed.kind, context);
  if (effect !== "allow") return [...forms, ...aliases, ...wholeForms].some((form) => matches(form));
  const whole = wholeForms.some((form) => matchText(argument, form, { gap: () => false }));
  return whole || [forms, aliases].some((names) => names.length > 0 && names.every((name) => matches(name)));
}

/** A star of an allow rule does not reach over the end of a command. */
const withinCommand: MatchTextOptions = { gap: (text) => !/[\n\r;&|<>`\uFFFD]|\$\(/.test(text) };

function matcherFor(
  { argument = "", effect }: Rule,
  kind: Deed["kind"],
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
