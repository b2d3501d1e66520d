import type { Call, CommandContext } from "../command-context.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { isWrittenByPerson, judgeScript } from "../scripts/judge-script.ts";

import { formatPrintf } from "./output.ts";
import { isKnown, UNKNOWN, unknownFrom } from "./unknown.ts";
import type { Walker } from "./walk.ts";

type Builtin = (call: Call, context: CommandContext, walker: Walker) => string;

/** Runs what the shell itself does: what changes its state, and what runs text. `undefined` for other programs. */
export function runBuiltin(call: Call, context: CommandContext, walker: Walker): string | undefined {
  if (takesNames.test(call.program)) runSubscripts(call, walker);
  if (!Object.hasOwn(builtins, call.program)) return undefined;
  return builtins[call.program]?.(call, context, walker);
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
  set: (call, context) => {
    if (/(^| )\+o history|\+H/.test(call.args.join(" ")))
      context.ask("traces.history", "It keeps the shell from recording what is typed.");
    return setPositional(call, context);
  },
  shift: ({ args }, { state }) => {
    state.positional = state.positional?.slice(Number(args[0] ?? "1") || 0);
    return "";
  },
  read: readInput,
  mapfile: readInput,
  readarray: readInput,
  eval: ({ args, stdin, downloaded }, context) =>
    context.script(args.join(" "), { stdin, downloaded, inPlace: true }),
  ".": source,
  source,
  // A shell that runs a script expands none of them; what one would run is read here.
  alias: ({ args }, context) => {
    for (const word of args) if (word.includes("=")) context.script(word.slice(word.indexOf("=") + 1));
    return "";
  },
  trap: ({ args }, context, walker) => {
    const [text = "", ...signals] = operandsOf(args);
    // At the end the variables in it have the values that they will have then.
    if (
      signals.length === 1 &&
      /^(EXIT|0)$/.test(signals[0] ?? "") &&
      /\$\{?\w/.test(text) &&
      walker.defer(text)
    )
      return "";
    if (operandsOf(args).length > 1 && text !== "-" && text !== "") context.script(text);
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
  history: ({ args }, context) => {
    if (hasOption(args, "cdw")) context.ask("traces.history", "It removes what the shell recorded.");
    return UNKNOWN;
  },
};

function changeFolder({ args }: Call, context: CommandContext): string {
  const { state } = context;
  const [target] = operandsOf(args);
  if (target === undefined) {
    const home = state.variables.get("HOME");
    state.cwd = typeof home === "string" && isKnown(home) ? home : undefined;
  } else if (target === "-" || !isKnown(target) || /[*?[]/.test(target)) state.cwd = undefined;
  else state.moveTo(target);
  return "";
}

function declare({ args, program }: Call, context: CommandContext, walker: Walker): string {
  if (hasOption(args, "pfF") && program !== "export") return UNKNOWN;
  const isReference = hasOption(args, "n") && program !== "export";
  const isInteger = hasOption(args, "i");
  for (const word of args) {
    const [, name, append, value] = /^(\w+)(?:\[[^\]]*\])?(\+)?=([^]*)$/.exec(word) ?? [];
    if (name === undefined || value === undefined) continue;
    if (isInteger && /[$`]/.test(value))
      walker.runText(`: "${value}"`, { text: undefined, downloaded: false });
    if (value.startsWith("(") && hasOption(args, "aA")) context.state.variables.set(name, UNKNOWN);
    else walker.assign(name, isReference || isInteger ? UNKNOWN : value, append !== undefined, undefined);
  }
  if (hasOption(args, "A")) {
    for (const word of operandsOf(args))
      if (/^\w+$/.test(word) && !context.state.variables.has(word))
        context.state.variables.set(word, new Map());
  }
  return "";
}

function setPositional({ args }: Call, { state }: CommandContext): string {
  const end = args.findIndex((word) => word === "--" || !/^[-+]/.test(word));
  if (end === -1) return "";
  const isAfterName = /^[-+]\w*o$/.test(args[end - 1] ?? "") && args[end] !== "--";
  const rest = args.slice(args[end] === "--" || isAfterName ? end + 1 : end);
  if (!isAfterName || rest.length > 0) state.positional = rest;
  return "";
}

/** `read` and `mapfile`: what they read into variables is not followed. */
function readInput({ args, stdin }: Call, { state }: CommandContext): string {
  const names = args.filter((word) => /^[A-Za-z_]\w*$/.test(word));
  for (const name of names.length === 0 ? ["REPLY", "MAPFILE"] : names)
    state.variables.set(name, unknownFrom(stdin));
  return "";
}

function source({ args, stdin, downloaded }: Call, context: CommandContext): string {
  const [file = "", ...rest] = args;
  const isInput = /^\/dev\/(stdin|fd\/0)$/.test(file);
  const path = context.resolve(file);
  const known = isInput ? (stdin ?? UNKNOWN) : context.state.files.get(path ?? file);
  const how = { positional: rest, inPlace: true };
  if (known !== undefined) return context.script(known, { ...how, downloaded: downloaded && isInput });
  context.touch("read", file);
  const { workspace, homedir } = context.places;
  const script = path === undefined ? undefined : context.scriptAt(path);
  if (path !== undefined && script?.text !== undefined && !isWrittenByPerson(path, script, context.places)) {
    if (script.origin?.ask !== undefined) context.ask("skill.script", script.origin.ask);
    if (script.origin !== undefined || path.startsWith(`${workspace}/`))
      return context.script(script.text, how);
  }
  if (path !== undefined) judgeScript(path, { args: rest }, context);
  const isOrdinary =
    path !== undefined &&
    (path.startsWith(`${workspace}/`) ||
      /^\/(etc|usr|opt)\//.test(path) ||
      (path.startsWith(`${homedir}/.`) &&
        /rc$|profile$|\/env$|\/(\.nvm|\.sdkman|\.rvm|\.local)\//.test(path)));
  if (!isOrdinary) context.ask("code.unknown", `It runs ${file} in the shell, which nobody has looked at.`);
  return UNKNOWN;
}
