import type { Environment } from "@hermes/registry";

const harmless =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z_]+|TERM|SHELL|TMPDIR|XDG_[A-Z_]+|SYSTEMROOT|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|TEMP|TMP)$/u;

/** What a server's process is told of the environment: the harmless part, what its profile names, and what its entry sets. */
export function serverEnvironment(
  env: Environment,
  own: { readonly env: Readonly<Record<string, string>>; readonly variables?: readonly string[] | undefined },
): Record<string, string> {
  const named = new Set(own.variables);
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      // A value that begins with "()" is a function of an old bash.
      entry[1] !== undefined &&
      (named.has(entry[0]) || harmless.test(entry[0])) &&
      !entry[1].startsWith("()"),
  );
  return { ...Object.fromEntries(kept), ...own.env };
}
