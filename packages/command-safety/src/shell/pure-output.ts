import { gunzipSync, inflateSync } from "node:zlib";
import type { Call, Desk } from "../desk.ts";
import type { Places } from "../paths/places.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { ownNames } from "../programs/own-names.ts";
import { AGENT, bounded, ENDLESS, isKnown, MANY, UNKNOWN, unknownFrom } from "./unknown.ts";

/** What a program prints, where that follows from its arguments and its input alone; else what kind of text it is. */
export function outputOf(call: Call, desk: Desk): string {
  const print = Object.hasOwn(printers, call.name) ? printers[call.name] : undefined;
  const output = print?.(call, desk);
  return output === undefined ? unknownOutput(call, desk) : bounded(output);
}

/** Files that a process of this program writes its number to. */
export function unreadFile(path: string, { home }: Places): string {
  if (/^\/dev\/(zero|urandom|random|full)$/.test(path)) return ENDLESS;
  return path.startsWith(`${home}/`) && /\.(pid|lock)$/.test(path) ? AGENT : UNKNOWN;
}

const filters =
  /^(cat|tac|tr|base64|xxd|od|hexdump|tee|pv|sed|awk|gawk|mawk|cut|sort|uniq|grep|egrep|gzip|bzip2|xz|zstd|openssl|nl|rev|paste|fold|column|jq|xargs|tail|head|strings|echo|printf)$/;

/** What tools print for a shell to set itself up with: `eval "$(ssh-agent -s)"`. */
const setUp: Readonly<Record<string, RegExp>> = {
  "ssh-agent": /^(-[sc])?$/,
  "gpg-agent": /--daemon/,
  direnv: /^(hook|export) \w+$/,
  brew: /^shellenv/,
  pyenv: /^(init|virtualenv-init)/,
  rbenv: /^init/,
  nodenv: /^init/,
  goenv: /^init/,
  jenv: /^init/,
  starship: /^init/,
  zoxide: /^init/,
  atuin: /^init/,
  mcfly: /^init/,
  fnm: /^env/,
  mise: /^(activate|env|hook-env)/,
  rtx: /^activate/,
  conda: /^shell\.\w+ (hook|activate)/,
  mamba: /^shell/,
  micromamba: /^shell/,
  minikube: /docker-env/,
  "docker-machine": /^env/,
  opam: /^(config )?env/,
  luarocks: /^path/,
  dircolors: /./,
  thefuck: /--alias/,
  lesspipe: /./,
  resize: /./,
  register_python_argcomplete: /./,
  "register-python-argcomplete": /./,
  kubectl: /^completion/,
  helm: /^completion/,
  gh: /^completion/,
  npm: /^completion/,
  pip: /^completion/,
  rustup: /^completions/,
  nodeenv: /./,
  vcpkg: /env/,
  keychain: /--eval/,
  "gnome-keyring-daemon": /--start/,
};

function unknownOutput(call: Call, desk: Desk): string {
  const { name, args } = call;
  if (Object.hasOwn(setUp, name) && setUp[name]?.test(args.join(" ")) === true) return "";
  return unknownText(call, desk);
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

function unknownText({ name, args, stdin }: Call, desk: Desk): string {
  if (name === "yes") return ENDLESS;
  if (/^(pgrep|pidof|pidwait)$/.test(name) && args.some((word) => ownNames.test(word))) return AGENT;
  if (listsFiles(name, args)) return `./${UNKNOWN}\n`;
  if (!filters.test(name)) return UNKNOWN;
  // A filter for its own name over a list of processes leaves its own number.
  if (
    /^(e?grep|g?awk|mawk|sed)$/.test(name) &&
    args.some((word) => ownNames.test(word) && !word.startsWith("-v"))
  )
    return AGENT;
  const marks = [
    stdin,
    ...args.map((word) =>
      word.startsWith("-") || !isKnown(word) ? word : unreadFile(desk.resolve(word) ?? word, desk.places),
    ),
  ];
  const mark = marks.map(unknownFrom).find((each) => each !== UNKNOWN) ?? UNKNOWN;
  return name === "head" && mark !== AGENT ? UNKNOWN : mark;
}

type Printer = (call: Call, desk: Desk) => string | undefined;

const printers: Readonly<Record<string, Printer>> = {
  echo: ({ args }) => printEcho(args),
  printf: ({ args }) => formatPrintf(args),
  true: () => "",
  ":": () => "",
  false: () => "",
  test: () => "",
  "[": () => "",
  sleep: () => "",
  wait: () => "",
  mkdir: () => "",
  touch: () => "",
  shopt: () => "",
  exit: () => "",
  return: () => "",
  cat: (call, desk) => inputOf(call, desk),
  tac: (call, desk) => mapLines(inputOf(call, desk), (lines) => lines.toReversed()),
  tee: ({ stdin }) => stdin,
  rev: (call, desk) =>
    mapLines(inputOf(call, desk), (lines) => lines.map((line) => [...line].toReversed().join(""))),
  sort: (call, desk) =>
    call.args.some((word) => word.startsWith("-"))
      ? undefined
      : mapLines(inputOf(call, desk), (lines) => lines.toSorted()),
  base64: decodeBase64,
  base32: () => undefined,
  openssl: (call, desk) =>
    hasOption(
      call.args.map((word) => word.replace(/^-/, "--")),
      "",
      ["d"],
    ) && /base64/.test(call.args.join(" "))
      ? decodeText(inputOf({ ...call, args: [] }, desk), "base64")
      : undefined,
  xxd: (call, desk) => (hasOption(call.args, "r") ? decodeText(inputOf(call, desk), "hex") : undefined),
  gunzip: (call, desk) => unzip(inputOf(call, desk)),
  zcat: (call, desk) => unzip(inputOf(call, desk)),
  gzip: (call, desk) => (hasOption(call.args, "d") ? unzip(inputOf(call, desk)) : undefined),
  tr: translate,
  sed: substituteText,
  head: (call, desk) => firstLines(call, desk),
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
  realpath: ({ args }, desk) => `${desk.resolve(operandsOf(args)[0] ?? "") ?? UNKNOWN}\n`,
  readlink: ({ args }, desk) =>
    hasOption(args, "fem") ? `${desk.resolve(operandsOf(args)[0] ?? "") ?? UNKNOWN}\n` : undefined,
  mktemp: ({ args }) =>
    args.every((word) => /^-[dqtu]+$|^--(directory|tmpdir)$/.test(word))
      ? "/tmp/tmp.hermes-any\n"
      : undefined,
  git: ({ args }, { places }) =>
    args.join(" ") === "rev-parse --show-toplevel" ? `${places.workspace}\n` : undefined,
  seq: ({ args }) => {
    const [from, to] = args.length === 1 ? [1, Number(args[0])] : [Number(args[0]), Number(args.at(-1))];
    if (args.length > 2 || !Number.isInteger(from) || !Number.isInteger(to)) return undefined;
    if (to - from >= 1000) return MANY;
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => `${from + index}\n`).join("");
  },
};

function printEcho(args: readonly string[]): string {
  let at = 0;
  let newline = "\n";
  let escapes = false;
  for (; /^-[neE]+$/.test(args[at] ?? ""); at++) {
    if (args[at]?.includes("n") === true) newline = "";
    if (args[at]?.includes("e") === true) escapes = true;
  }
  const text = args.slice(at).join(" ");
  return (escapes ? readEscapes(text) : text) + newline;
}

/** What `printf` prints; formats that are not plain make it unknown. */
export function formatPrintf(args: readonly string[]): string {
  const [format = "", ...values] = args[0] === "--" ? args.slice(1) : args;
  if (!isKnown(format)) return UNKNOWN;
  let output = "";
  let at = 0;
  let rounds = 0;
  do {
    const before = at;
    output += readEscapes(
      format.replace(/%(%|[-+ #0]*\d*(?:\.\d+)?[bcdiqsuxXo])|\\%/g, (whole, kind: string) => {
        if (kind === "%") return "%";
        if (kind === undefined) return whole;
        return placeholder(formatValue(kind, values[at++] ?? ""));
      }),
    ).replace(/\uE000([0-9a-f]*)\uE001/g, (_, hex: string) => fromHex(hex));
    if (at === before || ++rounds > 500) break;
  } while (at < values.length);
  return output;
}

// Values go round the escapes of the format, which must not be read in them.
function placeholder(text: string): string {
  return `\uE000${[...text].map((char) => (char.codePointAt(0) ?? 0).toString(16).padStart(6, "0")).join("")}\uE001`;
}

function fromHex(hex: string): string {
  return hex.replace(/.{6}/g, (code) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function formatValue(kind: string, value: string): string {
  const letter = kind.at(-1) ?? "s";
  if (letter === "b") return readEscapes(value);
  if (letter === "c") return isKnown(value) ? value.slice(0, 1) : UNKNOWN;
  if (letter === "s" && kind === "s") return value;
  if (letter === "s") {
    const [, precision] = /\.(\d+)s$/.exec(kind) ?? [];
    if (!isKnown(value)) return UNKNOWN;
    const cut = precision === undefined ? value : value.slice(0, Number(precision));
    const width = Number(/^[-+ #0]*(\d+)/.exec(kind)?.[1] ?? "0");
    if (width > 1000) return UNKNOWN;
    return kind.includes("-") ? cut.padEnd(width) : cut.padStart(width);
  }
  if (letter === "q") return UNKNOWN;
  const number = /^'./.test(value) ? value.charCodeAt(1) : Number(value);
  if (!Number.isInteger(number) || kind.length > 1) return UNKNOWN;
  const base = letter === "x" || letter === "X" ? 16 : letter === "o" ? 8 : 10;
  const text = number.toString(base);
  return letter === "X" ? text.toUpperCase() : text;
}

/** `\n`, `\x41`, `\101`, `\u0041`, as `echo -e`, `printf` and `$'…'` read them. */
function readEscapes(text: string): string {
  return text.replace(
    /\\(x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|0?[0-7]{1,3}|.)/gs,
    (_, code: string) => {
      if (/^[xuU]./.test(code)) return codePoint(Number.parseInt(code.slice(1), 16));
      if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
      return simpleEscapes[code] ?? `\\${code}`;
    },
  );
}

const simpleEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : UNKNOWN;
}

/** What a filter reads: its files when the script wrote them, else its input. */
function inputOf({ args, stdin }: Call, desk: Desk): string | undefined {
  const files = operandsOf(args).filter((word) => word !== "-");
  if (files.length === 0) return stdin;
  let text = "";
  for (const file of files) {
    const known = desk.state.files.get(desk.resolve(file) ?? file);
    if (known === undefined) return undefined;
    text += known;
  }
  return text;
}

function mapLines(
  text: string | undefined,
  change: (lines: string[]) => readonly string[],
): string | undefined {
  if (text === undefined || !isKnown(text)) return undefined;
  const ends = text.endsWith("\n");
  const lines = (ends ? text.slice(0, -1) : text).split("\n");
  return change(lines).join("\n") + (ends ? "\n" : "");
}

function decodeBase64(call: Call, desk: Desk): string | undefined {
  if (!hasOption(call.args, "dD", ["decode"])) {
    const plain = inputOf(call, desk);
    return plain === undefined || !isKnown(plain)
      ? undefined
      : `${Buffer.from(plain, "latin1").toString("base64")}\n`;
  }
  return decodeText(inputOf({ ...call, args: operandsOf(call.args) }, desk), "base64");
}

/** Bytes are kept one to a character, so that packed data survives until it is unpacked. */
function decodeText(text: string | undefined, encoding: "base64" | "hex"): string | undefined {
  if (text === undefined || !isKnown(text)) return undefined;
  const compact = text.replace(encoding === "hex" ? /\s|0x|\\x/g : /\s/g, "");
  return readable(Buffer.from(compact, encoding));
}

function readable(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? bytes.toString("latin1") : text;
}

function unzip(text: string | undefined): string | undefined {
  if (text === undefined || !isKnown(text) || text.length > 20_000) return undefined;
  const bytes = Buffer.from(text, "latin1");
  try {
    const options = { maxOutputLength: 60_000 };
    return readable(bytes[0] === 0x1f ? gunzipSync(bytes, options) : inflateSync(bytes, options));
  } catch {
    return undefined;
  }
}

function firstLines(call: Call, desk: Desk): string | undefined {
  const [first = ""] = call.args;
  const count = /^-n?(\d+)$/.exec(call.args.length === 2 && first === "-n" ? `-${call.args[1]}` : first)?.[1];
  if (count === undefined) return undefined;
  return mapLines(call.stdin ?? inputOf({ ...call, args: call.args.slice(1) }, desk), (lines) =>
    lines.slice(0, Number(count)),
  );
}

const classes: Readonly<Record<string, string>> = {
  "[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "[:lower:]": "abcdefghijklmnopqrstuvwxyz",
  "[:digit:]": "0123456789",
  "[:space:]": " \t\n\r\f\v",
  "[:blank:]": " \t",
};

function translate({ args, stdin }: Call): string | undefined {
  if (stdin === undefined || !isKnown(stdin)) return undefined;
  const [from = "", to] = operandsOf(args);
  const isDelete = hasOption(args, "d", ["delete"]);
  if (hasOption(args, "csC", ["complement", "squeeze-repeats"])) return undefined;
  const source = characterSet(from);
  if (source === undefined) return undefined;
  if (isDelete) return [...stdin].filter((char) => !source.includes(char)).join("");
  const target = characterSet(to ?? "");
  if (target === undefined || target.length === 0) return undefined;
  const map = new Map(source.map((char, index) => [char, target[index] ?? target.at(-1) ?? ""]));
  return [...stdin].map((char) => map.get(char) ?? char).join("");
}

function characterSet(text: string): readonly string[] | undefined {
  if (!isKnown(text)) return undefined;
  let rest = readEscapes(text);
  for (const [name, value] of Object.entries(classes)) rest = rest.replaceAll(name, value);
  if (/\[[:=.]/.test(rest)) return undefined;
  const chars = [...rest];
  const set: string[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? "";
    const end = chars[at + 1] === "-" ? chars[at + 2] : undefined;
    if (end === undefined) {
      set.push(char);
      continue;
    }
    for (let code = char.charCodeAt(0); code <= end.charCodeAt(0) && set.length < 500; code++)
      set.push(String.fromCharCode(code));
    at += 2;
  }
  return set;
}

/** `s/plain/text/g` only; everything else is unknown. */
function substituteText({ args, stdin }: Call): string | undefined {
  const [script] = operandsOf(args);
  if (stdin === undefined || !isKnown(stdin) || args.length !== 1 || script === undefined) return undefined;
  const [, separator, pattern = "", replacement = "", flags = ""] =
    /^s([^\w\s\\])(.*?)\1(.*?)\1(g?)$/.exec(script) ?? [];
  if (separator === undefined || /[\\.*[\]^$+?(){}&]/.test(pattern + replacement)) return undefined;
  return mapLines(stdin, (lines) =>
    lines.map((line) =>
      flags === "g" ? line.replaceAll(pattern, () => replacement) : line.replace(pattern, () => replacement),
    ),
  );
}
