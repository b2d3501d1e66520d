import type { EnvironmentSetting } from "./environment.ts";
import { formerTasks } from "./original-settings.ts";
import type { AuxiliarySettings } from "./model-settings.ts";
import type { Settings } from "./settings.ts";

// `CONTEXT_COMPRESSION_MODEL` and its like are the older names of `AUXILIARY_COMPRESSION_…`.
const pattern = /^(AUXILIARY_|CONTEXT_(?=COMPRESSION_))([A-Z][A-Z0-9_]*?)_(PROVIDER|MODEL|BASE_URL|API_KEY)$/;

/**
 * The models of side tasks, as the environment has them over what the file says. Where it names a provider or an address, those of
 * the file don't count, and neither does its key: that belongs there.
 */
export function auxiliaryFrom(
  inFile: Settings["auxiliary"],
  env: Readonly<Record<string, string | undefined>>,
): Settings["auxiliary"] {
  const said = new Map<string, AuxiliarySettings>();
  for (const { task, field, value } of variables(env)) said.set(task, { ...said.get(task), [field]: value });
  if (said.size === 0) return inFile;
  const merged = [...said].map(([task, block]) => {
    const { provider, base_url, api_key, ...others } = inFile[task] ?? {};
    const isElsewhere = block.provider !== undefined || block.base_url !== undefined;
    return [task, { ...(isElsewhere ? {} : { provider, base_url, api_key }), ...others, ...block }] as const;
  });
  return { ...inFile, ...Object.fromEntries(merged) };
}

/** The same one by one, the newest name of each last. */
export function auxiliaryVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly EnvironmentSetting[] {
  return variables(env).map(({ variable, task, field, value }) => ({
    variable,
    path: ["auxiliary", task, field],
    value,
  }));
}

interface Variable {
  readonly variable: string;
  readonly task: string;
  readonly field: string;
  readonly value: string;
  /** How old its name is: of two for the same, that of today counts. */
  readonly age: number;
}

function variables(env: Readonly<Record<string, string | undefined>>): readonly Variable[] {
  const found = Object.entries(env).flatMap(([variable, text]): readonly Variable[] => {
    const [, prefix, name = "", field = ""] = pattern.exec(variable) ?? [];
    const value = text?.trim() ?? "";
    if (prefix === undefined || value === "") return [];
    const written = name.toLowerCase();
    const task = Object.hasOwn(formerTasks, written) ? formerTasks[written] : undefined;
    const age = (prefix === "CONTEXT_" ? 1 : 0) + (task === undefined ? 0 : 1);
    return [{ variable, task: task ?? written, field: field.toLowerCase(), value, age }];
  });
  return found.toSorted((left, right) => right.age - left.age);
}
