import { createHash } from "node:crypto";

/** Name of a sandbox that is found again: whoever wants the same thing under the same name gets the same one. */
export function persistentName(keepAs: string | undefined, wanted: unknown): string | undefined {
  if (keepAs === undefined) return undefined;
  const mark = createHash("sha256")
    .update(JSON.stringify([keepAs, wanted]))
    .digest("hex");
  return `hermes-${mark.slice(0, 16)}`;
}

/** The values of variables that are forwarded on purpose. */
export function forwardedValues(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const values = names.map((name) => [name, env[name]] as const);
  return Object.fromEntries(
    values.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}
