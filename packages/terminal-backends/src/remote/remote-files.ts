import { HermesError } from "@hermes/registry";
import type { DirectoryEntry, FileStat } from "../backend.ts";
import { quoteShellWord } from "../shell-script.ts";
import type { RemotePlace } from "./remote-place.ts";
import { runScript } from "./run-script.ts";
import type { ScriptResult } from "./run-script.ts";
import { scriptStart } from "./script-batches.ts";
import type { ScriptBatches } from "./script-batches.ts";
import type { ShellTransport } from "./shell-transport.ts";

export interface RemoteFilesContext {
  readonly transport: ShellTransport;
  readonly place: RemotePlace;
  readonly signal: AbortSignal | undefined;
  /** What only looks goes there together. Undefined: alone. */
  readonly batches?: ScriptBatches | undefined;
}

const codes = { missing: 41, isDirectory: 42, notDirectory: 43, irregular: 44 } as const;

/** Reads a regular file. @throws {HermesError} See `Backend.readFile`. */
export async function readRemoteFile(
  context: RemoteFilesContext,
  path: string,
  maxBytes: number | undefined,
): Promise<Uint8Array> {
  const cut = maxBytes === undefined ? 'cat <"$p"' : `head -c ${maxBytes + 1} <"$p"`;
  const { output } = await look(context, "read", path, [checkRegular, cut].join("\n"));
  if (maxBytes !== undefined && output.length > maxBytes) {
    throw new HermesError(`${path} has more than ${maxBytes} bytes; at most ${maxBytes} are read.`, {
      code: "FILE_TOO_LARGE",
    });
  }
  return output;
}

/** Replaces or makes a file in one step. @throws {HermesError} See `Backend.writeFile`. */
export async function writeRemoteFile(
  context: RemoteFilesContext,
  path: string,
  data: Uint8Array,
): Promise<void> {
  const format = context.place.stat === "gnu" ? "stat -c '%a %u:%g'" : "stat -f '%Lp %u:%g'";
  const script = [
    followLinks,
    'if [ -e "$p" ]; then',
    `[ -d "$p" ] && exit ${codes.isDirectory}; [ -f "$p" ] || exit ${codes.irregular}`,
    '[ -w "$p" ] || { echo "permission denied" >&2; exit 1; }',
    `o=$(${format} "$p") || exit 1`,
    'else o=; mkdir -p -- "${p%/*}/" || exit 1; fi',
    't="${p%/*}/.hermes-$$"',
    "trap 'rm -f -- \"$t\"' EXIT",
    // A file that is there may be secret: its content is in nobody's sight before the mode is right.
    'if [ -n "$o" ]; then (umask 077; : >"$t") || exit 1; else : >"$t" || exit 1; fi',
    'cat >"$t" || exit 1',
    // Less arrives when the way here is cut.
    `s=$(wc -c <"$t"); [ "$s" -eq ${data.length} ] || { echo "cut off" >&2; exit 1; }`,
    // Only root may give files away; for everybody else the file becomes the writer's, as with an editor.
    'if [ -n "$o" ]; then chown "${o#* }" "$t" 2>/dev/null; chmod "${o%% *}" "$t" || exit 1; fi',
    'mv -f -- "$t" "$p"',
  ].join("\n");
  await run(context, "write", path, script, data);
}

/** Facts about what a path leads to. */
export async function statRemotePath(
  context: RemoteFilesContext,
  path: string,
): Promise<FileStat | undefined> {
  const format = context.place.stat === "gnu" ? "stat -L -c '%f %s %Y %y'" : "stat -L -f '%Xp %z %m %Fm'";
  const script = `[ -e "$p" ] || exit ${codes.missing}\n${format} "$p"`;
  const result = await lookRaw(context, path, script);
  if (result.exitCode === codes.missing) return undefined;
  if (result.exitCode !== 0) throw explain("look at", path, result);
  const [hex = "0", size, seconds, ...rest] = new TextDecoder().decode(result.output).trim().split(" ");
  const mode = Number.parseInt(hex, 16);
  const fraction = /\.(\d{1,3})/.exec(rest.join(" "))?.[1] ?? "0";
  return {
    kind: (mode & 0o170000) === 0o100000 ? "file" : (mode & 0o170000) === 0o040000 ? "directory" : "other",
    sizeBytes: Number(size),
    modifiedAtMs: Number(seconds) * 1000 + Number(fraction.padEnd(3, "0")),
    mode: mode & 0o7777,
  };
}

/** Entries of a folder, sorted by name. */
export async function listRemoteDirectory(
  context: RemoteFilesContext,
  path: string,
): Promise<readonly DirectoryEntry[]> {
  const script = [
    `[ -e "$p" ] || exit ${codes.missing}`,
    `[ -d "$p" ] || exit ${codes.notDirectory}`,
    'cd -- "$p" || exit 1',
    // A folder that can't be read matches nothing, like an empty one.
    '[ -r . ] || { echo "permission denied" >&2; exit 1; }',
    "for f in .* *; do case $f in .|..) continue;; esac",
    'if [ -L "$f" ]; then k=l; elif [ -f "$f" ]; then k=f; elif [ -d "$f" ]; then k=d; elif [ -e "$f" ]; then k=o; else continue; fi',
    `printf '%s%s/' $k "$f"; done`,
  ].join("\n");
  const { output } = await look(context, "list", path, script);
  return new TextDecoder()
    .decode(output)
    .split("/")
    .slice(0, -1)
    .map((entry) => ({ name: entry.slice(1), kind: kinds[entry[0] ?? ""] ?? "other" }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const kinds: Readonly<Record<string, DirectoryEntry["kind"]>> = { f: "file", d: "directory", l: "symlink" };

/** Removes a file, a link or a folder. @throws {HermesError} See `Backend.remove`. */
export async function removeRemotePath(
  context: RemoteFilesContext,
  path: string,
  recursive: boolean,
): Promise<void> {
  const script = [
    `[ -e "$p" ] || [ -L "$p" ] || exit ${codes.missing}`,
    `if [ -d "$p" ] && ! [ -L "$p" ]; then ${recursive ? "rm -rf" : "rmdir"} -- "$p"; else rm -f -- "$p"; fi`,
  ].join("\n");
  await run(context, "remove", path, script);
}

/** Moves a file or folder. @throws {HermesError} See `Backend.rename`. */
export async function renameRemotePath(context: RemoteFilesContext, from: string, to: string): Promise<void> {
  const script = [
    `q=${quoteShellWord(to)}`,
    `[ -e "$p" ] || [ -L "$p" ] || exit ${codes.missing}`,
    'mkdir -p -- "${q%/*}/" || exit 1',
    // Otherwise it would be moved into the folder. An empty one gives way to a folder, as with a rename.
    'if [ -d "$q" ] && ! [ -L "$q" ]; then',
    `[ -d "$p" ] && ! [ -L "$p" ] || exit ${codes.isDirectory}`,
    'rmdir -- "$q" || exit 1',
    'elif [ -d "$p" ] && ! [ -L "$p" ] && { [ -e "$q" ] || [ -L "$q" ]; }; then',
    `exit ${codes.notDirectory}`,
    'elif [ -L "$q" ]; then rm -f -- "$q" || exit 1; fi',
    'mv -f -- "$p" "$q"',
  ].join("\n");
  await run(context, "move", from, script);
}

const checkRegular = [
  `[ -e "$p" ] || { [ -L "$p" ] || [ -d "\${p%/*}/" ] || ! [ -e "\${p%/*}" ] || exit ${codes.notDirectory}; exit ${codes.missing}; }`,
  `[ -d "$p" ] && exit ${codes.isDirectory}`,
  `[ -f "$p" ] || exit ${codes.irregular}`,
].join("\n");

// The dot keeps line breaks at the end of a name.
const followLinks = [
  "i=0",
  'while [ -L "$p" ]; do',
  'i=$((i + 1)); [ $i -gt 40 ] && { echo "too many symbolic links" >&2; exit 1; }',
  'l=$(readlink -n -- "$p" && echo .) || exit 1; l=${l%.}',
  "case $l in /*) p=$l;; *) p=${p%/*}/$l;; esac",
  "done",
].join("\n");

async function run(
  context: RemoteFilesContext,
  verb: string,
  path: string,
  script: string,
  input?: Uint8Array,
): Promise<ScriptResult> {
  const result = await runRaw(context, path, script, input);
  if (result.exitCode !== 0) throw explain(verb, path, result);
  return result;
}

/** Runs a script that changes nothing. */
async function look(
  context: RemoteFilesContext,
  verb: string,
  path: string,
  script: string,
): Promise<ScriptResult> {
  const result = await lookRaw(context, path, script);
  if (result.exitCode !== 0) throw explain(verb, path, result);
  return result;
}

function lookRaw(context: RemoteFilesContext, path: string, script: string): Promise<ScriptResult> {
  if (context.batches === undefined || path.includes("\0")) return runRaw(context, path, script);
  return context.batches.run(path, script, context.signal);
}

async function runRaw(
  { transport, signal }: RemoteFilesContext,
  path: string,
  script: string,
  input?: Uint8Array,
): Promise<ScriptResult> {
  if (path.includes("\0")) {
    throw new HermesError("The name holds a NUL character.", { code: "FILE_NAME_INVALID" });
  }
  const start = `${scriptStart}\np=${quoteShellWord(path)}\n`;
  return await runScript(transport, start + script, { input, signal });
}

function explain(verb: string, path: string, { exitCode, errors }: ScriptResult): HermesError {
  const known = byMessage.find(({ pattern }) => pattern.test(errors));
  const [code, reason] = byExitCode[exitCode ?? 1] ?? known?.says ?? ["FILE_FAILED", errors.trim()];
  return new HermesError(`Cannot ${verb} ${path}: ${reason}.`, { code });
}

const byExitCode: Readonly<Record<number, readonly [code: string, reason: string]>> = {
  [codes.missing]: ["FILE_NOT_FOUND", "it does not exist"],
  [codes.isDirectory]: ["FILE_IS_DIRECTORY", "it is a folder"],
  [codes.notDirectory]: ["FILE_NOT_DIRECTORY", "a part of the path is not a folder"],
  [codes.irregular]: ["FILE_ACCESS", "it is a device, pipe or socket, not a file"],
};

// oxfmt-ignore
const byMessage: readonly {
  readonly pattern: RegExp;
  readonly says: readonly [code: string, reason: string];
}[] = [
  { pattern: /no space left/i, says: ["FILE_NO_SPACE", "the disk is full"] },
  { pattern: /quota exceeded/i, says: ["FILE_NO_SPACE", "the disk quota is used up"] },
  { pattern: /read-only file ?system/i, says: ["FILE_ACCESS", "the file system is read-only"] },
  { pattern: /permission denied/i, says: ["FILE_ACCESS", "permission denied"] },
  { pattern: /not permitted/i, says: ["FILE_ACCESS", "the system does not permit it"] },
  { pattern: /not empty/i, says: ["FILE_NOT_EMPTY", "the folder is not empty"] },
  { pattern: /symbolic link/i, says: ["FILE_ACCESS", "its symbolic links lead in a circle"] },
  { pattern: /not a directory|file exists/i, says: ["FILE_NOT_DIRECTORY", "a part of the path is not a folder"] },
  { pattern: /is a directory/i, says: ["FILE_IS_DIRECTORY", "it is a folder"] },
  { pattern: /name too long|filename too long/i, says: ["FILE_NAME_INVALID", "the name is too long"] },
  { pattern: /no such file|nonexistent|not found/i, says: ["FILE_NOT_FOUND", "it does not exist"] },
];
