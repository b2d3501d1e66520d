import { contains, judgeLexicalPath } from "../paths/judge-path.ts";
import { basename, dirname, join } from "node:path";
import type { Call, CommandContext } from "../command-context.ts";
import type { ReadOptions } from "../programs/options.ts";
import { judgeScript } from "../scripts/judge-script.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";
import type { TextState } from "./text-state.ts";
import { isPlainName, isShellName } from "./names.ts";
import { codeOf, isPlainTest, lineOf, valueOf, wordsOf } from "./plain-code.ts";
import type { Row } from "../programs/known-row.ts";
import { plainWords } from "../programs/known-rows.ts";
import { knownLevels, withoutModule } from "../programs/touch-known.ts";

const shells = /^(bash|sh|dash|zsh)$/;

/** Asks about a program unless every word of its command is known with what it means. */
export function judgeClosed(call: Call, closed: TextState): void {
  const { name, args } = withoutModule(call.name, call.args);
  // What every program takes for a question about itself.
  if (args.length === 1 && /^--(version|help)$/.test(args[0] ?? "")) return;
  if (shells.test(name) && args.length === 0 && call.stdin !== undefined) return;
  const splits = closed.wordUncertainty.splits || call.wrappers.includes("xargs");
  const { wordUncertainty } = closed;
  closed.wordUncertainty = { ...wordUncertainty, splits };
  judgeRow(name, plainArgs(name, args), { ...call, name, args }, closed);
  closed.wordUncertainty = wordUncertainty;
}

/** Asks about variables that a program alone is given. */
export function judgeAssignments(call: Call, context: CommandContext): void {
  for (const [name, value] of call.environment) {
    if ((isPlainName(name) && isKnown(value)) || (name === "IFS" && call.program === "read")) continue;
    context.ask(
      "command.assignment",
      `It gives ${call.name} the variable ${name}, which may change what that does.`,
    );
  }
}

/** The words that a row speaks of. */
function plainArgs(name: string, args: readonly string[]): readonly string[] {
  if (name === "find") return withoutExec(args);
  if (name === "[" && args.at(-1) === "]") return args.slice(0, -1);
  // Behind the module its own words begin; they come as a call of their own.
  const module = /^python[\d.]*$/.test(name) ? args.findIndex((word) => /^-[a-zA-Z]*m$/.test(word)) : -1;
  if (module !== -1) return args.slice(0, module + 2);
  const words = Object.hasOwn(plainWords, name) ? plainWords[name] : undefined;
  return words === undefined ? args : args.filter((word) => !words.test(word));
}

/** A command within `find` is a call of its own. */
function withoutExec(args: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (!/^-(exec|execdir|ok|okdir)$/.test(word)) {
      if (!/^[()!]$/.test(word)) kept.push(word);
      continue;
    }
    while (at < args.length && args[at] !== ";" && !(args[at] === "+" && args[at - 1] === "{}")) at++;
  }
  return kept;
}

function judgeRow(name: string, args: readonly string[], call: Call, closed: TextState): void {
  const { context } = closed;
  const { levels, unknown } = knownLevels(name, args);
  for (const { name: at, row, read } of levels) {
    if (row.runsProject) {
      closed.runsProject(at);
      judgeProjectPlace(at, row, read, context);
    }
    judgeSettings(at, context);
    if (/^(test|\[)$/.test(at)) return judgeText(at, call, noOptions, closed);
    if (read.unknown !== undefined)
      context.ask("command.unknown-option", `What "${read.unknown}" does to ${at} is not known here.`);
    judgeValues(at, row, read, closed);
    if (row.operands !== "action") judgeOperands(at, row, read, { ...call, args }, closed);
    else if (at === "git" && read.operands.length > 0) judgeRepository(read.options.get("C") ?? ".", closed);
  }
  if (unknown !== undefined)
    context.ask("command.unknown-program", `What "${unknown}" does with its words is not known here.`);
}

const noOptions: ReadOptions = { options: new Map(), all: [], operands: [], unknown: undefined };
/** With these git changes the files that lie in the folder. */
const replacing =
  /^git (checkout|switch|merge|pull|rebase|reset|stash|revert|cherry-pick|restore|bisect|clone|worktree)\b/;

function judgeValues(name: string, row: Row, { all }: ReadOptions, closed: TextState): void {
  const { context } = closed;
  for (const [option, value] of all) {
    const isValued =
      row.values?.includes(option) === true || row.longValues?.split(" ").includes(option) === true;
    const shape = valueOf[`${name} ${option}`];
    const isPlain = isValued ? shape?.test(value) !== false : /^[\w.,:=%+@-]*$/.test(value);
    const isOfFile = row.reads.has(option) || row.writes.has(option);
    const isData = !isOfFile && isValued && !row.sends;
    const isCertain = isKnown(value) || (isData && !closed.wordUncertainty.splits);
    if (!isPlain || (!isCertain && !row.takesAnyText))
      context.ask(
        "command.unknown-option",
        `What ${name} makes of "${value}" behind "${option}" is not known here.`,
      );
  }
}

function judgeOperands(name: string, row: Row, read: ReadOptions, call: Call, closed: TextState): void {
  const { context } = closed;
  const { operands, options } = read;
  judgeText(name, call, read, closed);
  if (row.operands === "command") return;
  if (row.operands === "code") {
    if (operands.length === 0 && call.stdin === undefined && !options.has("test") && !options.has("m"))
      context.ask("code.unknown", `It starts ${name}, and what is typed into that is not read.`);
    if (operands.some((word) => !isKnown(word))) askUnknown(name, context);
    // What is no code is shown as an error.
    const [file] = operands;
    if (file !== undefined && file !== "-" && !(shells.test(name) && options.has("c")))
      judgeCodeFile(file, context);
    return;
  }
  if ((row.operands === "none" && operands.length > 0) || (row.takesOne && operands.length > 1))
    context.ask(
      "command.unknown-option",
      `What ${name} does with "${operands.at(-1) ?? ""}" is not known here.`,
    );
  if (!row.takesAnyText && operands.some((word, index) => !isCertainWord(word, index, row, closed)))
    askUnknown(name, context);
  if (
    closed.wordUncertainty.matches &&
    !row.takesAnyName &&
    !row.takesAnyText &&
    operands.some((word) => /^[*?[]/.test(word))
  )
    context.ask("command.pattern", `A name that ${name} finds by a pattern may be an option; "./*" is none.`);
  touchMore(name, row, read, closed);
}

function judgeCodeFile(file: string, context: CommandContext): void {
  context.touch("read", file);
  const path = context.resolve(file);
  if (path === undefined || path.startsWith("/dev/") || context.state.files.has(path)) return;
  const { workspace, extraRoots = [] } = context.places;
  const root = [workspace, ...extraRoots].find((each) => contains(each, path));
  if (root === undefined || path.slice(root.length).includes("/node_modules/"))
    context.ask("code.unknown", `What ${path} does with its words is not known here.`);
  else if (context.scriptAt(path) === undefined)
    context.ask("code.fresh", `It runs ${file}, which is not there yet.`);
}

/** Settings of the project that name programs, which others run. */
const settings: Readonly<Record<string, string>> = {
  npm: ".npmrc",
  pnpm: ".npmrc .pnpmfile.cjs",
  yarn: ".npmrc .yarnrc .yarnrc.yml",
  bun: "bunfig.toml",
  cargo: ".cargo/config.toml .cargo/config",
};

function judgeSettings(name: string, context: CommandContext): void {
  for (const file of Object.hasOwn(settings, name) ? (settings[name] ?? "").split(" ") : [])
    judgeProjectFile(file, context);
}

/** Only code of the workspace is the person's own: a folder or a file of orders elsewhere is not. */
function judgeProjectPlace(name: string, row: Row, { all }: ReadOptions, context: CommandContext): void {
  const { workspace, extraRoots = [] } = context.places;
  const named = all.flatMap(([option, value]) => (row.reads.has(option) ? [value] : []));
  for (const place of [".", ...named]) {
    const path = context.resolve(place);
    if (path === undefined || ![workspace, ...extraRoots].some((root) => contains(root, path)))
      context.ask(
        "execute.outside",
        `${name} would run code of ${path ?? "a folder that shows only when it runs"}.`,
      );
  }
}

function askUnknown(name: string, context: CommandContext): void {
  context.ask("command.unknown-part", `What ${name} is given shows only when it runs.`);
}

/** A word with an unknown part can be an option, or several words; a file must be known to be judged. */
function isCertainWord(
  word: string,
  index: number,
  { operands, takesAnyName, sends }: Row,
  { wordUncertainty }: TextState,
): boolean {
  if (isKnown(word)) return operands !== "read" || takesAnyName || !word.startsWith("@");
  if (sends) return false;
  const isFile = operands === "read" || ((operands === "pattern" || operands === "changed") && index > 0);
  if (isFile && takesAnyName) return true;
  return (
    !wordUncertainty.splits &&
    !/^[-\uFFFF]/.test(word) &&
    (isFile || operands === "data" || operands === "pattern")
  );
}

/** What only programs of a certain kind take for more than data. */
function judgeText(
  name: string,
  { args, stdin }: Call,
  { operands, all }: ReadOptions,
  closed: TextState,
): void {
  const { context } = closed;
  const unclear = (what: string): void =>
    context.ask("command.unknown-part", `What ${name} makes of "${what}" is not known here.`);
  if (name === "test" || name === "[") {
    if (closed.wordUncertainty.splits || !isPlainTest(args)) unclear(args.join(" "));
  } else if (name === "printf") {
    const isNamed = args[0] === "-v" && isShellName(args[1] ?? "");
    if (!isNamed && (!isKnown(args[0]?.slice(0, 1) ?? "") || args[0]?.startsWith("-") === true))
      unclear(args.join(" "));
  } else if (/^(read|mapfile|readarray|getopts|export|declare|typeset|local|readonly)$/.test(name)) {
    judgeDeclared(name, args, operands, context);
  } else if (
    /^(ln|mv|git mv)$/.test(name) ||
    (name === "cp" && /(^| )(-\w*[adPRr]|--archive|--recursive|--no-deref\w*)/.test(args.join(" ")))
  )
    closed.links(newNames(operands, args, context));
  const code = codeOf[name];
  if (code !== undefined) {
    const given = name === "jq" ? [] : all.filter(([option]) => /^(e|expression)$/.test(option));
    const scripts = given.length > 0 ? given.map(([, text]) => text) : operands.slice(0, 1);
    for (const each of scripts) if (!isKnown(each) || !code.test(each)) unclear(each);
  }
  const line = lineOf[name];
  if (line !== undefined && operands.length > 0 && !line.test(operands.join(" ")))
    unclear(operands.join(" "));
  const words = wordsOf[name];
  for (const word of words === undefined ? [] : operands) if (words?.test(word) === false) unclear(word);
  if (/^(node|tsx|python3?|ruby|perl|php|lua)$/.test(name) && operands[0] === "-" && stdin === undefined)
    unclear("-");
}

/** Builtins that set variables: subscripts are arithmetic, and what programs read may be any of them. */
function judgeDeclared(
  name: string,
  args: readonly string[],
  operands: readonly string[],
  context: CommandContext,
): void {
  const isExport = name === "export" || args.some((word) => /^-\w*x/.test(word));
  const named = name === "getopts" ? operands.slice(1, 2) : operands;
  const values = name === "read" ? args.filter((_, index) => args[index - 1] === "-a") : [];
  for (const word of [...named, ...values]) {
    const [, variable = word] = /^(\w+)(\+?=[^]*)?$/.exec(word) ?? [];
    const isPlain =
      isExport && word !== variable
        ? isPlainName(variable)
        : isExport
          ? isPlainName(variable)
          : isShellName(variable);
    if (!isPlain)
      context.ask("command.assignment", `It sets ${variable}, which may change what other programs do.`);
  }
}

/** The names that a link or something moved has from now on. */
function newNames(
  operands: readonly string[],
  args: readonly string[],
  context: CommandContext,
): readonly string[] {
  const at = args.findIndex((word) => /^(-\w*t|--target-directory)$/.test(word));
  const target =
    at === -1
      ? operands.length === 1
        ? (operands[0]?.split("/").at(-1) ?? "")
        : operands.at(-1)
      : args[at + 1];
  if (target === undefined) return [];
  const path = context.resolve(target);
  if (path === undefined || !isKnown(path)) return ["/"];
  return [path];
}

/** What names more than files that are read and written: work of the project, and what git does with it. */
function touchMore(name: string, row: Row, { operands, options }: ReadOptions, closed: TextState): void {
  const { context } = closed;
  if (row.operands === "data") {
    if (!row.takesAnyText) for (const word of operands) touchSecret(word, context);
    if (row.runsProject) for (const word of operands) judgeProjectFile(word, context);
    const path = context.resolve(".");
    const makesBranch = ["b", "c", "create"].some((option) => options.has(option));
    if (replacing.test(name) && path !== undefined && !makesBranch) closed.replaces(path);
    if (
      name === "git add" &&
      (["A", "all", "u"].some((option) => options.has(option)) || operands.length > 0)
    )
      for (const folder of operands.length === 0 ? ["."] : operands)
        context.touch("read", folder, { recursive: true, searched: "kept" });
  }
  const target = operands.at(-1) ?? "";
  const sources = operands.slice(0, -1);
  if (name === "git mv") {
    for (const file of sources) context.touch("read", file);
    for (const place of [target, ...sources.map((file) => join(target, basename(file))), ...sources])
      context.touch("write", place);
  }
  if (name === "ln")
    for (const file of sources)
      for (const place of [file, join(dirname(target), file), join(target, file)])
        context.touch("write", place);
}

/** A file that is named to a runner of code is judged like one that is run, where it is not the person's own. */
function judgeProjectFile(word: string, context: CommandContext): void {
  if (isKnown(word) && word.includes("/") && !/^[\w+]+:|@/.test(word))
    context.touch("write", word, { byProject: true });
  const path =
    isKnown(word) && /\.\w+(::.*)?$/.test(word) ? context.resolve(word.replace(/::.*$/, "")) : undefined;
  if (path !== undefined) judgeScript(path, { language: "other", args: [], onlyForeign: true }, context);
}

/** git shows a file by its name, and by its name in a commit. */
function touchSecret(word: string, context: CommandContext): void {
  const name = word.slice(word.indexOf(":") + 1);
  const path = isKnown(name) && name !== "" ? context.resolve(name) : undefined;
  if (
    path !== undefined &&
    (judgeLexicalPath(path, "read", context.places) !== undefined || /[*?[]/.test(path))
  )
    context.touch("read", path);
}

/** A folder that looks like a bare repository has settings of its own, which may name programs. */
function judgeRepository(folder: string, closed: TextState): void {
  const path = closed.context.resolve(folder);
  closed.context.notes.add(`repository ${path ?? UNKNOWN}`);
  if (path !== undefined) closed.uses("read", path);
}
