import type { Call, Desk } from "../desk.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { isOwnWork, judgeScript } from "../scripts/judge-script.ts";

import { formatPrintf } from "./output.ts";
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
  unset: ({ args }, { state }) => {
    for (const name of args) {
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
  read: readInput,
  mapfile: readInput,
  readarray: readInput,
  eval: ({ args, stdin, downloaded }, desk) =>
    desk.script(args.join(" "), { stdin, downloaded, inPlace: true }),
  ".": source,
  source,
  // A shell that runs a script expands none of them; what one would run is read here.
  alias: ({ args }, desk) => {
    for (const word of args) if (word.includes("=")) desk.script(word.slice(word.indexOf("=") + 1));
    return "";
  },
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
  history: ({ args }, desk) => {
    if (hasOption(args, "cdw")) desk.ask("traces.history", "It removes what the shell recorded.");
    return UNKNOWN;
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

function declare({ args, program }: Call, desk: Desk, walker: Walker): string {
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

/** `read` and `mapfile`: what they read into variables is not followed. */
function readInput({ args, stdin }: Call, { state }: Desk): string {
  const names = args.filter((word) => /^[A-Za-z_]\w*$/.test(word));
  for (const name of names.length === 0 ? ["REPLY", "MAPFILE"] : names)
    state.variables.set(name, unknownFrom(stdin));
  return "";
}

function source({ args, stdin, downloaded }: Call, desk: Desk): string {
  const [file = "", ...rest] = args;
  const isInput = /^\/dev\/(stdin|fd\/0)$/.test(file);
  const path = desk.resolve(file);
  const known = isInput ? (stdin ?? UNKNOWN) : desk.state.files.get(path ?? file);
  const how = { positional: rest, inPlace: true };
  if (known !== undefined) return desk.script(known, { ...how, downloaded: downloaded && isInput });
  desk.touch("read", file);
  const { workspace, homedir } = desk.places;
  const script = path === undefined ? undefined : desk.scriptAt(path);
  if (path !== undefined && script?.text !== undefined && !isOwnWork(path, script, desk.places)) {
    if (script.origin?.ask !== undefined) desk.ask("skill.script", script.origin.ask);
    if (script.origin !== undefined || path.startsWith(`${workspace}/`)) return desk.script(script.text, how);
  }
  if (path !== undefined) judgeScript(path, { args: rest }, desk);
  const isOrdinary =
    path !== undefined &&
    (path.startsWith(`${workspace}/`) ||
      /^\/(etc|usr|opt)\//.test(path) ||
      (path.startsWith(`${homedir}/.`) &&
        /rc$|profile$|\/env$|\/(\.nvm|\.sdkman|\.rvm|\.local)\//.test(path)));
  if (!isOrdinary) desk.ask("code.unknown", `It runs ${file} in the shell, which nobody has looked at.`);
  return UNKNOWN;
}
