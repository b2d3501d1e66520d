import type { Origin } from "@hermes/registry";
import { isPlainPattern, literalLength } from "./match-text.ts";

export type RuleEffect = "allow" | "ask" | "deny";

/** Where a rule holds. Nothing named: everywhere. */
export interface RuleScope {
  readonly platform?: string | undefined;
  /** In chats of this kind. */
  readonly chatKind?: Origin["chatKind"];
  /** Of that platform. */
  readonly chatId?: string | undefined;
}

/** One line of what a person has decided. */
export interface Rule {
  readonly effect: RuleEffect;
  /** As it was written: `terminal(git push*)`. */
  readonly text: string;
  /** `*`, `<group>.*`, `<group>.<verb>`, the name of a tool (with `*`), or `finding`. */
  readonly name: string;
  /** Between the parentheses. */
  readonly argument?: string | undefined;
  readonly scope: RuleScope;
  /** For people: `permissions.yaml, line 3`. */
  readonly source: string;
  /** True where its name is an action that no tool brings: it waits for one that is not installed. */
  readonly unknown?: boolean | undefined;
}

export type ParsedPattern =
  | { readonly ok: true; readonly name: string; readonly argument?: string | undefined }
  | { readonly ok: false; readonly problem: string };

const form = /^([\w*:-]+(?:\.[\w*:-]+)?)(?:\(([^]*)\))?$/;

/** Takes `name` or `name(argument)` apart. */
export function parsePattern(text: string): ParsedPattern {
  const match = form.exec(text.trim());
  if (match === null)
    return {
      ok: false,
      problem: `"${text}" is not a rule; write it as file.write, terminal.* or terminal(git push*)`,
    };
  const [, name = "", argument] = match;
  if (argument === undefined) return { ok: true, name };
  if (argument.trim() === "") return { ok: false, problem: `"${text}" has nothing between its parentheses` };
  return { ok: true, name, argument };
}

/**
 * How narrow a rule is, the most telling number first: the scope (a chat before a kind of chat before a platform before
 * everywhere), an
 * argument before none, one without stars before one with, the length of what it says literally, the name (a tool or
 * an action before a group before everything), its length, and last what it does: deny before ask before allow.
 */
export function specificityOf({ scope, argument, name, effect }: Rule): readonly number[] {
  return [
    breadthOf(scope),
    argument === undefined ? 0 : 1,
    argument !== undefined && isPlainPattern(argument) ? 1 : 0,
    argument === undefined ? 0 : literalLength(argument),
    name === "*" ? 0 : name.includes("*") ? 1 : 2,
    literalLength(name),
    { allow: 0, ask: 1, deny: 2 }[effect],
  ];
}

/** A kind of chat of one platform comes before the same kind everywhere. */
function breadthOf({ platform, chatKind, chatId }: RuleScope): number {
  if (chatId !== undefined) return 4;
  return (chatKind === undefined ? 0 : 2) + (platform === undefined ? 0 : 1);
}

/** Negative when the first rule is narrower. Equal ones go by the alphabet, so that their order in a file decides nothing. */
export function compareRules(left: Rule, right: Rule): number {
  const [one, other] = [specificityOf(left), specificityOf(right)];
  for (const [index, value] of one.entries()) {
    const difference = (other[index] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return left.text < right.text ? -1 : Number(left.text > right.text);
}
