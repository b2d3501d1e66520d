import { isAbsolute, resolve } from "node:path";
import { askedCommands, diskDevice, forkBomb, hardLimits } from "./command-rules.ts";
import { isIrreplaceable, judgePath } from "./judge-path.ts";
import type { Finding, Places } from "./judge-path.ts";
import { readShellCommands, shells, unknownOutput } from "./shell-commands.ts";
import type { ShellCommand } from "./shell-commands.ts";

/**
 * What speaks against running a shell text, hard limits first. It is read, never run; what it does through files it
 * makes or through programs of its own can't be seen here.
 *
 * @param cwd Absolute path of the folder in which it would run.
 */
export async function judgeCommand(text: string, cwd: string, places: Places): Promise<readonly Finding[]> {
  const plain = text.normalize("NFKC");
  if (forkBomb.test(plain))
    return [{ kind: "refuse", id: "fork-bomb", reason: "It would start copies of itself without end." }];
  const variables = new Map([
    ["HOME", places.homedir],
    ["HERMES_HOME", places.home],
    ["PWD", cwd],
    ["IFS", " "],
  ]);
  let folder = cwd;
  const findings: Finding[] = [];
  for (const command of readShellCommands(plain, { variables })) {
    const at = (path: string): string => resolvePath(path, folder, places.homedir);
    findings.push(...judgeWords(command), ...(await judgePaths(command, at, places)));
    const [name, target = "~"] = command.words;
    if (name === "cd" || name === "pushd") folder = at(target);
  }
  const unique = findings.filter(({ id }, index) => findings.findIndex((other) => other.id === id) === index);
  return unique.toSorted((left, right) => Number(right.kind === "refuse") - Number(left.kind === "refuse"));
}

function judgeWords(command: ShellCommand): readonly Finding[] {
  const line = subject(command.words);
  const lines = command.wrappers.includes("xargs") ? [line, `xargs ${line}`] : [line];
  const matches = (pattern: RegExp): boolean => lines.some((each) => pattern.test(each));
  const limits = hardLimits
    .filter(({ pattern }) => matches(pattern))
    .map(({ id, reason }) => ({ kind: "refuse", id, reason }) as const);
  const asked = isHarmless(line) ? [] : askedCommands.filter(({ pattern }) => matches(pattern));
  return [
    ...limits,
    ...asked.map(({ id, reason }) => ({ kind: "ask", id, reason }) as const),
    ...judgeShape(command),
  ];
}

/** What is risky whatever the program's arguments say. */
function judgeShape({ words, wrappers, piped, input }: ShellCommand): readonly Finding[] {
  const [name = "", ...rest] = words;
  const findings: Finding[] = [];
  if (
    wrappers.some((wrapper) => wrapper === "sudo" || wrapper === "doas") ||
    /^(sudo|doas|su|pkexec)$/.test(name)
  ) {
    findings.push({ kind: "ask", id: "as-root", reason: "It runs with the rights of the administrator." });
  }
  const runsText = shells.test(name) || /^(eval|source|\.)$/.test(name);
  const interprets = shells.test(name) || /^(python[\d.]*|node|ruby|perl|php)$/.test(name);
  const hasFile = rest.some((word) => !word.startsWith("-") && word !== "s");
  const fromPipe =
    interprets && (piped || input?.includes(unknownOutput) === true) && (!hasFile || rest.includes("-s"));
  if (fromPipe || (runsText && rest.some((word) => word.includes(unknownOutput)))) {
    findings.push({ kind: "ask", id: "unseen-code", reason: "It runs code that was not seen before." });
  } else if (name.includes(unknownOutput) || /^\$/.test(name)) {
    findings.push({
      kind: "ask",
      id: "unknown-program",
      reason: "Which program it runs can't be told from the command.",
    });
  }
  return findings;
}

async function judgePaths(
  { words, writes, reads }: ShellCommand,
  at: (path: string) => string,
  places: Places,
): Promise<readonly Finding[]> {
  const findings: (Finding | undefined)[] = [];
  const written = [...writes, ...writtenFiles(words)];
  for (const path of written) {
    if (diskDevice.test(path))
      findings.push({ kind: "refuse", id: "write-disk", reason: "It would overwrite a disk." });
    // Where a name is not known before the command runs, nothing can be said about it.
    else if (!path.includes(unknownOutput) && !path.startsWith("$"))
      findings.push(await judgePath(at(path), "write", places));
  }
  const named = [...reads, ...namedFiles(words)].slice(0, 200);
  findings.push(...(await Promise.all(named.map((path) => judgePath(at(path), "read", places)))));
  for (const path of deletedTrees(words)) {
    if (!(await isIrreplaceable(at(path.replace(/\/?\.?\*$/, "") || "/"), places))) continue;
    findings.push({
      kind: "refuse",
      id: "delete-everything",
      reason: `It would delete ${path}: the system, the home folder or Hermes' own files.`,
    });
  }
  return findings.filter((finding) => finding !== undefined);
}

/** Options of git before its command don't count; blanks are one. */
function subject(words: readonly string[]): string {
  return words
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(
      /^(git|kubectl|docker)((?: -[Cn] \S+| --(?:git-dir|work-tree|namespace|context)[= ]\S+)+)/,
      "$1",
    );
}

function isHarmless(line: string): boolean {
  return / (--help|--version|--dry-run|--check)( |$)/.test(line) && !line.includes("--dry-run=none");
}

/** Arguments that a program writes to. */
function writtenFiles(words: readonly string[]): readonly string[] {
  const [name = "", ...rest] = words;
  const files = rest.filter((word) => !word.startsWith("-"));
  if (name === "tee" || name === "truncate") return files;
  if (/^(cp|mv|install|ln|rsync|scp)$/.test(name))
    return files.slice(-1).filter((file) => !/^[\w.@-]+:/.test(file));
  if (name === "sed" && rest.some((word) => /^-\w*i|^--in-place/.test(word))) return files.slice(1);
  if (name === "dd") return rest.filter((word) => word.startsWith("of=")).map((word) => word.slice(3));
  return [];
}

/** Arguments that may name a file, except where a program only shows that it exists or uses a key by itself. */
function namedFiles(words: readonly string[]): readonly string[] {
  const [name = "", ...rest] = words;
  if (
    /^(echo|printf|ls|stat|test|\[|\[\[|cd|pushd|mkdir|chmod|du|readlink|realpath|basename|dirname)$/.test(
      name,
    )
  )
    return [];
  const usesKey = /^(ssh|scp|sftp|ssh-add)$/.test(name);
  return rest.flatMap((word, index) => {
    if (usesKey && (rest[index - 1] === "-i" || name === "ssh-add")) return [];
    const parts = word.split(/[=@:,]/).filter((part) => /^[~/.]/.test(part));
    return word.length > 4_000 ? [] : [word, ...parts];
  });
}

function deletedTrees(words: readonly string[]): readonly string[] {
  const [name = "", ...rest] = words;
  if (name === "rm" && rest.some((word) => /^-\w*[rR]|^--recursive/.test(word)))
    return rest.filter((word) => !word.startsWith("-"));
  if (
    name === "find" &&
    rest.some((word) => word === "-delete") &&
    !rest.some((word) => /^-(i?name|i?path|i?regex|m(time|min)|size|empty|type)$/.test(word))
  ) {
    return rest.slice(0, 1);
  }
  return [];
}

function resolvePath(path: string, folder: string, homedir: string): string {
  const expanded = path === "~" || path.startsWith("~/") ? homedir + path.slice(1) : path;
  return isAbsolute(expanded) ? resolve(expanded) : resolve(folder, expanded);
}
