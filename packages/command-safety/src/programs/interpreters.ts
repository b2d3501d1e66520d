import type { Call, CommandContext } from "../command-context.ts";
import { judgeScript } from "../scripts/judge-script.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";
import { asksForHelp, judgeEffects } from "./judge-effects.ts";
import { runFile } from "./run-file.ts";

const shells = /^(r?bash|sh|zsh|dash|ksh|mksh|ash|fish|csh|tcsh)(-?\d[\d.]*)?$/;

/** Runs what an interpreter is given; `undefined` for other programs. */
export function runInterpreter(call: Call, context: CommandContext, record: () => void): string | undefined {
  if (shells.test(call.name)) return runShell(call, context, record);
  const language = languages.find(({ names }) => names.test(call.name));
  if (language === undefined) return undefined;
  const { code, word } = language;
  // These are package managers as well: their other actions are in the rows.
  if (/^(bun|deno)$/.test(call.name) && !call.args.some((each) => code.test(each) || each === word))
    return undefined;
  record();
  if (!asksForHelp(call.args)) runLanguage(language, call, context);
  return UNKNOWN;
}

interface Language {
  readonly names: RegExp;
  readonly language: string;
  /** Options whose value is code. */
  readonly code: RegExp;
  /** Options that take another value. */
  readonly values?: RegExp | undefined;
  /** Word before the code, as in `deno eval`. */
  readonly word?: string | undefined;
  /** Option that names a module to run instead of a file. */
  readonly module?: RegExp | undefined;
  /** Options that load code before the program. */
  readonly loads?: RegExp | undefined;
}

// oxfmt-ignore
const languages: readonly Language[] = [
  { names: /^(python|pypy|ipython)[\d.]*$/, language: "python", code: /^-[bBdEhiIOqsSuvVx]*c$/, values: /^-[WXQ]$/, module: /^-[bBdEiIOqsSuvx]*m$/ },
  { names: /^(node|nodejs|tsx|ts-node|electron|jiti)$/, language: "javascript", code: /^(-[ipc]*[ep]|--eval|--print|-pe|-ep)$/, values: /^(-C|--conditions|--env-file|--title|--test-\w[\w-]*|--watch-path)$/, loads: /^(-r|--require|--import|--loader|--experimental-loader)$/ },
  { names: /^bun$/, language: "javascript", code: /^(-e|--eval|-p|--print)$/, values: /^(--cwd|-c|--config)$/, loads: /^(-r|--preload|--require)$/ },
  { names: /^deno$/, language: "javascript", code: /^--eval$/, word: "eval", values: /^(-c|--config|--import-map|--ext)$/ },
  { names: /^(ruby[\d.]*|irb)$/, language: "ruby", code: /^-\w*e$/, values: /^-[ICE]$/, loads: /^-r$/ },
  { names: /^(perl[\d.]*|raku)$/, language: "perl", code: /^-[\w.]*[eE]$/, values: /^-[IMm]$/ },
  { names: /^php[\d.]*$/, language: "php", code: /^(-[rBRE]|--run)$/, values: /^-[cdz]$/ },
  { names: /^(lua|luajit)[\d.]*$/, language: "lua", code: /^-e$/, values: /^-l$/ },
  { names: /^(R|Rscript|julia|elixir|iex|groovy|scala|jshell|ghc|runghc|sbcl|guile|racket|clojure|clj|bb|emacs|octave|swift|osascript|tclsh|expect|ocaml|nu|gjs)$/, language: "other", code: /^(-e|-E|-c|--eval|--expression|--execute|--print|-batch)$/ },
  { names: /^(pwsh|powershell)(\.exe)?$/i, language: "powershell", code: /^-(c|command|encodedcommand|enc|e|ec)$/i, values: /^-(executionpolicy|ep|ex|workingdirectory|wd)$/i },
];

function runShell(call: Call, context: CommandContext, record: () => void): string {
  const { args, stdin, downloaded, name, environment } = call;
  let at = 0;
  let takesText = false;
  let readsInput = false;
  for (; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--" || word === "-") {
      at++;
      break;
    }
    if (!/^[-+]/.test(word)) break;
    if (/^--(help|version)$/.test(word)) return UNKNOWN;
    const [, startup] = /^--(?:rcfile|init-file)(?:=(.*))?$/.exec(word) ?? [];
    if (/^--(rcfile|init-file)/.test(word)) {
      const file = startup ?? args[++at] ?? "";
      runFile(file, { args: [], run: (text) => void context.script(text) }, context);
      if (!file.startsWith("/dev/"))
        context.ask("startup.write", `It starts a shell that first runs ${file}.`);
    } else if (/^--command(=|$)/.test(word)) {
      if (word.includes("=")) return context.script(word.slice(10), { stdin });
      takesText = true;
    } else if (!word.startsWith("--")) {
      takesText ||= /^-\w*c/.test(word);
      readsInput ||= /^-\w*s/.test(word);
      if (/[^a-zA-Z+-]/.test(word)) context.ask("command.option", `${name} is given "${word}".`);
      if (/[oO]$/.test(word)) at++;
      else if (/^-\w*n/.test(word) && !takesText && name !== "fish") return UNKNOWN;
    }
  }
  const [first, ...rest] = args.slice(at);
  if (takesText) {
    if (first === undefined) return UNKNOWN;
    return context.script(first, {
      stdin,
      downloaded: /^\uFFFF/.test(first) && downloaded,
      positional: rest.slice(1),
    });
  }
  if (first !== undefined && !readsInput && !isStdin(first)) {
    record();
    runFile(
      first,
      {
        args: rest,
        stdin,
        environment,
        run: (text) => void context.script(text, { stdin, positional: rest }),
      },
      context,
    );
    return UNKNOWN;
  }
  if (stdin !== undefined)
    return context.script(stdin, { downloaded, positional: readsInput ? args.slice(at) : rest });
  record();
  return UNKNOWN;
}

function isStdin(file: string): boolean {
  return file === "-" || /^\/dev\/(stdin|fd\/0)$/.test(file);
}

function runLanguage(
  { language, code, word: codeWord, values, module, loads }: Language,
  call: Call,
  context: CommandContext,
): void {
  const { args, stdin, downloaded, name, environment } = call;
  const run = (text: string): void => context.code(language, text);
  let hasCode = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    const [, option = word, value] = /^(--[\w-]+)=([^]*)$/.exec(word) ?? [];
    if (word === codeWord) return run(args.slice(at + 1).find((each) => !each.startsWith("-")) ?? "");
    const glued = code.test(word) ? undefined : /^(-[cemr])(.+)$/s.exec(word);
    if (code.test(option) || (glued?.[1] !== undefined && code.test(glued[1]))) {
      hasCode = true;
      run(value ?? glued?.[2] ?? args[++at] ?? "");
    } else if (module?.test(option) === true) {
      const [file = "", ...rest] = args.slice(at + 1);
      context.run([`${language}-module`, file, ...rest], { stdin });
      runModule(file, language, rest, context);
      return;
    } else if (loads?.test(option) === true) {
      const file = value ?? args[++at] ?? "";
      if (/^[./~]/.test(file)) runFile(file, { language, args: [], run }, context);
      else if (file.startsWith("data:")) run(file);
    } else if (values?.test(word) === true) at++;
    else if (language === "perl" && /^-[\w.]*i/.test(word)) {
      const files = args.slice(at + 1).filter((each) => !each.startsWith("-"));
      for (const each of files.slice(hasCode ? 0 : 1)) context.touch("write", each);
    } else if (!word.startsWith("-") && !isStdin(word)) {
      if (hasCode) return;
      const rest = args.slice(at + 1);
      runFile(word, { language, args: rest, stdin, environment, run }, context);
      // Scripts of frameworks have actions that are known by name.
      judgeEffects({ name: word.slice(word.lastIndexOf("/") + 1), args: rest }, context);
      return;
    } else if (isStdin(word)) break;
  }
  if (hasCode || stdin === undefined) return;
  if (isKnown(stdin)) run(stdin);
  else if (downloaded)
    context.ask("code.remote", `${name} runs what is downloaded without anybody having read it.`);
  else context.ask("code.unknown", `${name} runs code that shows only when it runs.`);
}

/** `python3 -m tools.setup` runs a file below the folder that it starts in, where there is one. */
function runModule(name: string, language: string, args: readonly string[], context: CommandContext): void {
  if (!/^[\w.]+$/.test(name)) return;
  const base = name.replaceAll(".", "/");
  for (const file of [`${base}.py`, `${base}/__main__.py`]) {
    const path = context.resolve(file);
    if (path !== undefined) judgeScript(path, { language, args }, context);
  }
}
