import { describeProblems, HermesError } from "@hermes/registry";
import type { Environment, JsonSchema } from "@hermes/registry";
import { z } from "zod";
import { settingsFrom } from "./environment.ts";
import type { EnvironmentSetting } from "./environment.ts";
import { expandHome } from "./expand-home.ts";
import { adoptOriginal, formerPath } from "./original-settings.ts";
import type { ParsedConfig } from "./parse-config.ts";
import type { LoadedSettings, Settings } from "./settings.ts";
import { settingsSchema } from "./settings-schema.ts";
import { cleanTree, setAt } from "./settings-tree.ts";
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
  const schema = settingsSchema();
  const fromEnvironment = settingsFrom(options.env);
  const file = options.config === undefined ? noFile : readTree(options.config, options, schema);
  const tree = fromEnvironment.reduce(
    (current: SettingsTree, { path, value }) => setAt(current, path, value),
    file.tree,
  );
  const result = schema.safeParse(tree);
  if (!result.success) throw invalid(result.error.issues, { ...options, tree, schema, fromEnvironment });
  return { settings: withHome(result.data, options.homedir), warnings: file.warnings };
}

interface ReadTree {
  readonly tree: SettingsTree;
  readonly warnings: readonly string[];
}

const noFile: ReadTree = { tree: {}, warnings: [] };

function readTree(
  config: ParsedConfig,
  options: CheckSettingsOptions,
  schema: z.ZodType<Settings>,
): ReadTree {
  const { configPath, env } = options;
  const place = (path: SettingsPath): string => `${configPath}, ${lineOf(config, path)}`;
  const warnings: string[] = [];
  const cleaned = cleanTree(config.tree, {
    env,
    onMissing: (path, variable) =>
      warnings.push(`${place(path)}: "${path.join(".")}" is left out, because ${variable} is not set.`),
  });
  const tree = adoptOriginal(cleaned);
  const { unknown, withoutEffect } = findUnknown(tree, jsonSchemaOf(schema));
  for (const { path, meant } of unknown) {
    const suggestion = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    warnings.push(`${place(path)}: "${path.join(".")}" is unknown and has no effect.${suggestion}`);
  }
  if (withoutEffect.length > 0)
    warnings.push(`${configPath}: without effect here: ${listed(withoutEffect)}.`);
  return { tree, warnings };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(", ");
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}

interface Source extends CheckSettingsOptions {
  readonly tree: SettingsTree;
  readonly schema: z.ZodType<Settings>;
  readonly fromEnvironment: readonly EnvironmentSetting[];
}

function invalid(issues: readonly z.core.$ZodIssue[], source: Source): HermesError {
  const json = jsonSchemaOf(source.schema);
  const problems = issues.flatMap((issue) => {
    const place = placeOf(issue.path, source);
    return describeProblems([issue], source.tree, json).map((problem) => `${place}: ${problem}`);
  });
  const message =
    problems.length === 1
      ? problems.join()
      : `${problems.length} settings can't be used:\n${problems.map((line) => `  ${line}`).join("\n")}`;
  return new HermesError(message, {
    code: "CONFIG_INVALID",
    hint: "Correct what is named; no file was changed.",
  });
}

/** The variable or the line that a value comes from. */
function placeOf(path: readonly PropertyKey[], { config, configPath, fromEnvironment }: Source): string {
  const variable = fromEnvironment.findLast((setting) => setting.path.join(".") === path.join("."))?.variable;
  if (variable !== undefined) return variable;
  return config === undefined
    ? configPath
    : `${configPath}, ${lineOf(
        config,
        path.filter((key) => typeof key !== "symbol"),
      )}`;
}

/** The line of a setting, or of what comes nearest above it. */
function lineOf(config: ParsedConfig, path: SettingsPath): string {
  const former = formerPath(path);
  const lines = path.map((_, index) => config.lineOf(path.slice(0, path.length - index)));
  const line =
    config.lineOf(path) ?? (former && config.lineOf(former)) ?? lines.find((found) => found !== undefined);
  return `line ${line ?? 1}`;
}

function jsonSchemaOf(schema: z.ZodType<Settings>): JsonSchema {
  return z.toJSONSchema(schema, { io: "output" });
}

function withHome(settings: Settings, homedir: string): Settings {
  const { cwd } = settings.terminal;
  return cwd === undefined
    ? settings
    : { ...settings, terminal: { ...settings.terminal, cwd: expandHome(cwd, homedir) } };
}
