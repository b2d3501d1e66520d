import type { Environment } from "../tool.ts";

const harmless =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z_]+|TZ|TERM|SHELL|TMPDIR|SYSTEMROOT|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|TEMP|TMP)$/u;

/**
 * What a program of others is told of the environment: what it needs to start, and nothing that could be a secret.
 *
 * @param isNamed What it gets besides. @default nothing
 */
export function harmlessVariables(
  env: Environment,
  isNamed: (name: string) => boolean = () => false,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        (harmless.test(entry[0]) || isNamed(entry[0])) &&
        // A value that begins with "()" is a function of an old bash.
        !entry[1].startsWith("()"),
    ),
  );
}
