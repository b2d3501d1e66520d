import type { ProgramHandler } from "../command-context.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { AGENT, isKnown, UNKNOWN } from "../shell/unknown.ts";

/** Names of this program, as `pkill`, `pgrep` and a search through a list of processes would meet them. */
export const hermesProcessNames: RegExp = /\bhermes\b|\bgateway\.(run|js|mjs|ts)\b/i;

/** `kill`: everything at once is a hard limit, what is not named one by one is asked about. */
export const kill: ProgramHandler = ({ args }, context) => {
  const words = args.filter((word) => word !== "--");
  const [first = ""] = words;
  if (/^-(l|L|-list)$/.test(first)) return;
  const isSignal = /^-(\d+|SIG\w+|[A-Z]\w*|[ns])$/i.test(first) && words.length > 1;
  const at = isSignal ? (/^-[ns]$/.test(first) ? 2 : 1) : 0;
  // Signal 0 only asks whether a process is there.
  if (first === "-0" || (at === 2 && words[1] === "0")) return "";
  for (const target of words.slice(at)) {
    if (target.includes(AGENT))
      context.refuse("process.kill-agent", `It would end Hermes itself: kill ${args.join(" ")}.`);
    else if (target === "-1") context.refuse("process.kill-all", "It would end every process of the user.");
    else if (/^(1|0|-\d+)$/.test(target))
      context.ask("process.kill", `It ends a group of processes, or the first of the machine: ${target}.`);
    else if (!isKnown(target))
      context.ask("process.kill", "Which processes it ends shows only when it runs.");
  }
  return "";
};

/** `pkill`, `killall`, `fuser -k`: processes by their name. */
export const killByName: ProgramHandler = ({ name, args }, context) => {
  if (name === "fuser" && !hasOption(args, "k", ["kill"])) return;
  if (/^(-l|--list)$/.test(args[0] ?? "") || onlyChecks(name, args)) return;
  if (operandsOf(args).some((word) => hermesProcessNames.test(word)))
    context.refuse("process.kill-agent", `It would end Hermes itself: ${name} ${args.join(" ")}.`);
  else context.ask("process.kill", `It ends processes by name: ${name} ${args.join(" ")}.`);
};

/** Signal 0 only asks whether there are such processes. For pkill `-s` is a session. */
function onlyChecks(name: string, args: readonly string[]): boolean {
  const signals = args.flatMap((word, index) => {
    const before = args[index - 1] ?? "";
    const isSignal = before === "--signal" || (before === "-s" && name !== "pkill");
    const [, given = isSignal ? word : undefined] =
      /^(?:-|--signal=)(\d+|SIG\w+|[A-Z]{3,}\w*)$/i.exec(word) ?? [];
    return given ?? [];
  });
  return signals.length > 0 && signals.every((signal) => signal === "0");
}

/** What `crontab` and `at` read is run later. */
export const runLater: ProgramHandler = ({ name, args, stdin }, context) => {
  if (name === "crontab" && hasOption(args, "l")) return UNKNOWN;
  if (stdin === undefined || !isKnown(stdin)) return;
  if (name === "at" || name === "batch") return void context.script(stdin);
  for (const line of stdin.split("\n")) {
    const [, command] = /^\s*(?:@\w+|(?:\S+\s+){5})(.+)$/.exec(line) ?? [];
    if (command !== undefined && !line.startsWith("#")) context.script(command);
  }
  return undefined;
};
