import type { Judge } from "../desk.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { ownNames } from "../programs/own-names.ts";
import { AGENT, isKnown, UNKNOWN } from "../shell/unknown.ts";

/** `kill`: everything at once is a hard limit, what is not named one by one is asked about. */
export const kill: Judge = (call, desk) => {
  const { args } = call;
  const words = args.filter((word) => word !== "--");
  if (/^-(l|L|-list)$/.test(words[0] ?? "")) return;
  const isSignal = (word: string): boolean => /^-(\d+|SIG\w+|[A-Z]\w*|[ns])$/i.test(word);
  let at = 0;
  if (isSignal(words[0] ?? "") && words.length > 1) at = /^-[ns]$/.test(words[0] ?? "") ? 2 : 1;
  // Signal 0 only asks whether a process is there.
  if (words[0] === "-0" || (at === 2 && words[1] === "0")) return "";
  for (const target of words.slice(at)) {
    if (target.includes(AGENT))
      desk.refuse("process.kill-agent", `It would end Hermes itself: kill ${args.join(" ")}.`);
    else if (target === "-1") desk.refuse("process.kill-all", "It would end every process of the user.");
    else if (target === "1") desk.ask("process.kill", "It would end the first process of the machine.");
    else if (target === "0" || /^-\d+$/.test(target))
      desk.ask("process.kill", `It ends a whole group of processes: ${target}.`);
    else if (!isKnown(target)) desk.ask("process.kill", "Which processes it ends shows only when it runs.");
  }
  return "";
};

/** `pkill`, `killall`, `fuser -k`: processes by their name. */
export const killByName: Judge = ({ name, args }, desk) => {
  const operands = operandsOf(args);
  const own = operands.find((word) => ownNames.test(word));
  if (name === "fuser" && !hasOption(args, "k", ["kill"])) return;
  if (/^(-l|--list)$/.test(args[0] ?? "") || onlyChecks(name, args)) return;
  if (own !== undefined)
    desk.refuse("process.kill-agent", `It would end Hermes itself: ${name} ${args.join(" ")}.`);
  else desk.ask("process.kill", `It ends processes by name: ${name} ${args.join(" ")}.`);
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

/** Turning the machine off or on again. */
export const power: Judge = ({ name, args }, desk) => {
  const end = args.indexOf("--");
  const words = end === -1 ? args : args.slice(0, end);
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  if (has(/^(--help|--wtmp-only|-w)$/)) return;
  if (/^(tel)?init$/.test(name)) {
    const [level = ""] = operandsOf(words.filter((_, index) => !/^-[te]$/.test(words[index - 1] ?? "")));
    if (!/^[016sS]$/.test(level) && isKnown(level)) return;
  }
  if (name === "shutdown" && has(/^(-c|--show|\/a)$/)) return;
  if (name === "shutdown" && has(/^-k$/)) {
    desk.ask(
      "send.message",
      `It warns everybody that the machine is about to stop: shutdown ${args.join(" ")}.`,
    );
    return;
  }
  desk.refuse("machine.power", `It would shut down or restart the machine: ${name} ${args.join(" ")}.`);
};

export const systemctl: Judge = ({ args }, desk) => {
  const [action = "", ...units] = operandsOf(
    args.filter(
      (_, index) => !/^(-H|-M|--host|--machine|-t|--type|-p|--property|-n|-o)$/.test(args[index - 1] ?? ""),
    ),
  );
  const isPower = /^(poweroff|reboot|halt|kexec|soft-reboot)$/.test(action);
  if (isPower && /(^| )(--dry-run|--when[= ](cancel|show))( |$)/.test(args.join(" "))) return;
  if (action === "kill" && /(^| )(-s ?|--signal[= ])0( |$)/.test(args.join(" "))) return;
  desk.effect({ kind: "service", name: units[0] });
  if (isPower) {
    desk.refuse("machine.power", `It would shut down or restart the machine: systemctl ${action}.`);
  } else if (
    /^(stop|restart|kill|try-restart|disable|mask)$/.test(action) &&
    units.some((unit) => /hermes/i.test(unit))
  ) {
    desk.refuse("process.kill-agent", `It would end Hermes itself: systemctl ${action} ${units.join(" ")}.`);
  } else if (
    /^(start|stop|restart|reload|try-restart|reload-or-restart|disable|enable|reenable|mask|unmask|kill|isolate|edit|set-default|set-property|revert|link|preset|add-wants|daemon-reload|daemon-reexec|suspend|hibernate|hybrid-sleep|sleep|rescue|emergency|default|exit|switch-root|set-environment|import-environment|unset-environment|reset-failed|clean|freeze|bind|mount-image|log-level)$/.test(
      action,
    )
  ) {
    desk.ask(
      "service.changed",
      `It changes a service of the machine: systemctl ${action} ${units.join(" ")}.`,
    );
  } else if (!isKnown(action))
    desk.ask("command.unknown", "What systemctl is told to do shows only when it runs.");
};

export const service: Judge = ({ name, args }, desk) => {
  const [action = "", ...rest] = operandsOf(args);
  // Without the option it only starts what does not run.
  const text = [action === "kickstart" && hasOption(args, "k") ? "kickstart -k" : action, ...rest].join(" ");
  desk.effect({ kind: "service", name: args[0] });
  if (
    ownNames.test(text) &&
    /\b(stop|restart|bootout|unload|kill|remove|disable|delete|kickstart -k|shutdown|down|force-\w+)\b/.test(
      text,
    )
  )
    desk.refuse("process.kill-agent", `It would end Hermes itself: ${name} ${text}.`);
  if (/^(launchctl|pm2|supervisorctl|sv)$/.test(name)) return;
  if (
    /\bstatus\b|--status-all|\b(list|print|blame|info)\b/.test(text) ||
    args.length === 0 ||
    args[0] === "--status-all"
  )
    return;
  desk.ask("service.changed", `It changes a service of the machine: ${name} ${args.join(" ")}.`);
};

/** `crontab`: what the machine runs by itself. */
export const crontab: Judge = ({ args, stdin }, desk) => {
  if (hasOption(args, "l") && !hasOption(args, "re")) return UNKNOWN;
  if (stdin !== undefined && isKnown(stdin)) {
    for (const line of stdin.split("\n")) {
      const [, command] = /^\s*(?:@\w+|(?:\S+\s+){5})(.+)$/.exec(line) ?? [];
      if (command !== undefined && !line.startsWith("#")) desk.script(command);
    }
  }
  desk.ask("schedule.changed", `It changes what the machine runs by itself: crontab ${args.join(" ")}.`);
  return undefined;
};

/** `at` and `batch` run their input later. */
export const at: Judge = ({ name, args, stdin }, desk) => {
  if (/^-(l|V|c)$/.test(args[0] ?? "")) return;
  if (stdin !== undefined) desk.script(stdin);
  desk.ask("schedule.changed", `It has the machine run something later: ${name} ${args.join(" ")}.`);
};

/** Programs that use up a machine. */
export const exhaust: Judge = ({ name, args }, desk) => {
  if (name === "stress" || name === "stress-ng" || name === "bonnie++")
    desk.ask("process.exhaust", `It uses up the machine: ${name} ${args.join(" ")}.`);
  if (name === "fallocate") {
    const size = args.find((word) => /^-?l?\d+[TtPpGg]/.test(word)) ?? "";
    desk.touch("write", operandsOf(args).at(-1) ?? "");
    if (/\d{3,}[Gg]|\d+[TtPp]/.test(size)) desk.ask("process.exhaust", "It fills the disk.");
  }
};

/** `tmux send-keys`, `screen -X stuff`: typed into a shell that is watched by nobody. */
export const multiplexer: Judge = ({ name, args }, desk) => {
  if (name === "tmux") {
    const at = args.findIndex((word) =>
      /^(send-keys|send|new-session|new|new-window|neww|split-window|splitw|respawn-pane|run-shell|run|pipe-pane|if-shell|if|set-hook|kill-server|kill-session)$/.test(
        word,
      ),
    );
    const action = args[at] ?? "";
    if (/^kill-server$/.test(action)) desk.ask("process.kill", "It ends every tmux session.");
    if (at === -1) return;
    const words = args
      .slice(at + 1)
      .filter(
        (word, index, all) =>
          !/^-/.test(word) &&
          !/^-[tscnxyFeL]$/.test(all[index - 1] ?? "") &&
          !/^(Enter|C-m|C-c|Space)$/.test(word),
      );
    if (!/^kill/.test(action) && words.length > 0) desk.script(words.join(" "), { wrapper: "tmux" });
    if (/^send/.test(action) && words.length === 0) return;
  } else {
    const stuff = args.indexOf("stuff");
    if (stuff >= 0) desk.script((args[stuff + 1] ?? "").replace(/\\n|\r|\^M/g, "\n"));
    else {
      const command = args.filter(
        (word, index) => !word.startsWith("-") && !/^-(\w*S|c|t|T|h|p|e|s)$/.test(args[index - 1] ?? ""),
      );
      if (command.length > 0 && args.some((word) => /^-[dD]?m|^-dmS/.test(word)))
        desk.run(command, { wrapper: "screen" });
    }
  }
};
