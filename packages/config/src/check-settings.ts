import { describeProblems } from "@hermes/registry";
import type { Environment, JsonSchema } from "@hermes/registry";
import { z } from "zod";
import { auxiliaryFrom } from "./auxiliary-environment.ts";
import { settingsFrom } from "./environment.ts";
import { expandHome } from "./expand-home.ts";
import { adoptOriginal, legacyPath } from "./original-settings.ts";
import type { ParsedConfig } from "./parse-config.ts";
import { platformVariables } from "./platform-fields.ts";
import type { LoadedSettings } from "./loaded-settings.ts";
import type { Settings } from "./settings.ts";
import { findingText, refuseProblems } from "./settings-finding.ts";
import type { SettingsFinding } from "./settings-finding.ts";
import {
  defaultSettings,
  fieldKeys,
  fieldSchema,
  isKnownThroughout,
  sectionNames,
  sectionsSchema,
} from "./settings-schema.ts";
import { cleanTree, isTree, setAt } from "./settings-tree.ts";
import type { SettingsPath, SettingsTree } from "./settings-tree.ts";
import { findUnknown } from "./unknown-settings.ts";

export interface CheckSettingsOptions {
  readonly config: ParsedConfig | undefined;
  readonly configPath: string;
  readonly env: Environment;
  readonly homedir: string;
  /** Problems are findings, and what has one counts as if nothing were set. @default false */
  readonly allowProblems?: boolean | undefined;
}

export interface CheckedSettings extends Pick<LoadedSettings, "settings" | "warnings"> {
  readonly findings: readonly SettingsFinding[];
}

/**
 * Settings out of what the file and the environment say, and what is to be said about it.
 *
 * @throws {HermesError} `CONFIG_INVALID` for problems that are not allowed.
 */
export function checkSettings(options: CheckSettingsOptions): CheckedSettings {
  const { config, env, homedir, allowProblems = false } = options;
  const base: Checked =
    config === undefined ? { settings: defaultSettings(), findings: [] } : checkFile(config, options);
  const { settings, findings: ofVariables } = applyEnvironment(base.settings, env);
  const findings = [...base.findings, ...ofVariables];
  if (!allowProblems) refuseProblems(findings);
  const auxiliary = auxiliaryFrom(settings.auxiliary, env);
  return {
    settings: withHome({ ...settings, auxiliary }, homedir),
    warnings: warningsOf(findings),
    findings,
  };
}

interface Checked {
  readonly settings: Settings;
  readonly findings: readonly SettingsFinding[];
}

/** Keys of the original share one sentence: a file of it has many. */
function warningsOf(findings: readonly SettingsFinding[]): readonly string[] {
  const [first, ...others] = findings.filter(({ kind }) => kind === "without-effect");
  const said = findings.filter(({ kind }) => kind === "unknown" || kind === "missing-variable");
  const warnings = said.map(findingText);
  if (first === undefined) return warnings;
  const keys = [first, ...others].map(({ key = "" }) => key);
  return [...warnings, `${first.source}: without effect here: ${listed(keys)}.`];
}

// Settings are read once: compiling a checker for them costs more than it saves.
const once = { jitless: true } as const;

function checkFile(config: ParsedConfig, { configPath, env }: CheckSettingsOptions): Checked {
  const findings: SettingsFinding[] = [];
  const say: Say = (kind, path, message) => {
    findings.push({ kind, source: configPath, line: lineOf(config, path), key: path.join("."), message });
  };
  // What an entry of a server names is filled in by whoever uses it: one that lacks a variable is off, and the others are not.
  const { mcp_servers: servers, ...others } = config.tree;
  const cleaned = cleanTree(others, {
    env,
    file: configPath,
    onMissing: (path, variable) =>
      say("missing-variable", path, `"${path.join(".")}" is left out, because ${variable} is not set.`),
  });
  const tree = adoptOriginal(isTree(servers) ? { ...cleaned, mcp_servers: servers } : cleaned);
  const schema = sectionsSchema(sectionNames.filter((name) => Object.hasOwn(tree, name)));
  let made: JsonSchema | undefined;
  // Half of the time here; needed for what is to be said alone.
  const json = (): JsonSchema => (made ??= withAllSections(z.toJSONSchema(schema, { io: "output" })));
  if (!isKnownThroughout(tree)) sayUnknown(tree, json(), say);
  const result = schema.safeParse(tree, once);
  if (result.success) return { settings: { ...defaultSettings(), ...result.data }, findings };
  for (const issue of result.error.issues) {
    const path = issue.path.filter((key) => typeof key !== "symbol");
    for (const problem of describeProblems([issue], tree, json())) say("problem", path, problem);
  }
  return { settings: defaultSettings(), findings };
}

type Say = (kind: SettingsFinding["kind"], path: SettingsPath, message: string) => void;

/** What is wrong with a value, were it to stand at a path. What is missing beside it is not. */
export function problemsAt(path: readonly string[], value: unknown): readonly string[] {
  const tree = setAt({}, path, value);
  const schema = sectionsSchema(path.slice(0, 1));
  const result = schema.safeParse(tree, once);
  if (result.success) return [];
  const json = z.toJSONSchema(schema, { io: "output" });
  return result.error.issues
    .filter((issue) => path.every((key, index) => issue.path[index] === key))
    .flatMap((issue) => describeProblems([issue], tree, json));
}

/** Also names the sections that the file leaves out, for whoever mistyped one. */
function withAllSections(schema: JsonSchema): JsonSchema {
  const named = Object.fromEntries(sectionNames.map((name) => [name, {}]));
  return {
    ...schema,
    properties: { ...named, ...(isTree(schema["properties"]) ? schema["properties"] : {}) },
  };
}

function sayUnknown(tree: SettingsTree, schema: JsonSchema, say: Say): void {
  const { unknown, withoutEffect } = findUnknown(tree, schema);
  for (const { path, meant: near } of unknown) {
    // Perhaps it stands in the wrong section, or in none.
    const meant = near ?? fieldKeys().find((key) => key.endsWith(`.${path.at(-1)}`));
    const suggestion = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    say("unknown", path, `"${path.join(".")}" is unknown and has no effect.${suggestion}`);
  }
  for (const path of withoutEffect) say("without-effect", path, `"${path.join(".")}" has no effect here.`);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(", ");
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}

/** The line of a setting, of the place where the original keeps it, or of what comes nearest above it. */
function lineOf(config: ParsedConfig, path: SettingsPath): number {
  const former = legacyPath(path);
  const exact = config.lineOf(path) ?? (former && config.lineOf(former));
  if (exact !== undefined || path.length === 0) return exact ?? 1;
  return lineOf(config, path.slice(0, -1));
}

function applyEnvironment(settings: Settings, env: Environment): Checked {
  let current: SettingsTree = { ...settings };
  const findings: SettingsFinding[] = [];
  const ofSettings = settingsFrom(env).map((each) => ({ ...each, schema: fieldSchema(each.path) }));
  for (const { variable, path, value, schema } of [...ofSettings, ...platformVariables(env)]) {
    const result = schema.safeParse(value, once);
    if (result.success) current = setAt(current, path, result.data);
    else
      for (const message of describeValue(result.error.issues, value, schema))
        findings.push({ kind: "problem", source: variable, key: path.join("."), message });
  }
  // Every value was checked by its field.
  return { settings: current as unknown as Settings, findings };
}

function describeValue(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  schema: z.ZodType,
): readonly string[] {
  const json = { type: "object", properties: { value: z.toJSONSchema(schema, { io: "output" }) } };
  const nested = issues.map((issue) => ({ ...issue, path: ["value", ...issue.path] }));
  return describeProblems(nested, { value }, json).map((problem) => problem.replace(/^"value": /, ""));
}

function withHome(settings: Settings, homedir: string): Settings {
  const { terminal, skills, gateway } = settings;
  const here = (path: string): string => expandHome(path, homedir);
  return {
    ...settings,
    skills: { ...skills, external_dirs: skills.external_dirs.map(here) },
    terminal: {
      ...terminal,
      // Elsewhere it is another home.
      ...(terminal.cwd !== undefined && terminal.backend === "local" ? { cwd: here(terminal.cwd) } : {}),
      ...(terminal.ssh_key === undefined ? {} : { ssh_key: here(terminal.ssh_key) }),
      ...(terminal.ssh_known_hosts === undefined ? {} : { ssh_known_hosts: here(terminal.ssh_known_hosts) }),
      docker_volumes: terminal.docker_volumes.map(here),
    },
    gateway: { ...gateway, ...(gateway.cwd === undefined ? {} : { cwd: here(gateway.cwd) }) },
  };
}
