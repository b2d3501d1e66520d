import { isOwnGround } from "../paths/judge-path.ts";
import type { Call, Desk } from "../desk.ts";
import { isFetched } from "../desk.ts";
import { judgeScript, liesOutside } from "../scripts/judge-script.ts";
import { matchActions } from "../tools/action-table.ts";
import { frameworkTables, judgeApplicationCode } from "../tools/framework-tables.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";

/** Runs what an interpreter is given; `undefined` for other programs. */
export function runInterpreter(call: Call, desk: Desk, record: () => void): string | undefined {
  if (
    /^(r?bash|sh|zsh|dash|ksh|mksh|ash|yash|fish|csh|tcsh|hush|pdksh|oksh|loksh)(-\d[\d.]*|\d[\d.]*)?$/.test(
      call.name,
    )
  )
    return runShell(call, desk, record);
  const language = languageOf(call.name);
  if (language === undefined) return undefined;
  // These are package managers as well: their other actions are in the tables.
  if (
    /^(bun|deno|stack|zig|swift|v|nu)$/.test(call.name) &&
    !call.args.some((word) => language.code.test(word) || language.words?.test(word) === true)
  )
    return undefined;
  record();
  runLanguage(language, call, desk);
  return UNKNOWN;
}

interface Language {
  readonly name: string;
  /** Options whose value is code. */
  readonly code: RegExp;
  /** Options that take another value. */
  readonly values: RegExp;
  /** Words before the code, as in `deno eval`. */
  readonly words?: RegExp | undefined;
  /** Options that name a module to run instead of a file. */
  readonly module?: RegExp | undefined;
  /** Options that load code before the program. */
  readonly loads?: RegExp | undefined;
}

// oxfmt-ignore
const languages: readonly (readonly [RegExp, Language])[] = [
  [/^(python|pypy|ipython|micropython)[\d.]*$/, { name: "python", code: /^-[bBdEhiIOqsSuvVx]*c$/, values: /^-[WXQ]$/, module: /^-[bBdEiIOqsSuvx]*m$/ }],
  [/^(node|nodejs|tsx|ts-node|electron|esno|jiti)$/, { name: "javascript", code: /^(-[ipc]*[ep]|--eval|--print|-pe|-ep)$/, values: /^(-C|--conditions|--env-file|--title|--max-old-space-size|--test-\w[\w-]*|--stack-size|--watch-path)$/, loads: /^(-r|--require|--import|--loader|--experimental-loader)$/ }],
  [/^bun$/, { name: "javascript", code: /^(-e|--eval|-p|--print)$/, values: /^(--cwd|-c|--config)$/, loads: /^(-r|--preload|--require)$/ }],
  [/^deno$/, { name: "javascript", code: /^never$/, words: /^eval$/, values: /^(-c|--config|--import-map|--ext)$/ }],
  [/^ruby[\d.]*$/, { name: "ruby", code: /^-[\w]*e$/, values: /^(-I|-C|-E)$/, loads: /^-r$/ }],
  [/^irb$/, { name: "ruby", code: /^never$/, values: /^-[IE]$/ }],
  [/^perl[\d.]*$/, { name: "perl", code: /^-[\w.]*[eE]$/, values: /^-[IMm]$/ }],
  [/^raku$/, { name: "perl", code: /^-[np]?e$/, values: /^-[IM]$/ }],
  [/^php[\d.]*$/, { name: "php", code: /^(-[rBRE]|--run)$/, values: /^-[cdz]$/ }],
  [/^(lua|luajit|texlua)[\d.]*$/, { name: "lua", code: /^-e$/, values: /^-l$/ }],
  [/^(R|Rscript|littler)$/, { name: "r", code: /^(-e|--expression)$/, values: /^-f$/ }],
  [/^julia$/, { name: "julia", code: /^(-[eE]|--eval|--print)$/, values: /^-[pJtL]$/ }],
  [/^(tclsh|wish|expect)[\d.]*$/, { name: "tcl", code: /^-c$/, values: /^never$/ }],
  [/^(jjs|jrunscript|nashorn)$/, { name: "javascript", code: /^-e$/, values: /^(-cp|-classpath|-l)$/ }],
  [/^(groovy|scala|kotlin|jshell|amm)$/, { name: "jvm", code: /^-(e|-execute)$/, values: /^(-cp|-classpath)$/ }],
  [/^(elixir|iex)$/, { name: "elixir", code: /^(-e|--eval|--rpc-eval)$/, values: /^(-r|-S|-pa|-pz)$/ }],
  [/^erl$/, { name: "elixir", code: /^-eval$/, values: /^-(pa|pz|s|run)$/ }],
  [/^(ghc|runghc|stack)$/, { name: "haskell", code: /^-e$/, values: /^never$/ }],
  [/^(osascript)$/, { name: "applescript", code: /^-e$/, values: /^-[ls]$/ }],
  [/^(pwsh|powershell)(\.exe)?$/i, { name: "powershell", code: /^-(c|command|encodedcommand|enc|e|ec)$/i, values: /^-(executionpolicy|ep|ex|workingdirectory|wd)$/i }],
  [/^(sbcl|clisp|ecl|guile|racket|scheme|chez|csi|gosh|clojure|clj|bb|janet|fennel|hy)$/, { name: "lisp", code: /^(--eval|-e|-c|-x|--expr)$/, values: /^--load$/ }],
  [/^(emacs|emacsclient)$/, { name: "lisp", code: /^(--?eval|--execute|-e|-f|--funcall)$/, values: /^-q$/, loads: /^(-l|--load)$/ }],
  [/^(octave|octave-cli|matlab)$/, { name: "octave", code: /^(--eval|-batch|-r)$/, values: /^never$/ }],
  [/^(swift|nim|crystal|v|zig|ocaml|nu|nushell|xonsh|elvish|murex|ngn|gnuplot|gjs|qjs|quickjs|d8|rhino|mujs)$/, { name: "other", code: /^(-e|-c|eval|--eval|--command)$/, values: /^never$/ }],
];

function languageOf(name: string): Language | undefined {
  return languages.find(([pattern]) => pattern.test(name))?.[1];
}

function runShell(call: Call, desk: Desk, record: () => void): string {
  const { args, stdin, downloaded, name } = call;
  let at = 0;
  let takesText = false;
  let readsInput = false;
  for (; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--" || word === "-") {
      at++;
      break;
    }
    if (/^--(rcfile|init-file)$/.test(word)) judgeStartup(args[++at] ?? "", desk);
    else if (/^--(rcfile|init-file)=/.test(word)) judgeStartup(word.slice(word.indexOf("=") + 1), desk);
    else if (/^[-+]\w*[oO]$/.test(word) && !word.startsWith("--")) {
      takesText ||= /^-\w*c/.test(word);
      at++;
    } else if (word.startsWith("--")) {
      if (/^--(help|version)$/.test(word)) return UNKNOWN;
      if (/^--command=/.test(word)) return desk.script(word.slice(10), { stdin });
      takesText ||= word === "--command";
    } else if (word.startsWith("-") || word.startsWith("+")) {
      takesText ||= word.startsWith("-") && word.includes("c");
      readsInput ||= word.startsWith("-") && word.includes("s");
      if (/[^a-zA-Z+-]/.test(word) || !isKnown(word))
        desk.ask("command.option", `${name} is given "${word}".`);
      if (/^-[iabefhklmnprstuvxBCEHPTlcdD]*n/.test(word) && !takesText && name !== "fish") return UNKNOWN;
    } else break;
  }
  const [first, ...rest] = args.slice(at);
  if (takesText) {
    if (first === undefined) return UNKNOWN;
    return desk.script(first, {
      stdin,
      downloaded: /^\uFFFF/.test(first) && downloaded,
      positional: rest.slice(1),
    });
  }
  if (first !== undefined && !readsInput && !/^\/dev\/(stdin|fd\/0)$/.test(first)) {
    record();
    runFile(first, { call, desk, rest }, (text) => desk.script(text, { stdin, positional: rest }));
    return UNKNOWN;
  }
  if (stdin !== undefined)
    return desk.script(stdin, { downloaded, positional: readsInput ? args.slice(at) : rest });
  record();
  return UNKNOWN;
}

function judgeStartup(file: string, desk: Desk): void {
  runFile(file, { desk }, (text) => desk.script(text));
  if (!file.startsWith("/dev/")) desk.ask("startup.write", `It starts a shell that first runs ${file}.`);
}

/** A program in a file: what this command wrote is read, what lies in the workspace is ordinary, the rest is asked about. */
function runFile(
  file: string,
  {
    call,
    desk,
    language,
    rest = [],
  }: {
    readonly call?: Call | undefined;
    readonly desk: Desk;
    readonly language?: string | undefined;
    readonly rest?: readonly string[] | undefined;
  },
  run: (text: string) => void,
): void {
  const path = desk.resolve(file);
  const known = desk.state.files.get(path ?? file);
  if (known !== undefined) {
    if (isKnown(known)) run(known);
    else desk.ask("code.fresh", `It runs ${file}, which this command has just brought there.`);
    return;
  }
  desk.effect({ kind: "execute", program: file });
  if (path !== undefined && isFetched(path, desk)) {
    desk.ask("code.fresh", `It runs ${file}, which this command has just brought there.`);
    return;
  }
  if (/^https?:\/\//.test(file)) desk.ask("code.remote", `It runs a program straight from ${file}.`);
  else if (path === undefined) {
    if (!desk.state.remote)
      desk.ask("code.unknown", `Which file ${call?.name ?? "the shell"} runs shows only then.`);
  } else if (/^\/(dev|proc)\//.test(path)) desk.ask("code.unknown", `It runs what comes through ${path}.`);
  else if (!desk.state.remote && !isInstalled(path)) {
    const script = judgeScript(
      path,
      { language, args: rest, stdin: call?.stdin, environment: call?.environment },
      desk,
    );
    // A link within the workspace may lead out of it.
    const isNamedHere = path.startsWith(`${desk.places.workspace}/`);
    if ((isNamedHere || !isOrdinaryFile(path, desk)) && liesOutside(path, script, desk))
      desk.ask("execute.outside", `It runs ${path}, which lies outside the workspace.`);
  }
}

function isOrdinaryFile(path: string, { places }: Desk): boolean {
  if (/^\/(tmp|var\/tmp|dev\/shm|private\/tmp)\//.test(path)) return path.startsWith(`${places.workspace}/`);
  return isOwnGround(path, places) || isInstalled(path);
}

/** Programs of the machine and of tool managers, as they were installed. */
function isInstalled(path: string): boolean {
  return /^\/(usr|opt|nix)\//.test(path) || /\/\.(nvm|asdf|sdkman|pyenv|rbenv|cargo|bun|deno)\//.test(path);
}

function runLanguage(language: Language, call: Call, desk: Desk): void {
  const { args, stdin, downloaded, name } = call;
  if (
    (language.name === "php" && args.includes("-S") && /0\.0\.0\.0|::/.test(args.join(" "))) ||
    args.includes("-run")
  )
    desk.ask("network.listen", "It offers files to the network.");
  let file: string | undefined;
  let hasCode = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    const [option = "", value] = word.startsWith("--") ? splitLong(word) : [word, undefined];
    if (language.words?.test(word) === true) {
      const code = args.slice(at + 1).find((each) => !each.startsWith("-"));
      desk.code(language.name, code ?? "");
      return;
    }
    if (language.code.test(option)) {
      hasCode = true;
      runCode(language, option, value ?? args[++at] ?? "", desk);
    } else if (language.module?.test(option) === true) {
      const bind = args.findIndex((each) => /^(-b|--bind)$/.test(each));
      if (args.includes("http.server") && bind >= 0 && !/^(127\.|localhost|::1)/.test(args[bind + 1] ?? ""))
        desk.ask("network.listen", "It offers files to the network.");
      desk.run([`${language.name}-module`, ...args.slice(at + 1)], { stdin });
      judgeModule(value ?? args[at + 1] ?? "", language.name, args.slice(at + 2), desk);
      return;
    } else if (language.loads?.test(option) === true) {
      judgeLoaded(value ?? args[++at] ?? "", name, desk);
    } else if (/^-[cemr]\S/.test(word) && language.code.test(word.slice(0, 2))) {
      hasCode = true;
      runCode(language, word.slice(0, 2), word.slice(2), desk);
    } else if (language.values.test(word)) at++;
    else if (language.name === "perl" && /^-[\w.]*i/.test(word)) {
      for (const each of args
        .slice(at + 1)
        .filter((operand) => !operand.startsWith("-"))
        .slice(hasCode ? 0 : 1))
        desk.touch("write", each);
    } else if (/^--inspect(-brk)?$/.test(option) && value?.startsWith("0.0.0.0") === true) {
      desk.ask("network.listen", "It opens a debugger to the network, through which anybody may run code.");
    } else if (!word.startsWith("-") || word === "-") {
      file = word;
      break;
    }
  }
  if (hasCode) return;
  if (file !== undefined && file !== "-" && !/^\/dev\/(stdin|fd\/0)$/.test(file)) {
    const rest = args.slice(args.indexOf(file) + 1);
    runFile(file, { call, desk, language: language.name, rest }, (text) => desk.code(language.name, text));
    const script = file.slice(file.lastIndexOf("/") + 1);
    // Scripts of frameworks have actions that are known by name.
    if (Object.hasOwn(frameworkTables, script))
      matchActions(
        { ...call, name: script, args: args.slice(args.indexOf(file) + 1) },
        desk,
        frameworkTables[script] ?? { rules: [] },
      );
    judgeApplicationCode(language.name, args.slice(args.indexOf(file) + 1), stdin, desk);
    return;
  }
  if (stdin === undefined) return;
  if (isKnown(stdin)) desk.code(language.name, stdin);
  else if (downloaded)
    desk.ask("code.remote", `${name} runs what is downloaded without anybody having read it.`);
  else desk.ask("code.unknown", `${name} runs code that shows only when it runs.`);
}

function splitLong(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function runCode(language: Language, option: string, text: string, desk: Desk): void {
  if (/^-(enc|e|ec|encodedcommand)$/i.test(option) && language.name === "powershell")
    desk.ask("code.unknown", "It runs code that is hidden by an encoding.");
  desk.code(language.name, text);
}

function judgeLoaded(file: string, name: string, desk: Desk): void {
  const path = desk.resolve(file);
  const isFile = /^[./~]/.test(file);
  if (/^data:/.test(file)) desk.ask("code.unknown", `${name} loads code from a text.`);
  else if (isFile && path !== undefined && !isInstalled(path)) {
    const script = judgeScript(path, { language: languageOf(name)?.name, args: [] }, desk);
    if (!isOrdinaryFile(path, desk) && liesOutside(path, script, desk))
      desk.ask("execute.outside", `${name} loads ${path}, which lies outside the workspace.`);
  }
}

/** `python3 -m tools.setup` runs a file below the folder that it starts in, where there is one. */
function judgeModule(name: string, language: string, rest: readonly string[], desk: Desk): void {
  if (language !== "python" || !/^[\w.]+$/.test(name)) return;
  const base = name.replaceAll(".", "/");
  for (const file of [`${base}.py`, `${base}/__main__.py`]) {
    const path = desk.resolve(file);
    const script = path === undefined ? undefined : judgeScript(path, { language, args: rest }, desk);
    if (path !== undefined && script !== undefined && liesOutside(path, script, desk))
      desk.ask("execute.outside", `It runs ${path}, which lies outside the workspace.`);
  }
}
