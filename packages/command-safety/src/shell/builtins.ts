import type { Call, Desk } from "../desk.ts";
import { judgeEnvironment } from "../programs/environment.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { isOwnWork, judgeScript } from "../scripts/judge-script.ts";

import { formatPrintf } from "./pure-output.ts";
import { isKnown, UNKNOWN, unknownFrom } from "./unknown.ts";
import type { Walker } from "./walk.ts";

type Builtin = (call: Call, desk: Desk, walker: Walker) => string;

/** Runs what the shell itself does: what changes its state, and what runs text. `undefined` for other programs. */
export function runBuiltin(call: Call, desk: Desk, walker: Walker): string | undefined {
  if (takesNames.test(call.program)) runSubscripts(call, walker);
  if (!Object.hasOwn(builtins, call.program)) return undefined;
  return builtins[call.program]?.(call, desk, walker);
}

const takesNames =
  /^(test|\[|printf|read|unset|declare|typeset|local|readonly|getopts|mapfile|readarray|wait)$/;

/** A subscript in the name of a variable is arithmetic, which runs the substitutions in it, quoted or not. */
function runSubscripts({ args, program }: Call, walker: Walker): void {
  for (const [index, word] of args.entries()) {
    const isName = /^(test|\[|printf)$/.test(program) ? args[index - 1] === "-v" : true;
    if (isName && /^\w+\[[^=]*[$`]/.test(word))
      walker.runText(`: "${word.replaceAll('"', "")}"`, { text: undefined, downloaded: false });
  }
}

const builtins: Readonly<Record<string, Builtin>> = {
  cd: changeFolder,
  pushd: changeFolder,
  popd: (_, { state }) => {
    state.cwd = undefined;
    return "";
  },
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  unset: ({ args }, desk) => {
    const { state } = desk;
    for (const name of args) {
      judgeEnvironment(name, "", desk);
      if (state.variables.has(name)) state.variables.set(name, "");
      state.functions.delete(name);
    }
    return "";
  },
  set: (call, desk) => {
    if (/(^| )\+o history|\+H/.test(call.args.join(" ")))
      desk.ask("traces.history", "It keeps the shell from recording what is typed.");
    return setPositional(call, desk);
  },
  shift: ({ args }, { state }) => {
    state.positional = state.positional?.slice(Number(args[0] ?? "1") || 0);
    return "";
  },
  read: readLine,
  mapfile: readLines,
  readarray: readLines,
  eval: ({ args, stdin, downloaded }, desk) =>
    desk.script(args.join(" "), { stdin, downloaded, inPlace: true }),
  ".": source,
  source,
  alias: defineAliases,
  trap: ({ args }, desk, walker) => {
    const [text = "", ...signals] = operandsOf(args);
    // At the end the variables in it have the values that they will have then.
    if (
      signals.length === 1 &&
      /^(EXIT|0)$/.test(signals[0] ?? "") &&
      /\$\{?\w/.test(text) &&
      walker.defer(text)
    )
      return "";
    if (operandsOf(args).length > 1 && text !== "-" && text !== "") desk.script(text);
    return "";
  },
  let: ({ args }, { state }, walker) => {
    for (const text of args) {
      if (/[$`]/.test(text))
        walker.runText(`: "${text.replaceAll('"', "")}"`, { text: undefined, downloaded: false });
      const [, name] = /^\s*(\w+)\s*[-+*/%]?=/.exec(text) ?? [];
      if (name !== undefined) state.variables.set(name, UNKNOWN);
    }
    return "";
  },
  printf: (call, { state }) => {
    const { args } = call;
    if (args[0] !== "-v") return formatPrintf(args);
    const [, name = "", ...rest] = args;
    if (/^\w+$/.test(name)) state.variables.set(name, formatPrintf(rest));
    return "";
  },
  getopts: ({ args }, { state }) => {
    if (args[1] !== undefined) state.variables.set(args[1], UNKNOWN);
    return "";
  },
  enable: ({ args }, desk) => {
    if (hasOption(args, "f"))
      desk.ask("code.loaded", `It loads a library into the shell: ${args.join(" ")}.`);
    return "";
  },
  history: ({ args }, desk) => {
    if (hasOption(args, "cdw")) desk.ask("traces.history", "It removes what the shell recorded.");
    return UNKNOWN;
  },
  hash: ({ args }, desk) => {
    if (hasOption(args, "p"))
      desk.ask("environment.path", `It makes a program's name stand for another one: ${args.join(" ")}.`);
    return "";
  },
  bind: ({ args }, desk) => {
    if (hasOption(args, "x")) desk.ask("startup.write", "It binds a key to a command.");
    return "";
  },
  complete: ({ args }, desk) => {
    const at = args.indexOf("-C");
    if (at >= 0) desk.script(args[at + 1] ?? "");
    return "";
  },
};

function changeFolder({ args }: Call, desk: Desk): string {
  const { state } = desk;
  const [target] = operandsOf(args);
  if (target === undefined) {
    const home = state.variables.get("HOME");
    state.cwd = typeof home === "string" && isKnown(home) ? home : undefined;
  } else if (target === "-" || !isKnown(target) || /[*?[]/.test(target)) state.cwd = undefined;
  else state.cwd = desk.resolve(target);
  return "";
}

const secretName = /(KEY|TOKEN|SECRET|PASSW(OR)?D|CREDENTIALS?)$/i;

function declare({ args, program }: Call, desk: Desk, walker: Walker): string {
  const secret = hasOption(args, "p") ? args.find((word) => secretName.test(word)) : undefined;
  if (secret !== undefined) desk.ask("credentials.shown", `It shows the value of ${secret}.`);
  if (hasOption(args, "pfF") && program !== "export") return UNKNOWN;
  const isReference = hasOption(args, "n") && program !== "export";
  const isInteger = hasOption(args, "i");
  for (const word of args) {
    const [, name, append, value] = /^(\w+)(?:\[[^\]]*\])?(\+)?=([^]*)$/.exec(word) ?? [];
    if (name === undefined || value === undefined) continue;
    if (isInteger && /[$`]/.test(value))
      walker.runText(`: "${value}"`, { text: undefined, downloaded: false });
    if (value.startsWith("(") && hasOption(args, "aA")) desk.state.variables.set(name, UNKNOWN);
    else walker.assign(name, isReference || isInteger ? UNKNOWN : value, append !== undefined, undefined);
  }
  if (hasOption(args, "A")) {
    for (const word of operandsOf(args))
      if (/^\w+$/.test(word) && !desk.state.variables.has(word)) desk.state.variables.set(word, new Map());
  }
  return "";
}

function setPositional({ args }: Call, { state }: Desk): string {
  const end = args.findIndex((word) => word === "--" || !/^[-+]/.test(word));
  if (end === -1) return "";
  const isAfterName = /^[-+]\w*o$/.test(args[end - 1] ?? "") && args[end] !== "--";
  const rest = args.slice(args[end] === "--" || isAfterName ? end + 1 : end);
  if (!isAfterName || rest.length > 0) state.positional = rest;
  return "";
}

const readValues = "adinNptu";

function readLine({ args, stdin }: Call, { state }: Desk): string {
  const names: string[] = [];
  let list: string | undefined;
  let isPartial = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (!word.startsWith("-")) {
      names.push(word);
      continue;
    }
    const letter = word[word.length - 1] ?? "";
    if (!readValues.includes(letter) && ![...word].some((each) => readValues.includes(each))) continue;
    isPartial ||= /[dinNtu]/.test(word);
    const takesNext = readValues.includes(letter);
    const value = takesNext ? args[++at] : undefined;
    if (letter === "a") list = value;
  }
  // Of several lines the first is read, and the next ones when it is called again: only one line is sure.
  const lines = stdin === undefined || isPartial ? undefined : stdin.replace(/\n$/, "").split("\n");
  const line = lines?.length === 1 ? lines[0] : undefined;
  const words =
    line === undefined || !isKnown(line) ? undefined : splitLine(line, state.variables.get("IFS"));
  const unknown = unknownFrom(stdin);
  if (list !== undefined) state.variables.set(list, words ?? [unknown]);
  for (const [index, name] of (names.length === 0 && list === undefined ? ["REPLY"] : names).entries()) {
    const isLast = index === names.length - 1;
    const value =
      words === undefined ? unknown : isLast ? words.slice(index).join(" ") : (words[index] ?? "");
    state.variables.set(name, names.length <= 1 && words !== undefined ? (line ?? UNKNOWN).trim() : value);
  }
  return "";
}

function splitLine(line: string, separators: unknown): readonly string[] {
  const given = typeof separators === "string" ? separators : " \t\n";
  const words: string[] = [];
  let word = "";
  for (const char of line) {
    if (!given.includes(char)) word += char;
    else if (word !== "" || !/\s/.test(char)) {
      words.push(word);
      word = "";
    }
  }
  if (word !== "") words.push(word);
  return words;
}

function readLines({ args, stdin }: Call, { state }: Desk): string {
  const name = args.at(-1);
  if (name === undefined || name.startsWith("-")) return "";
  const isPlain = args.every((word) => !word.startsWith("-") || word === "-t");
  const isExact = isPlain && stdin !== undefined && isKnown(stdin);
  state.variables.set(name, isExact ? stdin.replace(/\n$/, "").split("\n") : [unknownFrom(stdin)]);
  return "";
}

function source({ args, stdin, downloaded }: Call, desk: Desk): string {
  const [file = ""] = args;
  const isInput = /^\/dev\/(stdin|fd\/0)$/.test(file);
  const known = isInput ? (stdin ?? UNKNOWN) : desk.state.files.get(desk.resolve(file) ?? file);
  if (known !== undefined) {
    return desk.script(known, {
      downloaded: downloaded && isInput,
      positional: args.slice(1),
      inPlace: true,
    });
  }
  const path = desk.resolve(file);
  desk.touch("read", file);
  const { workspace, homedir } = desk.places;
  const script = path === undefined ? undefined : desk.scriptAt(path);
  if (path !== undefined && script?.text !== undefined && !isOwnWork(path, script, desk.places)) {
    if (script.origin?.ask !== undefined) desk.ask("skill.script", script.origin.ask);
    if (script.origin !== undefined || path.startsWith(`${workspace}/`))
      return desk.script(script.text, { positional: args.slice(1), inPlace: true });
  }
  if (path !== undefined) judgeScript(path, { args: args.slice(1) }, desk);
  const isOrdinary =
    path !== undefined &&
    (path.startsWith(`${workspace}/`) ||
      /^\/(etc|usr|opt)\//.test(path) ||
      (path.startsWith(`${homedir}/`) &&
        /^\/(\.\w+rc|\.profile|\.\w*_profile|\.nvm\/|\.cargo\/env|\.local\/|\w*(venv|conda)\w*\/|\.sdkman\/|\.rvm\/)/.test(
          path.slice(homedir.length),
        )));
  if (!isOrdinary) desk.ask("code.unknown", `It runs ${file} in the shell, which nobody has looked at.`);
  return UNKNOWN;
}

function defineAliases({ args }: Call, desk: Desk): string {
  for (const word of args) {
    const [, name, text] = /^([^=\s]+)=([^]*)$/.exec(word) ?? [];
    if (name === undefined || text === undefined) continue;
    desk.script(text);
    desk.state.aliases.set(name, text);
  }
  return "";
}
