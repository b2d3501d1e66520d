export interface TerminalLimits {
  readonly defaultSeconds: number;
  readonly maxSeconds: number;
  readonly maxOutputChars: number;
  /** Commands run behind a wall; `network`: of what they reach alone. */
  readonly walled: boolean | "network";
}

/** What the model is told about `terminal`, naming only tools that are there. */
export function describeTerminal(
  present: ReadonlySet<string>,
  { defaultSeconds, maxSeconds, maxOutputChars, walled }: TerminalLimits,
): string {
  const fileTools = ["read_file", "write_file", "patch", "search"].filter((name) => present.has(name));
  return [
    "Run a shell command. Standard output and errors come back as one text, with the exit code.",
    "The working directory and exported variables stay for the next command; other shell state does not.",
    `Output beyond ${maxOutputChars} characters loses its middle. There is no input to answer questions with, and a command that takes longer than its timeout (${defaultSeconds} s unless you say otherwise, at most ${maxSeconds}) is stopped with everything it started. What never ends by itself (servers, watchers, \`&\`) is refused without background.`,
    present.has("process")
      ? "With background it returns a session_id; read it, type into it and end it with process. It ends with the conversation."
      : "With background it returns at once and goes on until the conversation ends.",
    ...(walled === "network"
      ? [
          "Commands reach package registries and the remotes of this repository. Where a notice in the result says that a host was out of reach, and the work needs it, call again with hosts, and why: a person may be asked.",
        ]
      : []),
    ...(walled === true
      ? [
          "Commands write to the workspace, temporary files and caches of packages, and reach package registries and the remotes of this repository. Where a notice in the result says that a host or a path was out of reach, and the work needs it, call again with hosts or outside, and why: a person may be asked.",
        ]
      : []),
    ...(fileTools.length === 0
      ? []
      : [`For files prefer ${fileTools.join(", ")}: they are exact and show what changed.`]),
  ].join("\n");
}
