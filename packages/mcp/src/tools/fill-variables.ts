import type { Environment } from "@hermes/registry";

export interface FilledVariables<Value> {
  readonly value: Value;
  /** Names of variables that are not set; they were filled in as nothing. */
  readonly missing: readonly string[];
}

/** Replaces `${NAME}` in every text of some data; `${NAME:-text}` has a default. Names of fields stay as they are. */
export function fillVariables(value: unknown, env: Environment): FilledVariables<unknown> {
  const missing = new Set<string>();
  const fill = (part: unknown): unknown => {
    if (typeof part === "string")
      return part.replaceAll(
        /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
        (_, name: string, otherwise: string | undefined) => {
          const found = env[name] ?? otherwise;
          if (found === undefined) missing.add(name);
          return found ?? "";
        },
      );
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, fill(each)]));
  };
  return { value: fill(value), missing: [...missing] };
}
