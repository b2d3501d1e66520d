import { actionRules } from "./action-rules.ts";
import { authorityRules } from "./authority-rules.ts";
import { concealRules } from "./conceal-rules.ts";
import { exfilRules } from "./exfil-rules.ts";
import type { InjectionRule } from "./injection-rule.ts";
import { agent, secret } from "./order-words.ts";

/** A rule as it is used. */
export interface CompiledRule extends Omit<InjectionRule, "pattern"> {
  readonly pattern: RegExp;
  /** What must stand somewhere in the text for the pattern to be worth trying. */
  readonly needs: readonly RegExp[];
}

/** What orders to an agent look like, wherever they stand. */
export function createInjectionRules(): readonly CompiledRule[] {
  const words = [secret, agent].map((source) => ({ source, anywhere: new RegExp(source) }));
  return [...authorityRules, ...concealRules, ...exfilRules, ...actionRules].map(({ pattern, ...rest }) => {
    // In rules of other kinds the words are one choice of several.
    const needing = /^(?:exfil|address)\./.test(rest.id);
    const needs = words.filter(({ source }) => needing && pattern.includes(source));
    return { ...rest, pattern: new RegExp(pattern, "g"), needs: needs.map(({ anywhere }) => anywhere) };
  });
}
