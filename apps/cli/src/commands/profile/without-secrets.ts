import { changeSettings } from "@hermes/config";

export interface ShareableConfig {
  readonly text: string;
  /** Dotted names of the settings that are not in it any more. */
  readonly leftOut: readonly string[];
}

const secretName =
  /(?:^|[_-])(?:api_?key|key|tokens?|secrets?|password|passwd|passphrase|credentials?|authorization|cookie)$/i;
/** Sections in which every value may be a secret, whatever its name. */
const secretSections: ReadonlySet<string> = new Set(["env", "environment", "headers", "docker_env"]);
/** What belongs to the messengers of one home. */
const ownSections: ReadonlySet<string> = new Set(["platforms"]);

/**
 * A `config.yaml` for other people: without keys, tokens and what looks like one, and without messengers. A value that only names a
 * variable, such as `${API_KEY}`, stays.
 *
 * @param redact As the redactor of the home: a text that it changes holds a secret.
 */
export async function withoutSecrets(
  text: string,
  { path, redact }: { readonly path: string; readonly redact: (text: string) => string },
): Promise<ShareableConfig> {
  const { parse } = await import("yaml");
  const found = secretPaths(parse(text, { merge: true }), [], redact);
  const changes = found.map((each) => ({ path: each, value: undefined }));
  return {
    // From behind, so that the places in lists stay right.
    text: changes.length === 0 ? text : await changeSettings(text, changes.toReversed(), path),
    leftOut: found.map((each) => each.join(".")),
  };
}

function secretPaths(
  value: unknown,
  path: readonly string[],
  redact: (text: string) => string,
): readonly (readonly string[])[] {
  if (typeof value === "string") return isSecret(value, path, redact) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    path.length === 0 && ownSections.has(name) ? [[name]] : secretPaths(each, [...path, name], redact),
  );
}

function isSecret(value: string, path: readonly string[], redact: (text: string) => string): boolean {
  if (/^\$\{?\w+\}?$/.test(value.trim())) return false;
  return (
    secretName.test(path.at(-1) ?? "") ||
    path.slice(0, -1).some((name) => secretSections.has(name)) ||
    /:\/\/[^/\s@]+@/.test(value) ||
    redact(value) !== value
  );
}
