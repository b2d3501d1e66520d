import { contains, isIrreplaceable, isOwnGround } from "../paths/judge-path.ts";
import { harmlessDevices } from "../paths/protected-paths.ts";
import type { Desk, Judge } from "../desk.ts";
import type { OptionTable } from "../programs/options.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";
import { ENDLESS, isKnown, UNKNOWN } from "../shell/unknown.ts";

/** What a project makes again by itself: deleting it loses nothing. */
const regenerable =
  /(^|\/)(node_modules|dist|build|out|target|coverage|htmlcov|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|\.parcel-cache|\.cache|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.venv|venv|[\w.-]*\.egg-info|\.gradle|\.angular|\.vite|\.eslintcache|\.nyc_output|bin|obj|tmp|temp|\.tmp|logs?|\.terraform|DerivedData|Pods|_build|deps|site|public\/build|storybook-static|test-results|playwright-report|[\w-]*\.tsbuildinfo|\.DS_Store|result|generated|gen|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|pubspec\.lock)(\/|$)/;

/** `rm`, `rmdir` and their kin. */
export const remove: Judge = (call, desk) => {
  const { name, args } = call;
  const isRecursive =
    hasOption(args, "rR", ["recursive"]) ||
    /^(rimraf|srm|del-cli|trash|trash-put|rm-rf)$/.test(name) ||
    args.some((word) => !isKnown(word) && /^-?\uFFFF/.test(word) && !word.includes("/"));
  const targets = operandsOf(args);
  for (const target of targets) removeOne(target, isRecursive, desk);
  const isFromList = call.wrappers.some((wrapper) => /^(xargs|parallel|find|fd)$/.test(wrapper));
  if (isFromList) desk.ask("delete.search", "It deletes whatever a search or a list brings up.", targets);
  if (targets.some((target) => /^(\.\/)?\*$|^\.\*$/.test(target)))
    desk.ask("delete.everything", "It deletes everything in the folder.", ["."]);
  return "";
};

/** Judges one target of a deletion. */
function removeOne(target: string, isRecursive: boolean, desk: Desk): void {
  const path = desk.resolve(target);
  const wiped = wholeFolder(target, desk);
  if (wiped !== undefined && isIrreplaceable(wiped, desk.places) && (isRecursive || wiped !== target)) {
    const isLocal = !desk.state.remote;
    if (isLocal || wiped === "/") {
      desk.refuse("delete.root", `It would delete ${wiped} with everything in it.`);
      desk.effect({ kind: "delete", path: wiped });
      return;
    }
  }
  if (isRecursive) judgeTree(target, path, desk);
  if (!(isRecursive && path === undefined)) desk.touch("delete", target, { recursive: isRecursive });
}

/** The folder that a target stands for as a whole: `/`, `/*`, `~/`, `/home/../*`, `/e*`. */
function wholeFolder(target: string, desk: Desk): string | undefined {
  const guess = target.replaceAll(UNKNOWN, "");
  // An unknown part that is empty must not turn into the root unseen, but it is no certain wish to wipe it either.
  if (guess !== target) return undefined;
  const plain = /^\.?\*+$/.test(target)
    ? "."
    : target.replace(/\/\.?\*+$|\/\{?\.\[\^?!?\.?\]\*\}?$|\/\*\*\/\*$/, "/");
  const path = desk.resolve(plain === "" ? "/" : plain);
  if (path === undefined) return /^\/\*?$/.test(target) ? "/" : undefined;
  if (/^\/[^/]*[*?[][^/]*$/.test(path)) return "/";
  return path;
}

function judgeTree(target: string, path: string | undefined, desk: Desk): void {
  const { workspace } = desk.places;
  if (path === undefined) {
    const isLocalTree =
      !target.includes(UNKNOWN) && !desk.state.remote && regenerable.test(target) && !target.includes("..");
    if (!isLocalTree)
      desk.ask(
        "delete.recursive",
        `It deletes ${target} with everything in it, and where that is shows only when it runs.`,
        [target],
      );
    return;
  }
  const isScratch =
    isOwnGround(path, { ...desk.places, workspace: "/nowhere", extraRoots: [] }) &&
    path.split("/").length > 2;
  if (isScratch && isKnown(path) && !/^\/(var\/)?tmp\/?[*?.]*$/.test(path) && !desk.state.remote) return;
  const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : undefined;
  if (inside !== undefined && isKnown(inside) && regenerable.test(inside) && !desk.state.remote) return;
  desk.ask("delete.recursive", `It deletes ${path} with everything in it.`, [path]);
}

export const shred: Judge = ({ name, args }, desk) => {
  const targets = operandsOf(args);
  for (const target of targets) {
    const path = desk.resolve(target);
    if (path?.startsWith("/dev/") === true) desk.touch("write", target);
  }
  if (targets.length > 0)
    desk.ask("delete.shred", `${name} destroys the content of ${targets.join(", ")}.`, targets);
};

const copyOptions: OptionTable = {
  values: "tSomgZ",
  longValues: "target-directory suffix owner mode group backup context",
  anywhere: true,
  flags: "abdDfHiklLnNpPrRsTuvxcCBZ",
};

/** `cp`, `mv`, `install`, `ln`, `link`: the last operand is written, the others are read, or deleted. */
export const copy: Judge = ({ name, args }, desk) => {
  const { operands, options } = readOptions(
    args,
    name === "install" ? copyOptions : { ...copyOptions, values: "tS" },
  );
  if (name === "install" && options.has("d")) {
    for (const each of operands) desk.touch("write", each);
    return "";
  }
  const target = options.get("t") ?? options.get("target-directory") ?? operands.at(-1);
  const sources = options.has("t") || options.has("target-directory") ? operands : operands.slice(0, -1);
  if (target === undefined) return "";
  const isRecursive = hasOption(args, "rRa", ["recursive", "archive"]);
  // Whoever has another name of a file writes it by that.
  const isLink =
    /^g?(ln|link)$/.test(name) || (/cp$/.test(name) && hasOption(args, "ls", ["link", "symbolic-link"]));
  const isSymbolic = hasOption(args, "s", ["symbolic", "symbolic-link"]);
  for (const source of sources) {
    const path = desk.resolve(source);
    if (/^\/dev\/(zero|u?random|full)$/.test(source))
      desk.ask("process.flood", `It writes to ${target} without an end.`);
    if (name === "mv") moveAway(source, path, desk);
    else desk.touch("read", source, { recursive: isRecursive });
    if (isLink && opensToWriting(path, isSymbolic, desk)) desk.touch("write", source);
    const place = desk.resolve(target);
    const base = source.replace(/\/+$/, "").split("/").at(-1) ?? "";
    for (const written of [target, `${target}/${base}`]) {
      const absolute = desk.resolve(written);
      if (absolute !== undefined && place !== undefined) noteCopy(path, absolute, desk);
    }
    if (sources.length > 0 && base !== "" && place !== undefined && isKnown(base))
      desk.touch("write", `${target}/${base}`);
  }
  desk.touch("write", target);
  return "";
};

/** By a hard link it is another file's name that is written; where a symbolic one leads is looked at when it is used. */
function opensToWriting(source: string | undefined, isSymbolic: boolean, { places }: Desk): boolean {
  if (source === undefined) return !isSymbolic;
  return contains(places.home, source) || (!isSymbolic && !isOwnGround(source, places));
}

/** What is copied from elsewhere and then run is judged as what it was, or as unknown. */
function noteCopy(source: string | undefined, target: string, desk: Desk): void {
  const { files } = desk.state;
  const known = source === undefined ? undefined : files.get(source);
  if (known !== undefined) files.set(target, known);
  else if (source === undefined || !source.startsWith(`${desk.places.workspace}/`))
    files.set(target, UNKNOWN);
}

function moveAway(source: string, path: string | undefined, desk: Desk): void {
  const whole = wholeFolder(source, desk);
  if (whole !== undefined && isIrreplaceable(whole, desk.places))
    desk.refuse("delete.root", `It would move ${whole} away.`);
  else if (path === desk.places.workspace)
    desk.ask("delete.recursive", "It moves the whole workspace away.", [source]);
  desk.touch("delete", source, { recursive: true });
  desk.touch("read", source, { recursive: true });
}

/** `gzip` and its kin put the packed file in the place of the plain one. */
export const compress: Judge = (call, desk) => {
  if (hasOption(call.args, "ctlkL", ["stdout", "test", "list", "keep", "to-stdout"])) return undefined;
  return writeAll(call, desk);
};

/** Programs that write every operand. */
export const writeAll: Judge = ({ args }, desk) => {
  for (const target of operandsOf(args)) desk.touch("write", target);
  return undefined;
};

export const tee: Judge = ({ args, stdin }, desk) => {
  for (const target of operandsOf(args)) {
    desk.touch("write", target);
    const path = desk.resolve(target);
    if (stdin?.includes(ENDLESS) === true && !harmlessDevices.test(target))
      desk.ask("process.flood", `It writes to ${target} without an end.`);
    if (path !== undefined)
      desk.state.files.set(path, hasOption(args, "a", ["append"]) ? UNKNOWN : (stdin ?? UNKNOWN));
  }
  return stdin;
};

export const dd: Judge = ({ args, stdin }, desk) => {
  const target = args.find((word) => word.startsWith("of="))?.slice(3);
  const isEndless =
    stdin?.includes(ENDLESS) === true || args.some((word) => /^if=\/dev\/(zero|u?random|full)$/.test(word));
  if (
    isEndless &&
    target !== undefined &&
    !harmlessDevices.test(target) &&
    !args.some((word) => word.startsWith("count="))
  )
    desk.ask("process.flood", `It writes to ${target} without an end.`);
  for (const word of args) {
    if (word.startsWith("if=") && !/^if=\/dev\//.test(word)) desk.touch("read", word.slice(3));
    if (word.startsWith("of=")) {
      const target = word.slice(3);
      desk.touch("write", target);
      if (!isKnown(target))
        desk.ask("disk.raw", "It writes raw bytes to a place that shows only when it runs.");
    }
  }
};

export const truncate: Judge = ({ args }, desk) => {
  const { operands, options } = readOptions(args, {
    flags: "co",
    values: "sr",
    longValues: "size reference",
    longFlags: "no-create io-blocks",
    anywhere: true,
  });
  const size = options.get("s") ?? options.get("size") ?? "";
  for (const target of operands) {
    desk.touch("write", target);
    if (/^[-<]?0+[KMGTP]?B?$/.test(size)) {
      const path = desk.resolve(target);
      if (path === undefined || !/\.(log|tmp|out)$/.test(path) || !isOwnGround(path, desk.places))
        desk.ask("delete.shred", `It empties ${target}.`, [target]);
    }
  }
};

const readerOptions: Readonly<Record<string, string>> = {
  head: "nc",
  tail: "nc",
  sort: "kStT",
  grep: "eABCmf",
  rg: "eABCmgtTf",
  awk: "Fvf",
  sed: "ef",
  jq: "",
  cut: "dfbc",
};

/** Programs that read every operand; of `grep` and its kin the first is a pattern. */
export const readAll: Judge = ({ name, args }, desk) => {
  const values = readerOptions[name] ?? "";
  const isInPlace =
    /^(yq|xq|dasel|jq|dos2unix|unix2dos|iconv)$/.test(name) &&
    (hasOption(args, "i", ["in-place", "inplace"]) || name.includes("2"));
  const { operands, options } = readOptions(args, {
    values,
    flags: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    anywhere: true,
  });
  const isSearch = /^([efz]?grep|rg|ag|ack|awk|gawk|mawk|sed|jq|yq|perl)$/.test(name);
  const skip =
    isSearch && !options.has("e") && !options.has("f") && !options.has("expression") && !options.has("file")
      ? 1
      : 0;
  const isRecursive =
    /^(rg|ag|ack)$/.test(name) || (name.endsWith("grep") && hasOption(args, "rR", ["recursive"]));
  for (const file of operands.slice(skip))
    if (!harmlessDevices.test(file)) desk.touch("read", file, { recursive: isRecursive });
  if (isInPlace) for (const file of operands.slice(skip)) desk.touch("write", file);
  return undefined;
};

/** `sort -o`, and what else a reader may write to. */
export const sortFiles: Judge = (call, desk) => {
  const { options } = readOptions(call.args, { values: "kStTo", longValues: "output key", anywhere: true });
  const target = options.get("o") ?? options.get("output");
  if (target !== undefined) desk.touch("write", target);
  const program = call.args.find((word) => word.startsWith("--compress-program"));
  if (program !== undefined && !/=?(gzip|bzip2|xz|zstd|lz4)$/.test(program))
    desk.ask("code.runs-program", `It makes sort run another program: ${program}.`);
  return readAll(call, desk);
};
