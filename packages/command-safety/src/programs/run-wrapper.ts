import type { Call, Desk } from "../desk.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";
import { judgeByTable } from "../tools/action-table.ts";
import { readOptions } from "./options.ts";
import { isReadOnly } from "./read-only.ts";
import type { Wrapper } from "./wrappers.ts";
import { wrappers } from "./wrappers.ts";

/** Takes a wrapper off and runs what it wraps; `undefined` when this call wraps nothing. */
export function runWrapper(call: Call, desk: Desk, record: () => void): string | undefined {
  const wrapper = Object.hasOwn(wrappers, call.name) ? wrappers[call.name] : undefined;
  if (wrapper === undefined) return undefined;
  const args = behindWord(call.args, wrapper);
  if (args === undefined) return undefined;
  const read = readOptions(args, wrapper);
  if (named(read.options, wrapper.quiet) !== undefined) return undefined;
  if (read.unknown !== undefined && /^--?(help|version)$/.test(read.unknown)) return undefined;
  if (wrapper.counts === true) record();
  if (wrapper.asks !== undefined) desk.ask(...wrapper.asks);
  if (wrapper.counts !== true) judgeByTable(call, desk);
  if (read.unknown !== undefined)
    desk.ask("command.option", `${call.name} is given "${read.unknown}", which may change what it runs.`);
  const program = named(read.options, wrapper.program);
  const { environment, words } = takeAssignments(read.operands.slice(wrapper.operands ?? 0), wrapper);
  const command = call.name === "env" ? splitString(read.options, words) : words;
  const folder = named(read.options, wrapper.folder);
  const options = {
    stdin: call.stdin,
    downloaded: call.downloaded,
    environment: new Map([...call.environment, ...environment]),
    wrapper: call.name,
    remote: wrapper.remote,
    cwd: folder,
  };
  for (const [name, value] of read.all)
    if (named(new Map([[name, ""]]), wrapper.shellOptions) !== undefined) desk.script(value, options);
  if (call.name === "sudo" || call.name === "doas") judgePrivilege(read.options, command, desk);
  if (program !== undefined) return desk.run([program, ...command], options);
  if (wrapper.each === true) {
    for (const text of command) desk.script(text, options);
    return UNKNOWN;
  }
  // `flock file -c text`: the option stands behind the operand.
  if (wrapper.shellOptions?.split(" ").includes("c") === true && command[0] === "-c" && command.length > 1)
    return desk.script(command[1] ?? "", options);
  if (command.length === 0 && /^(parallel|sem)$/.test(call.name) && call.stdin !== undefined)
    return desk.script(call.stdin, { downloaded: call.downloaded, wrapper: call.name });
  if (command.length === 0) {
    if (wrapper.startsShell === true) startShell(call, desk);
    return /^(exec|env|ssh-agent)$/.test(call.name) ? undefined : UNKNOWN;
  }
  return wrapper.shell === true
    ? desk.script(parallelWords(call.name, command).join(" "), options)
    : desk.run(command, options);
}

/** The words behind `exec` in `npm exec …`; all of them where no such word is needed. */
function behindWord(
  args: readonly string[],
  { after, reruns, values = "", longValues = "" }: Wrapper,
): readonly string[] | undefined {
  if (after === undefined) return args;
  const taking = new Set(
    [...values].map((letter) => `-${letter}`).concat(longValues.split(" ").map((name) => `--${name}`)),
  );
  const at = args.findIndex((word, index) => !word.startsWith("-") && !taking.has(args[index - 1] ?? ""));
  if (at === -1 || !after.split("|").includes(args[at] ?? "")) return undefined;
  return reruns === true ? args.slice(at) : [...args.slice(0, at), ...args.slice(at + 1)];
}

function named(options: ReadonlyMap<string, string>, names = ""): string | undefined {
  for (const name of names.split(" ")) if (name !== "" && options.has(name)) return options.get(name);
  return undefined;
}

function takeAssignments(
  operands: readonly string[],
  { assignments }: Wrapper,
): { readonly environment: ReadonlyMap<string, string>; readonly words: readonly string[] } {
  const environment = new Map<string, string>();
  let at = 0;
  for (; assignments === true && at < operands.length; at++) {
    const [, name, value] = /^(\w+)=([^]*)$/.exec(operands[at] ?? "") ?? [];
    if (name === undefined || value === undefined) {
      if (operands[at] === "-") continue;
      break;
    }
    environment.set(name, value);
  }
  return { environment, words: operands.slice(at) };
}

/** `env -S "rm -rf x"`: the text is split into words. */
function splitString(options: ReadonlyMap<string, string>, words: readonly string[]): readonly string[] {
  const text = options.get("S") ?? options.get("split-string");
  if (text === undefined) return words;
  return [
    ...text
      .split(/\s+/)
      .map((word) => word.replace(/^(['"])(.*)\1$/, "$2"))
      .filter((word) => word !== ""),
    ...words,
  ];
}

function judgePrivilege(options: ReadonlyMap<string, string>, command: readonly string[], desk: Desk): void {
  desk.effect({ kind: "privilege" });
  const isShell = ["s", "i", "shell", "login"].some((name) => options.has(name));
  const takesPassword = ["S", "A", "stdin", "askpass"].some((name) => options.has(name));
  if (isShell) desk.ask("privilege.shell", "It opens a shell with the rights of another user.");
  if (takesPassword) desk.ask("privilege.password", "It hands a password to sudo.");
  if (!isReadOnly(command))
    desk.ask("privilege.raised", `It runs "${command.join(" ")}" with the rights of another user.`);
}

function startShell({ name, stdin, downloaded }: Call, desk: Desk): void {
  if (stdin === undefined)
    desk.ask("privilege.shell", `${name} opens a shell, and what is done in it is not seen.`);
  else desk.script(stdin, { downloaded });
}

/** `parallel cmd ::: a b`: the values come behind; `watch` and the like take the words as they are. */
function parallelWords(name: string, words: readonly string[]): readonly string[] {
  if (name !== "parallel" && name !== "sem") return words;
  const end = words.findIndex((word) => /^::::?\+?$/.test(word));
  if (end === -1) return [...words, `"$HERMES_ITEM"`];
  const command = words.slice(0, end);
  const values = words.slice(end + 1).filter((word) => !/^::::?\+?$/.test(word));
  if (command.length === 0) return values.flatMap((value) => [value, ";"]);
  const hasPlace = command.some((word) => /\{[.#/%\d]*\}/.test(word));
  const each = values.every(isKnown) && values.length <= 16 ? values : [`"$HERMES_ITEM"`];
  return each.flatMap((value) =>
    hasPlace
      ? [...command.map((word) => word.replaceAll(/\{[.#/%\d]*\}/g, () => value)), ";"]
      : [...command, value, ";"],
  );
}
