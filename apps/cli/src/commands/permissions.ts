import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { modeSentences, parsePattern, type RuleEffect, type RuleScope } from "@hermes/permissions";
import { actionsOf } from "@hermes/registry";
import type { Runtime } from "@hermes/runtime";
import { openRuntime } from "../chat/open-runtime.ts";
import { usageError } from "../failure.ts";
import { exitCodes, type Host } from "../host.ts";
import type { ChatKind } from "../program/option-values.ts";
import { table } from "../render/table.ts";
import { printJson } from "../render/print.ts";
import { harmlessJson } from "../render/harmless-json.ts";
import { oneLine } from "../render/fit.ts";

export interface RuleFlags {
  readonly platform?: string | undefined;
  readonly chat?: string | undefined;
  readonly chatKind?: ChatKind | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes permissions list`: what holds now. Fails when the file can't be understood. */
export async function listRules({ json }: RuleFlags, host: Host): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, { loaded, onWarning: () => undefined });
  const permissions = await runtime.permissions();
  const { rules, findingRules, grants, problems } = await permissions.rules();
  const mode = permissions.mode();
  const listed = [...rules, ...findingRules].map(({ effect, text, scope, source, unknown }) => ({
    effect,
    rule: text,
    ...scope,
    source,
    ...(unknown === true && { unknown }),
  }));
  if (json) {
    printJson(host, { mode, rules: listed, grants, problems });
  } else {
    const where = ({ platform, chatKind, chatId }: RuleScope) =>
      [platform, chatId ?? chatKind].filter((part) => part !== undefined).join(" ");
    const note = (unknown: boolean | undefined) => (unknown === true ? ", of no tool that is installed" : "");
    const rows = [
      ...listed.map((each) => [each.effect, each.rule, where(each), `${each.source}${note(each.unknown)}`]),
      ...grants.map(({ allow, source }) => ["approved", allow, "", source]),
    ];
    print([`mode ${mode}: ${modeSentences[mode]}`, ...table(rows, host.stdout.columns)], host);
    if (rows.length === 0)
      print(["No rules. Make one with: hermes permissions ask 'terminal(git push*)'"], host);
    for (const problem of problems)
      host.stderr.write(`hermes: ${problem} Until it is corrected, whatever acts asks.\n`);
  }
  return problems.length > 0 ? exitCodes.failed : exitCodes.ok;
}

/** `hermes permissions actions`: what the tools that there are say of themselves. */
export async function listActions({ json }: RuleFlags, host: Host): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, { loaded, onWarning: () => undefined });
  const registry = await runtime.tools();
  const actions = new Map<string, { name: string; summary: string; readOnly: boolean; tools: string[] }>();
  for (const tool of registry.names().flatMap((name) => registry.get(name) ?? [])) {
    for (const { name, summary, readOnly = false } of actionsOf(tool)) {
      const action = actions.get(name) ?? { name, summary, readOnly, tools: [] };
      actions.set(name, { ...action, tools: [...action.tools, tool.name] });
    }
  }
  const listed = [...actions.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  const rows = listed.map(({ name, summary, readOnly, tools }) => [
    ...[name, readOnly ? "reads" : "acts"],
    ...[oneLine(summary), tools.join(", ")],
  ]);
  if (json) printJson(host, listed);
  else print(table([["ACTION", "EFFECT", "MEANS", "TOOLS"], ...rows], host.stdout.columns), host);
  return exitCodes.ok;
}

/** `hermes permissions allow|ask|deny`. */
export async function setRule(
  { rule, effect, json, ...where }: RuleFlags & { readonly rule: string; readonly effect: RuleEffect },
  host: Host,
): Promise<number> {
  const parsed = parsePattern(rule);
  if (!parsed.ok) throw usageError(`${parsed.problem}.`);
  const loaded = await loadSettings({ env: host.env });
  const path = join(loaded.home, "permissions.yaml");
  await using runtime = openRuntime(host, { loaded, onWarning: () => undefined });
  const file = await (await runtime.permissions()).ruleFile();
  await file.set({ text: rule.trim(), effect, scope: scopeOf(where) });
  const counts = await isAccepted(runtime, path);
  if (json) print([harmlessJson({ rule: rule.trim(), effect, file: path, counts })], host);
  else print([`${effect} ${oneLine(rule)} (${path})`], host);
  if (!counts) tellThatItWaits(host);
  return exitCodes.ok;
}

/** `hermes permissions remove`. Fails when there is no such rule. */
export async function removeRule(
  { rule, json, ...where }: RuleFlags & { readonly rule: string },
  host: Host,
): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  const path = join(loaded.home, "permissions.yaml");
  await using runtime = openRuntime(host, { loaded, onWarning: () => undefined });
  const file = await (await runtime.permissions()).ruleFile();
  const removed = await file.remove({ text: rule.trim(), scope: scopeOf(where) });
  const counts = await isAccepted(runtime, path);
  if (json) print([harmlessJson({ rule: rule.trim(), removed, file: path, counts })], host);
  else if (removed) print([`Removed ${rule.trim()} (${path})`], host);
  else host.stderr.write(`hermes: ${path} has no rule "${rule.trim()}". See: hermes permissions list\n`);
  if (!counts) tellThatItWaits(host);
  return removed ? exitCodes.ok : exitCodes.failed;
}

async function isAccepted(runtime: Runtime, path: string): Promise<boolean> {
  const changes = await (await runtime.seal()).changes();
  return changes.every((change) => change.path !== path);
}

/** A command that an open session started would look the same. */
function tellThatItWaits(host: Host): void {
  host.stderr.write(
    "hermes: A session is open: the change counts once its person has said yes to it there.\n",
  );
}

function scopeOf({ platform, chat, chatKind }: RuleFlags): RuleScope {
  if (chat !== undefined && platform === undefined)
    throw usageError("--chat needs --platform: a chat belongs to one.");
  if (chat !== undefined && chatKind !== undefined)
    throw usageError("--chat names one chat already: leave --chat-kind out.");
  return { platform, chatId: chat, chatKind };
}

function print(lines: readonly string[], host: Host): void {
  for (const line of lines) host.stdout.write(`${line}\n`);
}
