import { dirname } from "node:path";
import { judgeLexicalPath } from "../paths/judge-path.ts";
import type { Places } from "../paths/places.ts";
import type { Call, Desk } from "../desk.ts";
import { isFetched } from "../desk.ts";
import { judgeScript, liesOutside } from "../scripts/judge-script.ts";
import { judgePackageScripts } from "../scripts/project-scripts.ts";
import { judgeSkillPlace } from "../scripts/skill-place.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";
import { buildTools, judgeBuildPlace } from "../tools/builders.ts";
import { judgeTools } from "../tools/tools.ts";
import { judgeByTable } from "../tools/action-table.ts";
import { judgeCarriedText } from "../tools/carried-text.ts";
import { judgeApplicationCode } from "../tools/framework-tables.ts";
import { judgeGenericVerbs } from "../tools/generic-verbs.ts";
import { runInterpreter } from "./interpreters.ts";
import { runWrapper } from "./run-wrapper.ts";

/** Finds the judge of a program and asks it. Gives what the program prints where that is known. */
export function judgeProgram(call: Call, desk: Desk, record: () => void): string | undefined {
  const isOwn = call.program.includes("/") && judgeFile(call, desk);
  if (isOwn) {
    record();
    // Build programs that a project carries along have the actions of the ones that they stand for.
    if (/^(gradlew|mvnw|rails|rake|artisan|console)$/.test(call.name)) judgeByTable(call, desk);
    if (call.name === "rails") judgeApplicationCode("ruby", call.args, call.stdin, desk);
    sweepCredentials(call, desk);
    return UNKNOWN;
  }
  sweepOutputs(call, desk);
  if (buildTools.test(call.name)) judgeBuildPlace(call.args, desk);
  if (/^(npm|pnpm|yarn|bun|cnpm)$/.test(call.name)) judgePackageScripts(call, desk);
  const wrapped = runWrapper(call, desk, record);
  if (wrapped !== undefined) return wrapped;
  judgeSkillPlace(call, desk);
  sweepCredentials(call, desk);
  const shell = runInterpreter(call, desk, record);
  if (shell !== undefined) return shell;
  record();
  if (asksForHelp(call.args)) return UNKNOWN;
  const judge = Object.hasOwn(judgeTools, call.name) ? judgeTools[call.name] : undefined;
  const output = judge?.(call, desk);
  const hasTable = judgeByTable(call, desk);
  if (judge === undefined) judgeCarriedText(call, desk);
  if (judge === undefined && !hasTable) judgeGenericVerbs(call, desk);
  return output ?? undefined;
}

/** `--help` and `--version` make nearly every program print and stop. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const words = end === -1 ? args : args.slice(0, end);
  return (
    words.includes("--help") || (words.length === 1 && /^(--version|-V|version|help)$/.test(words[0] ?? ""))
  );
}

const systemFolder =
  /^\/(usr\/(local\/)?)?s?bin$|^\/(opt|snap|nix|usr\/(local|lib|libexec|share)|home\/linuxbrew|Applications|System|Library)(\/|$)/;
const toolFolder =
  /(^|\/)(node_modules\/\.bin|\.?v?env\/bin|bin|\.cargo\/bin|\.local\/bin|\.bun\/bin|\.deno\/bin|go\/bin|shims|vendor\/bin|\.nvm\/\S*\/bin)$/;

/** Whether a program lies where programs are installed, so that its name tells what it is. */
export function isToolPath(path: string, places: Places): boolean {
  const folder = dirname(path);
  return systemFolder.test(folder) || (isToolFolder(path, folder, places) && !isOwnBin(folder, places));
}

function isToolFolder(path: string, folder: string, { home, homedir, workspace }: Places): boolean {
  return (
    !path.startsWith(`${home}/`) &&
    toolFolder.test(folder) &&
    (path.startsWith(`${homedir}/`) || path.startsWith(`${workspace}/`))
  );
}

function isOwnBin(folder: string, { workspace }: Places): boolean {
  return folder === `${workspace}/bin`;
}

/** A program given by its path. `true`: it is a file of the person's own, which no table speaks of. */
function judgeFile(call: Call, desk: Desk): boolean {
  const { program } = call;
  desk.effect({ kind: "execute", program });
  const path = desk.resolve(program);
  const known = desk.state.files.get(path ?? program);
  if (known !== undefined) {
    if (isKnown(known)) runKnownFile(known, call, desk);
    else desk.ask("code.fresh", `It runs ${program}, which this command has just brought there.`);
    return true;
  }
  if (path === undefined || desk.state.remote) return false;
  if (isFetched(path, desk)) {
    desk.ask("code.fresh", `It runs ${program}, which this command has just brought there.`);
    return true;
  }
  const folder = dirname(path);
  if (systemFolder.test(folder)) return false;
  const { args, stdin, environment } = call;
  const script = judgeScript(path, { args, stdin, environment }, desk);
  if (isToolFolder(path, folder, desk.places)) return isOwnBin(folder, desk.places);
  if (liesOutside(path, script, desk))
    desk.ask("execute.outside", `It runs ${path}, which lies outside the workspace.`);
  return true;
}

function runKnownFile(text: string, { args, stdin }: Call, desk: Desk): void {
  const [, interpreter = "sh"] = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?([\w.]+)/.exec(text) ?? [];
  if (/^(ba|da|z|k|a)?sh$/.test(interpreter)) desk.script(text, { stdin, positional: args });
  else desk.code(interpreter.replace(/[\d.]+$/, ""), text);
}

/** Options behind which most programs take the name of a file that they write. */
const outputOption =
  /^(-o|-O|--out(put)?(-?(file|dir|path))?|--log-?file|--dest(dir|ination)?|--target|--root|--report-file|-D)$/;

/** Wherever a program writes its result: the system's files, start-up files and credentials are none of its business. */
function sweepOutputs({ args }: Call, desk: Desk): void {
  for (const [index, word] of args.entries()) {
    const [, option = word, value = args[index + 1]] = /^(--[\w-]+)=([^]*)$/.exec(word) ?? [];
    if (value === undefined || !outputOption.test(option) || !/^[/~.]/.test(value)) continue;
    const path = desk.resolve(value);
    if (path === undefined || !isKnown(path)) continue;
    const found = judgeLexicalPath(path, "write", desk.places);
    if (found !== undefined && found.id !== "workspace.outside") desk.touch("write", path);
  }
}

/** Programs that name a path without reading what is in it, or that exist to use the credentials there. */
const namesOnly: ReadonlySet<string> = new Set(
  `echo printf ls ll dir stat test [ cd pushd file du tree exa eza lsd find fd fdfind mkdir touch chmod chown chgrp rm rmdir unlink shred which type export
  ssh ssh-add ssh-keygen ssh-copy-id sftp mosh gh glab kubectl helm k9s aws gcloud az gpg gpg2 git npm yarn pnpm docker podman terraform tofu ansible ansible-playbook
  restic true : exit return set basename dirname realpath readlink tee setfacl chattr crontab rsync scp cat install ln mv cp dd truncate`.split(
    /\s+/,
  ),
);

/** Any argument that leads to credentials counts as read, whatever the program is. */
function sweepCredentials({ name, args, program }: Call, desk: Desk): void {
  if (namesOnly.has(name) && program !== "cat") return;
  const skipsFirst = /^([efz]?grep|rg|ag|ack|sed|awk|gawk|mawk|jq|yq|perl|man|pgrep|pkill|tr)$/.test(name);
  let operands = 0;
  for (const [index, word] of args.entries()) {
    const isOption = word.startsWith("-");
    if (!isOption && operands++ === 0 && skipsFirst && !/^-[a-zA-Z]*[ef]$/.test(args[index - 1] ?? ""))
      continue;
    if (!word.includes("/") && !word.startsWith(".")) continue;
    const [, path = word] =
      /^(?:-[-\w]*=?|[\w.]+=|@|\w+=@|file:\/\/)?(\/.*|\.\.?\/.*|[.\w].*)$/s.exec(word) ?? [];
    const absolute = desk.resolve(path);
    if (absolute === undefined || !isKnown(absolute)) continue;
    const finding = judgeLexicalPath(absolute, "read", desk.places);
    if (finding?.severity === "refuse" || /[*?[]/.test(absolute)) desk.touch("read", absolute);
  }
}
