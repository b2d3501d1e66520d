import { isIrreplaceable } from "../paths/judge-path.ts";
import type { CommandContext, ProgramHandler } from "../command-context.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";
import { judgeScript, foreignText } from "../scripts/judge-script.ts";
import { isKnown, UNKNOWN, unknownFrom } from "../shell/unknown.ts";

/** `find`: what it deletes, writes and runs. */
export const find: ProgramHandler = ({ args }, context) => {
  const end = args.findIndex((word) => /^[-(!]/.test(word) && !/^-[HLPO]\d?$|^-D$/.test(word));
  const given = args.slice(0, end === -1 ? undefined : end).filter((word) => !word.startsWith("-"));
  const roots = given.length === 0 ? ["."] : given;
  judgeWanted(args, roots, context);
  const item = `${roots[0]}/${UNKNOWN}${endOfNames(args)}`;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "-delete") {
      for (const root of roots) context.effect({ kind: "delete", path: context.resolve(root) ?? root });
      context.ask(
        "delete.search",
        `It deletes everything that find brings up below ${roots.join(", ")}.`,
        roots,
      );
      judgeWiped(args, roots, context);
    } else if (/^-(exec|execdir|ok|okdir)$/.test(word)) {
      const stop = endOfExec(args, at);
      const command = args.slice(at + 1, stop);
      if (deletes.test(command.join(" "))) judgeWiped(args, roots, context);
      runOnItem(command, item, roots, context, "find");
      at = stop;
    } else if (/^-f(printf?|print0|ls)$/.test(word)) context.touch("write", args[++at] ?? "");
  }
  if (roots.length > 8) return undefined;
  // The first thing that it prints is where it begins.
  const lineEnd = args.includes("-print0") ? "\0" : "\n";
  return roots
    .map((root) => (isNarrow(args) ? "" : root + lineEnd) + `${root.replace(/\/$/, "")}/${UNKNOWN}${lineEnd}`)
    .join("");
};

function endOfExec(args: readonly string[], start: number): number {
  const stop = args.findIndex(
    (each, index) => index > start && (each === ";" || (each === "+" && args[index - 1] === "{}")),
  );
  return stop === -1 ? args.length : stop;
}

/** How the name of everything ends that is found, where that is told. */
function endOfNames(args: readonly string[]): string {
  const names = args.filter((_, index) => args[index - 1] === "-name");
  const hasOthers = args.some((word) => /^(!|-not|-o|-or|,)$/.test(word));
  return names.length === 1 && !hasOthers ? (/^\*(\.\w+)$/.exec(names[0] ?? "")?.[1] ?? "") : "";
}

const deletes = /(^|[/ '"])(rm|unlink|shred|rmdir|srm|truncate)( |$)/;
/** Tests that leave out nothing that matters. */
const takesAll =
  /^-(type|depth|d|mindepth|maxdepth|xdev|mount|noleaf|follow|print0?|delete|exec|execdir|ok|okdir|ignore_readdir_race|true|o|or|a|and|H|L|P)$/;

/** `find / -delete`: the root or the home as a whole, when nothing narrows the search. */
function judgeWiped(args: readonly string[], roots: readonly string[], context: CommandContext): void {
  if (context.state.remote || isNarrow(args)) return;
  for (const root of roots) {
    const path = context.resolve(root.replace(/\/\*$/, "/"));
    if (path !== undefined && isKnown(path) && isIrreplaceable(path, context.places))
      context.refuse("delete.root", `It would delete everything from ${path} on.`);
  }
}

function isNarrow(args: readonly string[]): boolean {
  let end = -1;
  return args.some((word, index) => {
    if (index <= end) return false;
    if (/^-(exec|execdir|ok|okdir)$/.test(word)) end = endOfExec(args, index);
    const findsAll = /^-i?(name|path)$/.test(word) && /^[*?]*$/.test(args[index + 1] ?? "");
    return /^-[a-zA-Z]/.test(word) && !takesAll.test(word) && !findsAll;
  });
}

/** Looking for keys all over the machine is asked about, whatever is done with them. */
function judgeWanted(args: readonly string[], roots: readonly string[], context: CommandContext): void {
  const names = args.filter((_, index) => /^-i?(name|path|wholename|regex)$/.test(args[index - 1] ?? ""));
  const secret = names.find((name) =>
    /id_(rsa|dsa|ecdsa|ed25519|\*)|\.(pem|key|p12|pfx|kdbx|ppk|keystore|jks)$|\.env|credential|secret|passw|\.(aws|ssh|gnupg)|wallet|token/i.test(
      name,
    ),
  );
  const isWide = roots.some((root) => {
    const path = context.resolve(root);
    return (
      path !== undefined && !path.startsWith(context.places.workspace) && !/^\/(usr|opt|tmp)\//.test(path)
    );
  });
  if (secret !== undefined && isWide)
    context.ask("credentials.search", `It looks for ${secret} outside the workspace.`);
}

/** `fd -x`: the command runs for what is found. */
export const fd: ProgramHandler = ({ args }, context) => {
  const at = args.findIndex((word) => /^(-[a-zA-Z]*[xX]|--exec(-batch)?)$/.test(word));
  if (at >= 0) runOnItem(args.slice(at + 1), UNKNOWN, ["."], context, "fd");
};

const shells = /(^|\/)(ba|z|da|k)?sh$/;

function runOnItem(
  command: readonly string[],
  item: string,
  roots: readonly string[],
  context: CommandContext,
  wrapper: string,
): void {
  const [name = ""] = command;
  // A shell gets its text as it stands: what is found is put in as text, which a name may abuse.
  const isText = command.some(
    (word, index) => word.includes("{}") && /^-\w*c$/.test(command[index - 1] ?? ""),
  );
  if (shells.test(name) && (isText || command[1] === "{}"))
    context.ask("code.unknown", "It runs names that are found, or what they hold, as shell text.");
  context.run(
    command.map((word) => word.replaceAll("{}", item)),
    { wrapper },
  );
  if (/^(rm|unlink|shred|rmdir|srm|trash)$/.test(name.split("/").at(-1) ?? ""))
    context.ask("delete.search", `It deletes whatever is found below ${roots.join(", ")}.`, roots);
}

const xargsOptions = {
  flags: "0ortpxe",
  values: "EInPLsdaJRS",
  glued: "il",
  longFlags: "null no-run-if-empty verbose interactive exit open-tty show-limits help version eof",
  longValues: "arg-file delimiter max-args max-procs max-chars max-lines replace process-slot-var",
};

/** `xargs`: the words that it reads become arguments. */
export const xargs: ProgramHandler = ({ args, stdin }, context) => {
  const { options, operands, unknown } = readOptions(args, xargsOptions);
  if (unknown !== undefined)
    context.ask("command.option", `xargs is given "${unknown}", which may change what it runs.`);
  const words = operands.length === 0 ? ["echo"] : operands;
  const listed = options.has("a") || options.has("arg-file") ? undefined : stdin;
  const isExact = listed !== undefined && isKnown(listed) && listed.length < 4000 && !/['"\\]/.test(listed);
  const separator = options.has("0") || options.has("null") ? "\0" : (options.get("d") ?? /\s+/);
  const items = isExact
    ? listed.split(separator).filter((each) => each !== "")
    : partlyKnown(listed, separator);
  const replaced =
    options.get("I") ??
    options.get("J") ??
    (options.has("i") || options.has("replace")
      ? options.get("i") || options.get("replace") || "{}"
      : undefined);
  const [name = ""] = words;
  const takesText =
    replaced === undefined
      ? words.length === 1 || /^-\w*c$/.test(words.at(-1) ?? "")
      : words.some((word) => word.includes(replaced));
  if (!isExact && ((shells.test(name) && takesText) || name === replaced))
    context.ask("code.unknown", "It runs the lines that it reads, which show only when it runs.");
  if (replaced === undefined) return void context.run([...words, ...items], { wrapper: "xargs" });
  for (const item of isExact ? listed.split("\n").filter((each) => each !== "") : items)
    context.run(
      words.map((word) => word.replaceAll(replaced, () => item)),
      { wrapper: "xargs" },
    );
  return undefined;
};

/** What is known of a list stands beside the one item for all that is not. */
function partlyKnown(listed: string | undefined, separator: string | RegExp): readonly string[] {
  if (listed === undefined || listed.length > 4000 || unknownFrom(listed) !== UNKNOWN)
    return [unknownFrom(listed)];
  const items = listed.split(separator).filter((each) => each !== "");
  return items.length > 16 ? [...items.slice(0, 16), UNKNOWN] : items;
}

/** `sed`: files changed in place, and the commands of its script that write or run. */
export const sed: ProgramHandler = ({ args }, context) => {
  const { options, all, operands } = readOptions(args, {
    flags: "nErsuzb",
    values: "efl",
    glued: "iI",
    longFlags:
      "quiet silent regexp-extended separate unbuffered null-data posix debug sandbox follow-symlinks in-place",
    longValues: "expression file line-length",
    anywhere: true,
  });
  const scripts = all.filter(([name]) => name === "e" || name === "expression").map(([, text]) => text);
  const file = options.get("f") ?? options.get("file");
  const isInPlace = options.has("i") || options.has("in-place");
  // macOS takes the suffix as the next word.
  const rest = isInPlace && operands[0] === "" ? operands.slice(1) : operands;
  const hasScript = scripts.length > 0 || file !== undefined;
  if (!hasScript && rest[0] !== undefined) scripts.push(rest[0]);
  for (const each of hasScript ? rest : rest.slice(1)) context.touch(isInPlace ? "write" : "read", each);
  const written = foreignText(file, context);
  for (const script of written === undefined ? scripts : [...scripts, ...written.split("\n")])
    judgeSedScript(script, context);
};

function judgeSedScript(script: string, context: CommandContext): void {
  // Replacements are taken out first: what they hold is text, only their flags act.
  const rest = script.replace(
    /(^|[;{}\n\d$/!,\s])s([^\w\s\\])((?:\\[^]|(?!\2)[^\\])*)\2((?:\\[^]|(?!\2)[^\\])*)\2([gpimIMe\d]*)(?:\s*[wW]\s+([^\n;]+))?/g,
    (...[, before = "", , , , flags = "", target]: (string | undefined)[]) => {
      if (flags.includes("e")) context.ask("code.unknown", "It makes sed run what a replacement gives.");
      if (typeof target === "string") context.touch("write", target.trim());
      return `${before};`;
    },
  );
  const orders = rest.replace(/\/(?:\\[^]|[^/\\])*\/I?/g, "");
  for (const [, order, value = ""] of orders.matchAll(
    /(?:^|[;{}\n])\s*[\d$,!~+\s]*([eEwWrR])(?![a-z])\s*([^\n;}]*)/g,
  )) {
    if (/[eE]/.test(order ?? "")) {
      if (value !== "") context.script(value);
      context.ask("code.runs-program", `It makes sed run "${value}".`);
    } else context.touch(/[rR]/.test(order ?? "") ? "read" : "write", value.trim());
  }
}

/** `awk`: what its program runs, writes and deletes. */
export const awk: ProgramHandler = ({ args }, context) => {
  const { options, operands } = readOptions(args, {
    values: "Fvfile",
    flags: "bcCghNnOPrsStV",
    longValues: "field-separator assign file load include source",
  });
  const file = options.get("f") ?? options.get("file");
  const code = options.get("source") ?? options.get("e") ?? (file === undefined ? operands[0] : undefined);
  const path = file === undefined ? undefined : context.resolve(file);
  const written = file === undefined ? undefined : context.state.files.get(path ?? file);
  if (code !== undefined || written !== undefined) context.code("awk", code ?? written ?? "");
  else if (path !== undefined) judgeScript(path, { language: "awk", args: operands }, context);
  for (const each of file === undefined ? operands.slice(1) : operands)
    if (!/^\w+=/.test(each)) context.touch("read", each);
  if (hasOption(args, "l", ["load"])) context.ask("code.loaded", "It loads a library into awk.");
};

/** `rg --pre`: a program that runs for each file. */
export const searchText: ProgramHandler = ({ args }, context) => {
  if (args.some((word) => /^--(pre|hostname-bin|pager)(=|$)/.test(word)))
    context.ask("code.runs-program", `It runs a program for each file: ${args.join(" ")}.`);
};

/** `locate`: where keys are, all over the machine. */
export const locate: ProgramHandler = ({ args }, context) =>
  judgeWanted(
    operandsOf(args).flatMap((word) => ["-name", word]),
    ["/"],
    context,
  );
