import { describeProblems, HermesError } from "@hermes/registry";
import type { Environment, JsonSchema } from "@hermes/registry";
import { z } from "zod";
import { auxiliaryFrom } from "./auxiliary-environment.ts";
import { settingsFrom } from "./environment.ts";
import { expandHome } from "./expand-home.ts";
import { adoptOriginal, legacyPath } from "./original-settings.ts";
import type { ParsedConfig } from "./parse-config.ts";
import { platformVariables } from "./platform-fields.ts";
import type { LoadedSettings, Settings } from "./settings.ts";
import {
  defaultSettings,
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
}

/** Settings out of what the file and the environment say, and what is to be said about it. */
export function checkSettings(options: CheckSettingsOptions): Pick<LoadedSettings, "settings" | "warnings"> {
  const { config, env, homedir } = options;
  const base =
    config === undefined ? { ...nothing, settings: defaultSettings() } : checkFile(config, options);
  const { settings, problems } = applyEnvironment(base.settings, env);
  const all = [...base.problems, ...problems];
  if (all.length > 0) throw invalid(all);
  const auxiliary = auxiliaryFrom(settings.auxiliary, env);
  return { settings: withHome({ ...settings, auxiliary }, homedir), warnings: base.warnings };
}

interface Checked {
  readonly settings: Settings;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

const nothing = { problems: [], warnings: [] } as const;

// Settings are read once: compiling a checker for them costs more than it saves.
const once = { jitless: true } as const;

function checkFile(config: ParsedConfig, { configPath, env }: CheckSettingsOptions): Checked {
  const place = (path: SettingsPath): string => `${configPath}, line ${lineOf(config, path)}`;
  const warnings: string[] = [];
  // What an entry of a server names is filled in by whoever uses it: one that lacks a variable is off, and the others are not.
  const { mcp_servers: servers, ...others } = config.tree;
  const cleaned = cleanTree(others, {
    env,
    file: configPath,
    onMissing: (path, variable) =>
      warnings.push(`${place(path)}: "${path.join(".")}" is left out, because ${variable} is not set.`),
  });
  const tree = adoptOriginal(isTree(servers) ? { ...cleaned, mcp_servers: servers } : cleaned);
  const schema = sectionsSchema(sectionNames.filter((name) => Object.hasOwn(tree, name)));
  let made: JsonSchema | undefined;
  // Half of the time here; needed for what is to be said alone.
  const json = (): JsonSchema => (made ??= withAllSections(z.toJSONSchema(schema, { io: "output" })));
  if (!isKnownThroughout(tree)) warnings.push(...unknownIn(tree, json(), { configPath, place }));
  const result = schema.safeParse(tree, once);
  if (result.success) {
    return { settings: { ...defaultSettings(), ...result.data }, problems: [], warnings };
  }
  const problems = result.error.issues.flatMap((issue) => {
    const where = place(issue.path.filter((key) => typeof key !== "symbol"));
    return describeProblems([issue], tree, json()).map((problem) => `${where}: ${problem}`);
  });
  return { settings: defaultSettings(), problems, warnings };
}

/** Also names the sections that the file leaves out, for whoever mistyped one. */
function withAllSections(schema: JsonSchema): JsonSchema {
  const named = Object.fromEntries(sectionNames.map((name) => [name, {}]));
  return {
    ...schema,
    properties: { ...named, ...(isTree(schema["properties"]) ? schema["properties"] : {}) },
  };
}

interface Places {
  readonly configPath: string;
  readonly place: (path: SettingsPath) => string;
}

function unknownIn(tree: SettingsTree, schema: JsonSchema, { configPath, place }: Places): readonly string[] {
  const { unknown, withoutEffect } = findUnknown(tree, schema);
  const warnings = unknown.map(({ path, meant }) => {
    const suggestion = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    return `${place(path)}: "${path.join(".")}" is unknown and has no effect.${suggestion}`;
  });
  return withoutEffect.length === 0
    ? warnings
    : [...warnings, `${configPath}: without effect here: ${listed(withoutEffect)}.`];
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

function applyEnvironment(settings: Settings, env: Environment): Pick<Checked, "settings" | "problems"> {
  let current: SettingsTree = { ...settings };
  const problems: string[] = [];
  const ofSettings = settingsFrom(env).map((each) => ({ ...each, schema: fieldSchema(each.path) }));
  for (const { variable, path, value, schema } of [...ofSettings, ...platformVariables(env)]) {
    const result = schema.safeParse(value, once);
    if (result.success) current = setAt(current, path, result.data);
    else
      problems.push(
        ...describeValue(result.error.issues, value, schema).map((problem) => `${variable}: ${problem}`),
      );
  }
  // Every value was checked by its field.
  return { settings: current as unknown as Settings, problems };
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

function invalid(problems: readonly string[]): HermesError {
  const [only = ""] = problems;
  const message =
    problems.length === 1
      ? only
      : `${problems.length} settings can't be used:\n${problems.map((line) => `  ${line}`).join("\n")}`;
  return new HermesError(message, {
    code: "CONFIG_INVALID",
    hint: "Correct what is named; no file was changed.",
  });
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
