export interface TerminalLimits {
  readonly defaultSeconds: number;
  readonly maxSeconds: number;
  readonly maxOutputChars: number;
}

/** What the model is told about `terminal`, naming only tools that are there. */
export function describeTerminal(
  present: ReadonlySet<string>,
  { defaultSeconds, maxSeconds, maxOutputChars }: TerminalLimits,
): string {
  const fileTools = ["read_file", "write_file", "patch", "search"].filter((name) => present.has(name));
  return [
    "Run a shell command. Standard output and errors come back as one text, with the exit code.",
    "The working directory and exported variables stay for the next command; other shell state does not.",
    `Output beyond ${maxOutputChars} characters loses its middle. There is no input to answer questions with, and a command that takes longer than its timeout (${defaultSeconds} s unless you say otherwise, at most ${maxSeconds}) is stopped with everything it started. What never ends by itself (servers, watchers, \`&\`) is refused without background.`,
    present.has("process")
      ? "With background it returns a session_id; read it, type into it and end it with process. It ends with the conversation."
      : "With background it returns at once and goes on until the conversation ends.",
    ...(fileTools.length === 0
      ? []
      : [`For files prefer ${fileTools.join(", ")}: they are exact and show what changed.`]),
  ].join("\n");
}
