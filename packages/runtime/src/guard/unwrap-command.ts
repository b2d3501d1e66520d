export interface UnwrappedCommand {
  /** The program without its folder, and its arguments. */
  readonly words: readonly string[];
  /** What was taken off, outermost first. */
  readonly wrappers: readonly string[];
}

/** Programs that run another one, with those of their options that take a value. */
const wrappers: Readonly<Record<string, string>> = {
  sudo: "ughpCrtUD",
  doas: "uC",
  env: "uCS",
  nohup: "",
  nice: "n",
  ionice: "cnp",
  timeout: "sk",
  time: "fo",
  stdbuf: "ioe",
  setsid: "",
  exec: "a",
  command: "",
  builtin: "",
  busybox: "",
  toybox: "",
  xargs: "InPLasdE",
  unshare: "",
  strace: "eop",
  "systemd-run": "pu",
  flock: "w",
  caffeinate: "",
  proxychains: "",
  chronic: "",
};

/** Takes off what only changes how a program runs, and the folder of the program. */
export function unwrapCommand(words: readonly string[]): UnwrappedCommand {
  const off: string[] = [];
  let rest = words;
  for (;;) {
    const name = (rest[0] ?? "").split("/").at(-1) ?? "";
    const valued = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
    if (valued === undefined) return { words: [name, ...rest.slice(1)], wrappers: off };
    let at = 1;
    for (; at < rest.length; at++) {
      const word = rest[at] ?? "";
      if (/^-[A-Za-z]$/.test(word) && valued.includes(word.slice(1))) at++;
      else if (!/^(-|\d+[smhd]?$|\w+=)/.test(word)) break;
    }
    // `sudo -n` alone, `env` alone, `exec 3<file`: the wrapper is the command.
    if (at >= rest.length) return { words: [name, ...rest.slice(1)], wrappers: off };
    off.push(name);
    rest = rest.slice(at);
  }
}
