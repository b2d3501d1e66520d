import { buildShellScript, quoteShellWord } from "../shell-script.ts";
import type { CallMark } from "./call-output.ts";
import type { RemotePlace } from "./remote-place.ts";

/** Name of the variable that marks the processes of a call. */
export const markerName = "_hermes_call";

export interface CallScriptOptions {
  readonly place: RemotePlace;
  readonly mark: CallMark;
  /** The command itself, or the file that holds it. */
  readonly command: { readonly text: string } | { readonly file: string };
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folder of the task; made when it is missing. */
  readonly taskFolder: string;
  readonly stateFile: string | undefined;
  /** Undefined: nothing is left behind. */
  readonly saveTo: { readonly file: string; readonly directoryFile: string } | undefined;
  /** Value of the marking variable. */
  readonly marker: string;
  /** Files that nobody needs any more. */
  readonly unused: readonly string[];
  /** In a pseudo terminal the shell stays in the session that owns it. */
  readonly pty: boolean;
}

/**
 * The script around a command: it goes to the folder, runs the command in a shell and a session of its own, and says in
 * the stream of its output who the shell is, how it ended, and where. For any POSIX `sh`, with builtins alone but for
 * what starts the shell.
 */
export function buildCallScript(options: CallScriptOptions): string {
  const { place, mark, cwd, taskFolder, saveTo, unused, stateFile } = options;
  const say = (format: string, ...values: readonly string[]): string =>
    [`printf '\\036%s%s${format}\\036%s%s' "$m" "$n"`, ...values, '"$m" "$n"'].join(" ");
  const toRemove = [...unused, ...(saveTo === undefined ? [] : [saveTo.directoryFile])].map(quoteShellWord);
  return [
    `m=${mark.first} n=${mark.second} d=${quoteShellWord(cwd)}`,
    `[ -d ${quoteShellWord(place.folder)} ] || { ${say("L")}; exit 0; }`,
    `[ -d ${quoteShellWord(taskFolder)} ] || mkdir -m 700 ${quoteShellWord(taskFolder)}`,
    ...(stateFile === undefined ? [] : [`[ -f ${quoteShellWord(stateFile)} ] || { ${say("L")}; exit 0; }`]),
    `cd -- "$d" 2>/dev/null || {`,
    // The nearest folder above that is still there.
    `while d=\${d%/*}; [ -n "$d" ] && ! [ -d "$d" ]; do :; done`,
    `${say("N%s", '"${d:-/}"')}; exit 0; }`,
    // What the shell itself says about the end of the command, such as "Killed", is not the command's output.
    `{ ${runCommand(options)}; } 2>/dev/null`,
    "s=$? k=0 c=",
    ...(saveTo === undefined ? [] : [readDirectory(saveTo.directoryFile)]),
    say("E%s %s %s", "$s $k", '"$c"'),
    ...(saveTo === undefined ? [] : [`[ $k = 1 ] || rm -f -- ${quoteShellWord(saveTo.file)}`]),
    ...(toRemove.length === 0 ? [] : [`rm -f -- ${toRemove.join(" ")}`]),
  ].join("\n");
}

function runCommand(options: CallScriptOptions): string {
  const { place, command, mark, env, cwd, stateFile, saveTo, marker, pty } = options;
  const inner = buildShellScript({
    commandFile: "file" in command ? command.file : undefined,
    stateFile,
    saveTo: saveTo === undefined ? undefined : { ...saveTo, marker },
    env,
    cwd,
    dialect: place.shell.dialect,
    transient: [markerName],
  });
  const announce = `printf '\\036%s%sS%s\\036%s%s' ${mark.first} ${mark.second} $$ ${mark.first} ${mark.second}`;
  const isBash = place.shell.dialect === "bash";
  const words = [
    "env",
    // What a state holds is everything: a variable that was unset must not come back.
    ...(stateFile === undefined ? [] : ["-i"]),
    `${markerName}=${quoteShellWord(marker)}`,
    `PWD=${quoteShellWord(cwd)}`,
    ...(pty || place.setsid === undefined ? [] : [quoteShellWord(place.setsid)]),
    quoteShellWord(place.shell.path),
    ...(isBash ? ["--noprofile", "--norc"] : []),
    "-c",
    // Here and not outside, where the shell's words about the end would go the same way.
    quoteShellWord(`exec 2>&1; ${announce}; ${inner}`),
    isBash ? "bash" : "sh",
    ...("text" in command ? [quoteShellWord(command.text)] : []),
  ];
  // Job control also makes a group, where it works without a terminal.
  const prelude = !pty && place.setsid === undefined ? "set -m; " : "";
  return `${prelude}${words.join(" ")}`;
}

function readDirectory(file: string): string {
  const quoted = quoteShellWord(file);
  return `if [ -f ${quoted} ]; then k=1; while IFS= read -r l || [ -n "$l" ]; do c="$c$l
"; done <${quoted}; fi`;
}
