import type { Call, CommandContext } from "../command-context.ts";
import { hermesProcessNames } from "../handlers/processes.ts";
import type { Places } from "../paths/places.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { AGENT, bounded, isKnown, UNKNOWN, unknownFrom } from "./unknown.ts";

/** What a program prints, where that is text that stands in the command itself; else what kind of text it is. */
export function outputOf(call: Call, context: CommandContext): string {
  const print = Object.hasOwn(printers, call.name) ? printers[call.name] : undefined;
  const output = print?.(call, context);
  return output === undefined ? unknownOutput(call, context) : bounded(output);
}

/** A file that a process of this program writes its number to. */
export function unreadFile(path: string, { home }: Places): string {
  return path.startsWith(`${home}/`) && /\.(pid|lock)$/.test(path) ? AGENT : UNKNOWN;
}

const filters = /^(cat|tac|tr|tee|sed|[gm]?awk|cut|sort|uniq|e?grep|nl|rev|xargs|tail|head|echo|printf)$/;

/** What tools print for a shell to set itself up with: `eval "$(ssh-agent -s)"`. */
const setsUp =
  /^(ssh-agent( -[sc])?$|direnv (hook|export) \w+$|brew shellenv|(pyenv|rbenv|nodenv|goenv|jenv|starship|zoxide|atuin|mcfly) (virtualenv-)?init|fnm env|mise (activate|env|hook-env)|(conda|mamba|micromamba) shell|minikube docker-env|opam (config )?env|dircolors|(kubectl|helm|gh|npm|pip|rustup) completions?\b)/;

function unknownOutput({ name, args, stdin }: Call, context: CommandContext): string {
  if (setsUp.test([name, ...args].join(" "))) return "";
  if (listsFiles(name, args)) return `./${UNKNOWN}\n`;
  const namesAgent = args.some((word) => hermesProcessNames.test(word) && !word.startsWith("-v"));
  // A filter for its own name over a list of processes leaves its own number.
  if (namesAgent && /^(pgrep|pidof|e?grep|[gm]?awk|sed)$/.test(name)) return AGENT;
  if (!filters.test(name)) return UNKNOWN;
  const marks = [
    stdin,
    ...args.map((word) =>
      word.startsWith("-") || !isKnown(word)
        ? word
        : unreadFile(context.resolve(word) ?? word, context.places),
    ),
  ];
  return marks.map(unknownFrom).find((each) => each !== UNKNOWN) ?? UNKNOWN;
}

/** Whether it prints names of files from this folder on, and nothing else. */
function listsFiles(name: string, args: readonly string[]): boolean {
  if (args.some((word) => /^([/~]|\.\.)/.test(word) || !isKnown(word))) return false;
  if (name === "git")
    return (
      args[0] === "ls-files" || args.includes("--name-only") || (args[0] === "grep" && hasOption(args, "l"))
    );
  if (/^(rg|grep|egrep|fgrep|ag|ack)$/.test(name))
    return hasOption(args, "l", ["files-with-matches", "files"]);
  return name === "fd" || name === "fdfind" || (name === "ls" && !hasOption(args, "lRsi"));
}

const silent = (): string => "";

const printers: Readonly<Record<string, (call: Call, context: CommandContext) => string | undefined>> = {
  ...{ true: silent, ":": silent, false: silent, test: silent, "[": silent, sleep: silent, wait: silent },
  ...{ mkdir: silent, touch: silent, shopt: silent, exit: silent, return: silent },
  echo: ({ args }) => printEcho(args),
  printf: ({ args }) => formatPrintf(args),
  cat: inputOf,
  tee: ({ stdin }) => stdin,
  // Hidden text is the oldest trick of all, and it stands in the command.
  base64: (call, context) => {
    const text = hasOption(call.args, "dD", ["decode"]) ? inputOf(call, context) : undefined;
    return text === undefined || !isKnown(text) ? undefined : Buffer.from(text, "base64").toString("utf8");
  },
  basename: ({ args }) => {
    const [path, suffix = ""] = operandsOf(args);
    if (path === undefined || !isKnown(path)) return UNKNOWN;
    const name = path.replace(/\/+$/, "").split("/").at(-1) ?? "";
    return `${suffix !== "" && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`;
  },
  dirname: ({ args }) => {
    const [path] = operandsOf(args);
    if (path === undefined || !isKnown(path)) return UNKNOWN;
    return `${/^(.*[^/])\/+[^/]+\/*$/.exec(path)?.[1] ?? (path.startsWith("/") ? "/" : ".")}\n`;
  },
  nproc: () => "8\n",
  pwd: (_, { state }) => `${state.cwd ?? UNKNOWN}\n`,
  realpath: ({ args }, context) => `${context.resolve(operandsOf(args)[0] ?? "") ?? UNKNOWN}\n`,
  readlink: ({ args }, context) =>
    hasOption(args, "fem") ? `${context.resolve(operandsOf(args)[0] ?? "") ?? UNKNOWN}\n` : undefined,
  mktemp: ({ args }) =>
    args.every((word) => /^-[dqtu]+$|^--(directory|tmpdir)$/.test(word))
      ? "/tmp/tmp.hermes-any\n"
      : undefined,
  git: ({ args }, { places }) =>
    args.join(" ") === "rev-parse --show-toplevel" ? `${places.workspace}\n` : undefined,
};

/** What a filter reads: its files when the script wrote them, else its input. */
function inputOf({ args, stdin }: Call, context: CommandContext): string | undefined {
  const files = operandsOf(args).filter((word) => word !== "-");
  const texts = files.map((file) => context.state.files.get(context.resolve(file) ?? file));
  if (files.length === 0) return stdin;
  return texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}

function printEcho(args: readonly string[]): string {
  const at = args.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = args.slice(0, at === -1 ? undefined : at).join("");
  const text = at === -1 ? "" : args.slice(at).join(" ");
  return (options.includes("e") ? readEscapes(text) : text) + (options.includes("n") ? "" : "\n");
}

/** What `printf` prints of `%s` and `%d`; with any other format it is unknown. */
export function formatPrintf(args: readonly string[]): string {
  const [format = "", ...values] = args[0] === "--" ? args.slice(1) : args;
  if (!isKnown(format) || /%(?![%sd])/.test(format)) return UNKNOWN;
  const pieces = format.split(/(%[%sd])/);
  const taken = pieces.filter((piece) => /^%[sd]$/.test(piece)).length;
  const rounds = taken === 0 ? 1 : Math.max(1, Math.ceil(values.length / taken));
  if (rounds > 500) return UNKNOWN;
  let at = 0;
  let output = "";
  for (let round = 0; round < rounds; round++)
    for (const piece of pieces) {
      if (piece === "%s") output += values[at++] ?? "";
      else if (piece === "%d") {
        const value = values[at++] ?? "0";
        // `010` is eight, and letters are an error.
        output += /^-?(0|[1-9]\d{0,14})$/.test(value) ? value : UNKNOWN;
      } else output += piece === "%%" ? "%" : readEscapes(piece);
    }
  return output;
}

const simpleEscapes: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", a: "\u0007", b: "\b", e: "\u001b", f: "\f", v: "\v" },
  ...{ "\\": "\\", '"': '"', "'": "'" },
};

/** `\n`, `\x41`, `\101`, `\u0041`, as `echo -e` and `printf` read them. */
function readEscapes(text: string): string {
  return text.replace(/\\(x[\da-fA-F]{1,2}|[uU][\da-fA-F]{1,6}|0?[0-7]{1,3}|.)/gs, (_, code: string) => {
    if (/^[xuU]./.test(code)) {
      const point = Number.parseInt(code.slice(1), 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : UNKNOWN;
    }
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    return simpleEscapes[code] ?? `\\${code}`;
  });
}
