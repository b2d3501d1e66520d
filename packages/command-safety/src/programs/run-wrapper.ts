import type { Call, CommandContext } from "../command-context.ts";
import { UNKNOWN } from "../shell/unknown.ts";
import { judgeEffects, onlyLooks } from "./judge-effects.ts";
import { readOptions } from "./options.ts";
import type { Wrapper } from "./wrappers.ts";
import { wrappers } from "./wrappers.ts";

/** Takes a wrapper off and runs what it wraps; `undefined` when this call wraps nothing. */
export function runWrapper(call: Call, context: CommandContext, record: () => void): string | undefined {
  const wrapper = Object.hasOwn(wrappers, call.name) ? wrappers[call.name] : undefined;
  if (wrapper === undefined) return undefined;
  const args = behindWord(call.args, wrapper);
  if (args === undefined) return undefined;
  const read = readOptions(args, wrapper);
  if (named(read.options, wrapper.quiet) !== undefined) return undefined;
  if (read.unknown !== undefined && /^--?(help|version)$/.test(read.unknown)) return undefined;
  if (wrapper.counts === true) record();
  if (wrapper.asks !== undefined) context.ask(...wrapper.asks);
  if (wrapper.counts !== true) judgeEffects(call, context);
  if (read.unknown !== undefined)
    context.ask("command.option", `${call.name} is given "${read.unknown}", which may change what it runs.`);
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
    if (named(new Map([[name, ""]]), wrapper.shellOptions) !== undefined) context.script(value, options);
  if (call.name === "sudo" || call.name === "doas") judgePrivilege(read.options, command, context);
  if (wrapper.each === true) {
    for (const text of command) context.script(text, options);
    return UNKNOWN;
  }
  // `flock file -c text`: the option stands behind the operand.
  if (wrapper.shellOptions?.split(" ").includes("c") === true && command[0] === "-c" && command.length > 1)
    return context.script(command[1] ?? "", options);
  if (command.length === 0 && call.name === "parallel" && call.stdin !== undefined)
    return context.script(call.stdin, { downloaded: call.downloaded, wrapper: call.name });
  if (command.length === 0) {
    if (wrapper.startsShell === true) startShell(call, context);
    return /^(exec|env|ssh-agent)$/.test(call.name) ? undefined : UNKNOWN;
  }
  return wrapper.shell === true
    ? context.script(parallelWords(call.name, command).join(" "), options)
    : context.run(command, options);
}

/** The words behind `exec` in `npm exec …`; all of them where no such word is needed. */
function behindWord(
  args: readonly string[],
  { after, values = "", longValues = "" }: Wrapper,
): readonly string[] | undefined {
  if (after === undefined) return args;
  const taking = new Set(
    [...values].map((letter) => `-${letter}`).concat(longValues.split(" ").map((name) => `--${name}`)),
  );
  const at = args.findIndex((word, index) => !word.startsWith("-") && !taking.has(args[index - 1] ?? ""));
  if (at === -1 || !after.split("|").includes(args[at] ?? "")) return undefined;
  return [...args.slice(0, at), ...args.slice(at + 1)];
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

function judgePrivilege(
  options: ReadonlyMap<string, string>,
  command: readonly string[],
  context: CommandContext,
): void {
  context.effect({ kind: "privilege" });
  const isShell = ["s", "i", "shell", "login"].some((name) => options.has(name));
  const takesPassword = ["S", "A", "stdin", "askpass"].some((name) => options.has(name));
  if (isShell) context.ask("privilege.shell", "It opens a shell with the rights of another user.");
  if (takesPassword) context.ask("privilege.password", "It hands a password to sudo.");
  if (!onlyLooks(command))
    context.ask("privilege.raised", `It runs "${command.join(" ")}" with the rights of another user.`);
}

function startShell({ name, stdin, downloaded }: Call, context: CommandContext): void {
  if (stdin === undefined)
    context.ask("privilege.shell", `${name} opens a shell, and what is done in it is not seen.`);
  else context.script(stdin, { downloaded });
}

/** `parallel cmd ::: a b`: the values come behind, or are the commands; `watch` and the like take the words as they are. */
function parallelWords(name: string, words: readonly string[]): readonly string[] {
  if (name !== "parallel") return words;
  const end = words.findIndex((word) => /^::::?\+?$/.test(word));
  if (end === 0) return words.slice(1).flatMap((value) => [value, ";"]);
  return end === -1 ? [...words, `"$HERMES_ITEM"`] : [...words.slice(0, end), ...words.slice(end + 1)];
}
