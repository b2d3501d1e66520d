import { isIrreplaceable } from "../paths/judge-path.ts";
import type { Call, Desk, Judge } from "../desk.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";
import { judgeScript, foreignText } from "../scripts/judge-script.ts";
import { isKnown, MANY, UNKNOWN, unknownFrom } from "../shell/unknown.ts";

/** `find`: what it deletes, writes and runs. */
export const find: Judge = (call, desk) => {
  const { args } = call;
  const end = args.findIndex((word) => /^[-(!]/.test(word) && !/^-[HLPO]\d?$|^-D$/.test(word));
  const roots = args.slice(0, end === -1 ? undefined : end).filter((word) => !word.startsWith("-"));
  judgeWanted(args, roots, desk);
  const item = `${roots[0] ?? "."}/${UNKNOWN}${endOfNames(args)}`;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "-delete") {
      for (const root of roots.length === 0 ? ["."] : roots)
        desk.effect({ kind: "delete", path: desk.resolve(root) ?? root });
      desk.ask(
        "delete.search",
        `It deletes everything that find brings up below ${roots.join(", ") || "this folder"}.`,
        roots.length === 0 ? ["."] : roots,
      );
      judgeWiped(args, roots, desk);
    } else if (/^-(exec|execdir|ok|okdir)$/.test(word)) {
      const stop = args.findIndex(
        (each, index) => index > at && (each === ";" || (each === "+" && args[index - 1] === "{}")),
      );
      const command = args.slice(at + 1, stop === -1 ? undefined : stop);
      if (deletes.test(command.join(" "))) judgeWiped(args, roots, desk);
      runOnItem(command, item, roots.length === 0 ? ["."] : roots, desk, "find");
      at = stop === -1 ? args.length : stop;
    } else if (/^-f(printf?|print0|ls)$/.test(word)) desk.touch("write", args[++at] ?? "");
  }
  // The first thing that it prints is where it begins.
  const lineEnd = args.includes("-print0") ? "\0" : "\n";
  const starts = roots.length === 0 ? ["."] : roots;
  if (starts.length > 8) return undefined;
  const listed = starts.map((root) => {
    const below = `${root.replace(/\/$/, "")}/${UNKNOWN}${lineEnd}`;
    return isNarrow(args) ? below : root + lineEnd + below;
  });
  return listed.join("");
};

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
function judgeWiped(args: readonly string[], roots: readonly string[], desk: Desk): void {
  if (desk.state.remote) return;
  if (isNarrow(args)) return;
  for (const root of roots.length === 0 ? ["."] : roots) {
    const path = desk.resolve(root.replace(/\/\*$/, "/"));
    if (path !== undefined && isKnown(path) && isIrreplaceable(path, desk.places))
      desk.refuse("delete.root", `It would delete everything from ${path} on.`);
  }
}

function isNarrow(args: readonly string[]): boolean {
  return args.some(
    (word, index) =>
      /^-[a-zA-Z]/.test(word) &&
      !takesAll.test(word) &&
      !(/^-i?(name|path)$/.test(word) && /^[*?]*$/.test(args[index + 1] ?? "")) &&
      !isWithinExec(args, index),
  );
}

function isWithinExec(args: readonly string[], index: number): boolean {
  const before = args.slice(0, index);
  const start = before.findLastIndex((word) => /^-(exec|execdir|ok|okdir)$/.test(word));
  return start >= 0 && !before.slice(start).some((word) => word === ";" || word === "+");
}

/** Looking for keys all over the machine is asked about, whatever is done with them. */
function judgeWanted(args: readonly string[], roots: readonly string[], desk: Desk): void {
  const names = args.filter((_, index) => /^-i?(name|path|wholename|regex)$/.test(args[index - 1] ?? ""));
  const secret = names.find((name) =>
    /id_(rsa|dsa|ecdsa|ed25519|\*)|\.(pem|key|p12|pfx|kdbx|ppk|keystore|jks)$|\.env|credential|secret|passw|\.(aws|ssh|gnupg)|wallet|token/i.test(
      name,
    ),
  );
  const isWide = roots.some((root) => {
    const path = desk.resolve(root);
    return path !== undefined && !path.startsWith(desk.places.workspace) && !/^\/(usr|opt|tmp)\//.test(path);
  });
  if (secret !== undefined && isWide)
    desk.ask("credentials.search", `It looks for ${secret} outside the workspace.`);
}

/** `fd -x`: the command runs for what is found. */
export const fd: Judge = ({ args }, desk) => {
  const [pattern, ...roots] = operandsOf(args);
  if (pattern !== undefined) judgeWanted(["-name", pattern.replaceAll("\\", "")], roots, desk);
  const at = args.findIndex((word) => /^(-[a-zA-Z]*[xX]|--exec(-batch)?)$/.test(word));
  if (at >= 0) runOnItem(args.slice(at + 1), UNKNOWN, ["."], desk, "fd");
};

function runOnItem(
  command: readonly string[],
  item: string,
  roots: readonly string[],
  desk: Desk,
  wrapper: string,
): void {
  const [name = ""] = command;
  const isShell = /(^|\/)(ba|z|da|k)?sh$/.test(name);
  // A shell gets its text as it stands: what is found is put in as text, which a name may abuse.
  if (
    isShell &&
    command.some((word, index) => word.includes("{}") && /^-\w*c$/.test(command[index - 1] ?? ""))
  )
    desk.ask("code.unknown", "It puts names that are found into a shell text.");
  if (isShell && command[1] === "{}") desk.ask("code.unknown", "It runs whatever is found as shell text.");
  const words = command.map((word) => (word === "{}" ? item : word.replaceAll("{}", item)));
  desk.run(words, { wrapper });
  if (/^(rm|unlink|shred|rmdir|srm|trash)$/.test(name.split("/").at(-1) ?? ""))
    desk.ask("delete.search", `It deletes whatever is found below ${roots.join(", ")}.`, roots);
}

const xargsOptions = {
  flags: "0ortpxe",
  values: "EInPLsdaJRS",
  glued: "il",
  longFlags: "null no-run-if-empty verbose interactive exit open-tty show-limits help version eof",
  longValues: "arg-file delimiter max-args max-procs max-chars max-lines replace process-slot-var",
};

/** `xargs`: the words that it reads become arguments. */
export const xargs: Judge = (call, desk) => {
  const { options, operands, unknown } = readOptions(call.args, xargsOptions);
  if (unknown !== undefined && !/^--(help|version)$/.test(unknown))
    desk.ask("command.option", `xargs is given "${unknown}", which may change what it runs.`);
  const words = operands.length === 0 ? ["echo"] : operands;
  const atOnce = options.get("P") ?? options.get("max-procs");
  if (call.stdin?.includes(MANY) === true && atOnce !== undefined && !/^[1-9]\d?$/.test(atOnce))
    desk.ask("process.flood", "It starts thousands of programs at once.");
  const listed = options.has("a") || options.has("arg-file") ? undefined : call.stdin;
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
  const isShell = /(^|\/)(ba|z|da|k)?sh$/.test(name);
  const isBare =
    isShell && (words.length === 1 || (/^-\w*c$/.test(words.at(-1) ?? "") && replaced === undefined));
  if (isBare && !isExact) desk.ask("code.unknown", "It runs the lines that it reads as shell text.");
  if (replaced !== undefined) {
    if (!isExact && (isShell || name === replaced)) {
      if (words.some((word) => word.includes(replaced)))
        desk.ask("code.unknown", "It runs shell text with words in it that show only when it runs.");
    }
    for (const item of isExact ? listed.split("\n").filter((each) => each !== "") : items)
      desk.run(
        words.map((word) => word.replaceAll(replaced, () => item)),
        { wrapper: "xargs" },
      );
    return;
  }
  const count = Number(options.get("n") ?? options.get("max-args") ?? options.get("L") ?? "0");
  if (count > 0 && count < items.length && items.length / count < 50) {
    for (let at = 0; at < items.length; at += count)
      desk.run([...words, ...items.slice(at, at + count)], { wrapper: "xargs" });
  } else desk.run([...words, ...items], { wrapper: "xargs" });
};

/** What is known of a list stands beside the one item for all that is not. */
function partlyKnown(listed: string | undefined, separator: string | RegExp): readonly string[] {
  if (listed === undefined || listed.length > 4000 || unknownFrom(listed) !== UNKNOWN)
    return [unknownFrom(listed)];
  const items = listed.split(separator).filter((each) => each !== "");
  return items.length > 16 ? [...items.slice(0, 16), UNKNOWN] : items;
}

/** `sed`: files changed in place, and the commands of its script that write or run. */
export const sed: Judge = ({ args }, desk) => {
  const { options, all, operands } = readOptions(args, {
    flags: "nErsuzb",
    values: "efl",
    glued: "iI",
    longFlags:
      "quiet silent regexp-extended separate unbuffered null-data posix debug sandbox follow-symlinks",
    longValues: "expression file line-length",
    anywhere: true,
  });
  const scripts = all.filter(([name]) => name === "e" || name === "expression").map(([, text]) => text);
  const isInPlace =
    options.has("i") || options.has("in-place") || args.some((word) => word.startsWith("--in-place"));
  // macOS takes the suffix as the next word.
  const rest = isInPlace && operands[0] === "" ? operands.slice(1) : operands;
  const files = scripts.length > 0 || options.has("f") || options.has("file") ? rest : rest.slice(1);
  if (scripts.length === 0 && rest[0] !== undefined && !options.has("f")) scripts.push(rest[0]);
  for (const file of files) desk.touch(isInPlace ? "write" : "read", file);
  const written = foreignText(options.get("f") ?? options.get("file"), desk);
  if (written !== undefined) scripts.push(...written.split("\n"));
  for (const script of scripts) {
    const [, order, target] = /^\s*[\d$,!~+]*\s*([wWr])\s*([^\n;]+)$/.exec(script) ?? [];
    if (order !== undefined && target !== undefined)
      desk.touch(order === "r" ? "read" : "write", target.trim());
    judgeSedScript(script, desk);
  }
  return undefined;
};

function judgeSedScript(script: string, desk: Desk): void {
  // Replacements are taken out first: what they hold is text, only their flags act.
  const rest = script.replace(
    /(^|[;{}\n\d$/!,\s])s([^\w\s\\])((?:\\[^]|(?!\2)[^\\])*)\2((?:\\[^]|(?!\2)[^\\])*)\2([gpimIMe\d]*)(?:\s*[wW]\s+([^\n;]+))?/g,
    (...groups: unknown[]) => {
      const flags = String(groups[5] ?? "");
      if (flags.includes("e")) desk.ask("code.unknown", "It makes sed run what a replacement gives.");
      if (typeof groups[6] === "string") desk.touch("write", groups[6].trim());
      return `${String(groups[1])};`;
    },
  );
  const orders = rest.replace(/\/(?:\\[^]|[^/\\])*\/I?/g, "");
  const [, order, value = ""] =
    /(?:^|[;{}\n])\s*[\d$,!~+\s]*([eEwWr])(?:\s+|(?=\/))([^\n;}]+)/.exec(
      orders.includes("/") ? orders : rest.replace(/^\/[^/]*\//, ""),
    ) ?? [];
  if (order === "e" || order === "E") {
    desk.script(value);
    desk.ask("code.runs-program", `It makes sed run "${value}".`);
  } else if (order === "w" || order === "W") desk.touch("write", value.trim());
  else if (order === "r") desk.touch("read", value.trim());
  if (/(?:^|[;{}\n])\s*[\d$,!~+\s]*e\s*(?:$|[;}])/.test(orders))
    desk.ask("code.unknown", "It makes sed run the lines that it reads.");
}

/** `awk`: what its program runs, writes and deletes. */
export const awk: Judge = ({ args }, desk) => {
  const { options, operands } = readOptions(args, {
    values: "Fvfile",
    flags: "bcCghNnOPrsStV",
    longValues: "field-separator assign file load include source",
  });
  const file = options.get("f") ?? options.get("file");
  const code = options.get("source") ?? options.get("e") ?? (file === undefined ? operands[0] : undefined);
  const written = file === undefined ? undefined : desk.state.files.get(desk.resolve(file) ?? file);
  if (code !== undefined || written !== undefined) desk.code("awk", code ?? written ?? "");
  const path = file === undefined || written !== undefined ? undefined : desk.resolve(file);
  if (path !== undefined) judgeScript(path, { language: "awk", args: operands }, desk);
  for (const each of file === undefined ? operands.slice(1) : operands)
    if (!/^\w+=/.test(each)) desk.touch("read", each);
  if (hasOption(args, "l", ["load"])) desk.ask("code.loaded", "It loads a library into awk.");
};

/** Reader programs that can be told to run another program for each file. */
export const grepLike: Judge = ({ name, args }: Call, desk) => {
  if (/locate$|^mdfind$/.test(name))
    judgeWanted(
      args.flatMap((word) => ["-name", word]),
      ["/"],
      desk,
    );
  for (const [index, word] of args.entries()) {
    const [, value] = /^--(?:pre|hostname-bin|pager)(?:=([^]*))?$/.exec(word) ?? [];
    if (/^--(pre|hostname-bin|pager)\b/.test(word) && !/^--pre-glob/.test(word)) {
      desk.ask("code.runs-program", `It runs a program for each file: ${value ?? args[index + 1] ?? ""}.`);
    }
  }
};
