export interface SaveTarget {
  readonly file: string;
  readonly marker: string;
  /** A file of its own for the working directory, written when the state is complete. Undefined: none. */
  readonly directoryFile?: string | undefined;
}

/** What one command needs to continue where the last one of its task stopped. */
export interface ShellScriptOptions {
  /** The file that holds the command. Undefined: the command is the script's first argument. */
  readonly commandFile: string | undefined;
  /** A file that an earlier script of the task left behind. Undefined: a fresh shell. */
  readonly stateFile: string | undefined;
  /** Where the script leaves its own state. Undefined: it leaves none. */
  readonly saveTo: SaveTarget | undefined;
  /** Exported for this command alone. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Replaces the `PWD` of the state: the folder that the shell was started in. */
  readonly cwd: string;
  /** bash knows exported functions, other shells don't. */
  readonly dialect: "bash" | "posix";
  /** Removed from what is saved: variables that belong to this one call. */
  readonly transient: readonly string[];
}

/**
 * Wraps a command so that its shell leaves behind the exported variables and the working directory, also when it
 * ends by `exit` or `set -e`. It uses builtins only, so that the command is the one process that a call starts.
 *
 * A shell that is killed, replaced by `exec`, or that exits through a trap of its own leaves nothing behind.
 */
export function buildShellScript(options: ShellScriptOptions): string {
  const { commandFile, stateFile, saveTo } = options;
  // Not written into the script itself, where a command of many lines would shift the line numbers in messages.
  const run = commandFile === undefined ? 'eval "$__hermes_command"' : `. ${quoteShellWord(commandFile)}`;
  const start = [
    ...(commandFile === undefined ? ["__hermes_command=$1; shift"] : []),
    // A read-only variable in the state must not stop the command, nor its complaint spoil the output.
    ...(stateFile === undefined
      ? []
      : [`. ${quoteShellWord(stateFile)} 2>/dev/null`, `PWD=${quoteShellWord(options.cwd)}`]),
    ...exportOnce(options.env ?? {}),
  ];
  // All on one line, so that the line numbers in the shell's messages are those of the command.
  if (saveTo === undefined) return [...start, run].join("; ");
  return [
    [...start, saveFunction(saveTo, options), "trap '{ __hermes_save; } 2>/dev/null' EXIT", run].join("; "),
    // Not left to the trap alone, which the command may have replaced by its own. The braces keep the trace of
    // `set -x` out of the output; the status of the command passes through.
    "{ __hermes_save; } 2>/dev/null",
  ].join("\n");
}

/** A saved state is complete when it ends in the marker. Its second last part is the working directory. */
export function readSavedDirectory(state: string, marker: string): string | undefined {
  const end = `\n#${marker} end`;
  if (!state.endsWith(end)) return undefined;
  const start = `\n#${marker} `;
  const at = state.indexOf(start);
  return state.slice(at + start.length, -end.length);
}

function saveFunction(
  { file, marker, directoryFile }: SaveTarget,
  { env = {}, dialect, transient }: ShellScriptOptions,
): string {
  const save = [
    "command set +x",
    ...restoreAfter(env),
    `command unset ${transient.join(" ")}`,
    "command export -p",
    ...(dialect === "bash" ? ["command export -pf"] : []),
    // The shell that reads the state stops here; what follows is for the one that started it.
    `command printf '\\nreturn 0\\n#%s ' ${marker}`,
    "command pwd",
    `command printf '#%s end' ${marker}`,
  ].join("; ");
  return [
    "__hermes_save() { __hermes_status=$?",
    'if [ -n "${__hermes_saved-}" ]; then return $__hermes_status; fi',
    "__hermes_saved=1",
    `{ ${save}; } >|${quoteShellWord(file)}`,
    ...(directoryFile === undefined ? [] : [`command pwd >|${quoteShellWord(directoryFile)}`]),
    "return $__hermes_status",
    "}",
  ].join("; ");
}

function exportOnce(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => [
    `__hermes_had_${name}=\${${name}+x} __hermes_old_${name}=\${${name}-}`,
    `export ${name}=${quoteShellWord(value)}`,
  ]);
}

/** Puts back what was there before, unless the command itself chose another value. */
function restoreAfter(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(
    ([name, value]) =>
      `if [ "\${${name}-}" = ${quoteShellWord(value)} ]; then ` +
      `if [ -n "$__hermes_had_${name}" ]; then ${name}=$__hermes_old_${name}; else command unset ${name}; fi; fi`,
  );
}

/** Any text as one word of a POSIX shell. */
export function quoteShellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
