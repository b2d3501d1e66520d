import type { SettingValue } from "@hermes/config";
import { redact } from "@hermes/redaction";
import type { Environment } from "@hermes/registry";
import { asVariable, isSecret } from "../mcp/secret-values.ts";

type Fields = Readonly<Record<string, SettingValue>>;

export interface PlacedSecrets {
  /** With `${NAME}` in the place of each secret. */
  readonly fields: Fields;
  /** For `.env`. */
  readonly variables: Readonly<Record<string, string>>;
  /** A secret stands in its address, and stays there. */
  readonly isKeyInUrl: boolean;
}

/**
 * Takes keys out of an entry: what `env`, `headers` and arguments hold, by their names and by how they look. A variable that is
 * set to something else already is not used.
 */
export function placeSecrets(server: string, fields: Fields, env: Environment): PlacedSecrets {
  const variables: Record<string, string> = {};
  const place = (name: string, value: string): string => {
    for (let count = 1; ; count++) {
      const { variable, secret, reference } = asVariable(
        server,
        count === 1 ? name : `${name}_${count}`,
        value,
      );
      if ((env[variable] ?? secret) !== secret || (variables[variable] ?? secret) !== secret) continue;
      variables[variable] = secret;
      return reference;
    }
  };
  const named = (values: SettingValue | undefined): Fields | undefined => {
    if (typeof values !== "object" || Array.isArray(values)) return undefined;
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const holds = typeof value === "string" && (isSecret(name, value) || looksSecret(value));
        return [name, holds ? place(name, value) : value];
      }),
    );
  };
  const [env_, headers] = [named(fields["env"]), named(fields["headers"])];
  const args = Array.isArray(fields["args"]) ? placeArguments(fields["args"], place) : undefined;
  const url = fields["url"];
  return {
    fields: {
      ...fields,
      ...(args !== undefined && { args }),
      ...(env_ !== undefined && { env: env_ }),
      ...(headers !== undefined && { headers }),
    },
    variables,
    isKeyInUrl: typeof url === "string" && looksSecret(url),
  };
}

/** `--api-key sk-…`, `--api-key=sk-…`, or a key by itself. */
function placeArguments(
  args: readonly SettingValue[],
  place: (name: string, value: string) => string,
): readonly SettingValue[] {
  return args.map((arg, index) => {
    if (typeof arg !== "string") return arg;
    const [, before = "", value = arg] = /^(--?[\w-]+=)(.+)$/s.exec(arg) ?? [];
    const flag = before === "" ? args[index - 1] : before;
    const name = typeof flag === "string" && /^--?\w/.test(flag) ? flag.replace(/^-+|=$/g, "") : "";
    const isNamed = name !== "" && !value.startsWith("-") && isSecret(name, value);
    return isNamed || looksSecret(value) || looksSecret(arg) ? before + place(name || "key", value) : arg;
  });
}

function looksSecret(value: string): boolean {
  return !/\$\{\w+\}/.test(value) && redact(value) !== value;
}
