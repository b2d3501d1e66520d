/** Everything that a run sees of the environment. */
export function childEnvironment(
  work: string,
): Readonly<Record<"PATH" | "HOME" | "TMPDIR" | "LANG" | "TERM", string>> {
  return { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: work, TMPDIR: work, LANG: "C.UTF-8", TERM: "dumb" };
}
