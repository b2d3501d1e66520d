import { isKnown, closestName } from "./known-actions.ts";
import type { KnownNames } from "./known-actions.ts";
import { parsePattern } from "./rule.ts";
import type { Rule, RuleEffect, RuleScope } from "./rule.ts";

/** A lasting approval of exactly one thing, as it is kept in `permissions.yaml`. */
export interface KeptGrant {
  /** For the reader: `terminal(npm publish)`. */
  readonly allow: string;
  /** Of what was approved: the text, the resolved programs, the folder, the place where it runs. */
  readonly digest: string;
  readonly source: string;
}

export interface RuleSection {
  readonly rules: readonly Rule[];
  readonly grants: readonly KeptGrant[];
  readonly problems: readonly string[];
}

/** The tables of rules for kinds of chat, by their key. */
export const chatKindKeys = { dms: "dm", groups: "group", channels: "channel" } as const;

export interface ReadSectionOptions {
  /** What problems and rules name as their place, such as `permissions.yaml`. */
  readonly file: string;
  /** Names that there are. Absent: names are not looked at. */
  readonly known?: KnownNames | undefined;
  /** Line of what stands at a path, from 1. */
  readonly lineOf?: ((path: readonly (string | number)[]) => number | undefined) | undefined;
}

const kindKeys = Object.keys(chatKindKeys);

type Path = readonly (string | number)[];

/**
 * Reads rules as data: `{ rules, groups, platforms: { telegram: { …, groups: { … }, chats: { "42": { … } } } }, grants }`,
 * where rules may also stand at the top, and `dms` and `channels` beside `groups`. Every problem is named with its place; a caller that gets one must not use the rest.
 */
export function readSection(value: unknown, options: ReadSectionOptions): RuleSection {
  const reader = new SectionReader(options);
  if (value === null || value === undefined) return reader;
  if (!isTable(value)) {
    reader.complain([], "the file must be a table of rules, such as terminal.*: ask");
    return reader;
  }
  reader.readRules(value, { path: [], scope: {}, reserved: ["rules", "platforms", "grants", ...kindKeys] });
  reader.readRules(value["rules"], { path: ["rules"], scope: {} });
  reader.readKinds(value, { path: [], scope: {} });
  for (const [platform, part] of reader.tableAt(value["platforms"], ["platforms"]))
    reader.readPlatform(platform, part);
  reader.readGrants(value["grants"]);
  return reader;
}

interface ReadRulesOptions {
  readonly path: Path;
  readonly scope: RuleScope;
  /** Keys that are no rules. */
  readonly reserved?: readonly string[] | undefined;
}

class SectionReader implements RuleSection {
  readonly rules: Rule[] = [];
  readonly grants: KeptGrant[] = [];
  readonly problems: string[] = [];
  readonly #options: ReadSectionOptions;

  constructor(options: ReadSectionOptions) {
    this.#options = options;
  }

  readRules(table: unknown, { path, scope, reserved = [] }: ReadRulesOptions): void {
    for (const [text, effect] of this.tableAt(table, path)) {
      if (!reserved.includes(text)) this.#readRule(text, effect, { path: [...path, text], scope });
    }
  }

  readPlatform(platform: string, part: unknown): void {
    const path = ["platforms", platform];
    this.readRules(part, { path, scope: { platform }, reserved: ["rules", "chats", ...kindKeys] });
    if (!isTable(part)) return;
    this.readKinds(part, { path, scope: { platform } });
    this.readRules(part["rules"], { path: [...path, "rules"], scope: { platform } });
    const chats = [...path, "chats"];
    for (const [chatId, rules] of this.tableAt(part["chats"], chats))
      this.readRules(rules, { path: [...chats, chatId], scope: { platform, chatId } });
  }

  /** Rules for kinds of chat. */
  readKinds(table: Readonly<Record<string, unknown>>, { path, scope }: ReadRulesOptions): void {
    for (const [key, chatKind] of Object.entries(chatKindKeys))
      this.readRules(table[key], { path: [...path, key], scope: { ...scope, chatKind } });
  }

  readGrants(list: unknown): void {
    if (list === null || list === undefined) return;
    if (!Array.isArray(list)) this.complain(["grants"], "grants must be a list");
    else for (const [index, entry] of list.entries()) this.#readGrant(index, entry);
  }

  /** Nothing at all is an empty table. */
  tableAt(value: unknown, path: Path): readonly (readonly [string, unknown])[] {
    if (isTable(value)) return Object.entries(value);
    if (value !== null && value !== undefined) this.complain(path, `"${path.join(".")}" must be a table`);
    return [];
  }

  complain(path: Path, problem: string): void {
    this.problems.push(`${this.#place(path)}: ${problem}.`);
  }

  #readRule(text: string, effect: unknown, { path, scope }: ReadRulesOptions): void {
    const parsed = parsePattern(text);
    if (!parsed.ok) return this.complain(path, parsed.problem);
    const { name, argument } = parsed;
    const { known } = this.#options;
    const meant = known === undefined || !name.includes(".") ? undefined : closestName(name, known);
    // A slip in the name of a deny rule must not go unseen.
    if (meant !== undefined)
      return this.complain(path, `"${name}" names no action. Did you mean "${meant}"?`);
    if (!isEffect(effect))
      return this.complain(path, `"${text}" is ${show(effect)}; it must be allow, ask or deny`);
    const unknown = known !== undefined && name.includes(".") && !isKnown(name, known);
    const source = this.#place(path);
    this.rules.push({ effect, text, name, argument, scope, source, ...(unknown && { unknown }) });
    return undefined;
  }

  #readGrant(index: number, entry: unknown): void {
    const path = ["grants", index];
    const { allow, digest }: Readonly<Record<string, unknown>> = isTable(entry) ? entry : {};
    if (typeof allow === "string" && typeof digest === "string")
      this.grants.push({ allow, digest, source: this.#place(path) });
    else this.complain(path, "a grant needs allow and digest; remove it and approve the call anew");
  }

  #place(path: Path): string {
    const { file, lineOf } = this.#options;
    const line = lineOf?.(path);
    return line === undefined ? file : `${file}, line ${line}`;
  }
}

function isEffect(value: unknown): value is RuleEffect {
  return value === "allow" || value === "ask" || value === "deny";
}

export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return typeof value === "object" && value !== null ? "more than a word" : `"${String(value)}"`;
}
