import type { Judge } from "../desk.ts";
import { operandsOf, readOptions } from "../programs/options.ts";
import { judgeBuildPlace } from "./builders.ts";
import { isKnown } from "../shell/unknown.ts";

/** Programs with a way of their own to run something. */
export const misc: Readonly<Record<string, Judge>> = {
  su: ({ args, stdin }, desk) => {
    const at = args.findIndex((word) => /^(-\w*c|--command|--session-command)$/.test(word));
    const glued = args.find((word) => /^--(session-)?command=/.test(word));
    desk.effect({ kind: "privilege" });
    desk.ask("privilege.raised", "It runs with the rights of another user.");
    const text = at >= 0 ? args[at + 1] : glued?.slice(glued.indexOf("=") + 1);
    if (text !== undefined) desk.script(text, { wrapper: "su" });
    else if (stdin !== undefined) desk.script(stdin, { wrapper: "su" });
  },
  split: ({ args }, desk) => {
    const at = args.findIndex((word) => word.startsWith("--filter"));
    const text = at === -1 ? undefined : args[at]?.includes("=") === true ? args[at].slice(9) : args[at + 1];
    if (text !== undefined) desk.script(text, { wrapper: "split" });
    const { operands } = readOptions(args, {
      values: "abnlCt",
      flags: "dexu",
      longValues: "suffix-length bytes number lines line-bytes separator filter additional-suffix",
      anywhere: true,
    });
    const [, target] = operands;
    if (target !== undefined) desk.touch("write", target);
  },
  mkdir: ({ args }, desk) => {
    // An empty folder at home harms nobody.
    for (const target of operandsOf(args.filter((_, index) => args[index - 1] !== "-m"))) {
      if (desk.resolve(target)?.startsWith(`${desk.places.homedir}/`) !== true) desk.touch("write", target);
    }
    return "";
  },
  sudoedit: ({ args }, desk) => {
    desk.ask("privilege.raised", "It edits files with the rights of root.");
    for (const file of operandsOf(args)) desk.touch("write", file);
  },
  "ld.so": loader,
  "ld-linux-x86-64.so.2": loader,
  "ld-linux.so.2": loader,
  gcc: plugin,
  cc: plugin,
  clang: plugin,
  "g++": plugin,
  ld: plugin,
  cargo: ({ args }, desk) => {
    for (const [index, word] of args.entries()) {
      const value = word === "--config" ? args[index + 1] : /^--config=(.+)/.exec(word)?.[1];
      if (value !== undefined && /runner|rustc-wrapper|rustc|linker|alias|credential-provider/.test(value))
        desk.ask("code.runs-program", `It makes cargo run ${value}.`);
    }
  },
  go: ({ args, stdin }, desk) => {
    const value = args.find((word) => /^-?-(toolexec|exec|vettool|overlay)(=|$)/.test(word));
    if (value !== undefined)
      desk.ask("code.runs-program", `It makes go run another program: ${args.join(" ")}.`);
    const source =
      args[0] === "run" ? args.slice(1).find((word) => !word.startsWith("-") || word === "-") : undefined;
    if (source === "-" && stdin !== undefined) desk.code("other", stdin);
    else if (source !== undefined) judgeBuildPlace(["-f", source], desk);
    if (args[0] === "run" && args.some((word) => /@/.test(word) && !word.startsWith("-")))
      desk.ask(
        "code.remote",
        `It runs a program straight from ${args.find((word) => word.includes("@")) ?? ""}.`,
      );
  },
  ffmpeg: ({ args }, desk) => {
    const target = args.at(-1);
    if (target !== undefined && !target.startsWith("-") && !/^\w+:/.test(target)) desk.touch("write", target);
  },
  dotnet: () => undefined,
  npm: scripts,
  pnpm: scripts,
  yarn: scripts,
  bun: scripts,
  npx: scripts,
  bunx: scripts,
  pnpx: scripts,
  "xdg-open": opener,
  open: opener,
  expect: ({ args }, desk) => {
    const at = args.indexOf("-c");
    if (at >= 0) desk.ask("code.runs-program", `It makes expect run ${args[at + 1] ?? ""}.`);
  },
  entr: ({ args }, desk) => {
    const words = args.filter((word) => !/^-[acdnprsz]+$/.test(word));
    if (args.some((word) => /^-\w*s/.test(word))) desk.script(words.join(" "));
    else desk.run(words);
  },

  printenv: ({ args }, desk) => {
    const secret = args.find((word) => /(KEY|TOKEN|SECRET|PASSW(OR)?D|CREDENTIALS?)$/i.test(word));
    if (secret !== undefined) desk.ask("credentials.shown", `It shows the value of ${secret}.`);
  },
  "ssh-keygen": ({ args }, desk) => {
    const at = args.indexOf("-D");
    if (at >= 0) desk.ask("code.loaded", `It loads ${args[at + 1] ?? ""}.`);
  },

  ulimit: () => undefined,
  umask: ({ args }, desk) => {
    if (/^0{1,4}$/.test(args[0] ?? ""))
      desk.ask("permissions.open", "New files could be written by everybody.");
  },

  xdotool: ({ args }, desk) => {
    if (/^(type|key|exec|click|mousemove)$/.test(args[0] ?? ""))
      desk.ask("action.input", "It types or clicks in other programs.");
  },
  ttyd: shellServer,
  gotty: shellServer,
  wetty: shellServer,
  shellinaboxd: shellServer,
  jupyter: (call, desk) => {
    if (/0\.0\.0\.0|token=''|token=\s*$|password=''|--ip=\*/.test(call.args.join(" ")))
      shellServer(call, desk);
  },

  busctl: bus,
  "dbus-send": bus,
  gdbus: bus,

  bpftrace: ({ args }, desk) => {
    if (/system\s*\(/.test(args.join(" "))) desk.ask("code.runs-program", "It makes bpftrace run a program.");
  },

  gnuplot: ({ args }, desk) => {
    if (/system|`|!/.test(args.join(" "))) desk.ask("code.runs-program", "It makes gnuplot run a program.");
  },

  php: ({ args }, desk) => {
    if (args.includes("-S") && /0\.0\.0\.0/.test(args.join(" ")))
      desk.ask("network.listen", "It offers files to the network.");
  },

  "nix-shell": ({ args }, desk) => {
    for (const [index, word] of args.entries())
      if (/^--(run|command)$/.test(word)) desk.script(args[index + 1] ?? "", { wrapper: "nix-shell" });
  },
  capsh: ({ args }, desk) => {
    const at = args.findIndex((word) => word === "--" || word === "==");
    if (at >= 0) desk.run(["bash", ...args.slice(at + 1)], { wrapper: "capsh" });
    desk.ask("privilege.raised", "It runs with other rights.");
  },
  "run-parts": ({ args }, desk) => {
    const folder = operandsOf(args).at(-1);
    if (folder !== undefined && !args.includes("--test") && !args.includes("--list"))
      desk.ask("code.unknown", `It runs every program in ${folder}.`);
  },
  ps: ({ args }, desk) => {
    if (args.some((word) => /^[a-z]*e[a-z]*$/.test(word) && !/^\d/.test(word)) && !args.includes("-C"))
      desk.ask("credentials.shown", "It shows the environment of processes, keys among it.");
  },
  lp: printer,
  lpr: printer,
  java: ({ args }, desk) => {
    for (const [index, word] of args.entries()) {
      const file = args[index + 1];
      const known = file === undefined ? undefined : desk.state.files.get(desk.resolve(file) ?? file);
      if (word === "-jar" && known !== undefined && !isKnown(known))
        desk.ask("code.fresh", `It runs ${file ?? ""}, which this command has just brought there.`);
      if (word === "-jar" && file !== undefined) judgeBuildPlace(["-f", file], desk);
      if (/^-(agentpath|agentlib|javaagent|Xbootclasspath)/.test(word) && !/jdwp|jacoco|mockito/.test(word))
        desk.ask("code.loaded", `It makes java load ${word}.`);
    }
  },
  gcore: memory,
  procdump: memory,
  "dump-core": memory,
  groff: unsafeRoff,
  nroff: unsafeRoff,
  troff: unsafeRoff,
  pic: unsafeRoff,
  rpm: ({ args }, desk) => {
    for (const [index, word] of args.entries()) {
      const text = /^(-E|--eval)$/.test(word) ? args[index + 1] : /^--eval=([^]*)/.exec(word)?.[1];
      for (const [, inner] of (text ?? "").matchAll(/%\(([^]*?)\)|%\{lua:([^]*?)\}/g))
        if (inner !== undefined) desk.script(inner, { wrapper: "rpm" });
      if (/%\{lua:.*(execute|popen|remove)/.test(text ?? ""))
        desk.ask("code.runs-program", "It makes rpm run code.");
    }
  },
  cpan: ({ args }, desk) => {
    const at = args.indexOf("-e");
    if (at >= 0) desk.code("perl", args[at + 1] ?? "");
  },
  nmap: ({ args }, desk) => {
    const text = args.join(" ");
    if (/--interactive/.test(text)) desk.ask("privilege.shell", "It opens a shell within nmap.");
    if (/--script(-args-file)?[= ](\S*[./]\S*|.*\b(exploit|brute|dos|vuln|intrusive|malware)\b)/.test(text))
      desk.ask("code.runs-program", "It makes nmap run a script or attack.");
  },

  fc: () => undefined,
  disown: () => undefined,
};

function memory({ name, args }: Parameters<Judge>[0], desk: Parameters<Judge>[1]): void {
  desk.ask("credentials.shown", `It writes the memory of a process to a file: ${name} ${args.join(" ")}.`);
}

function printer({ args }: Parameters<Judge>[0], desk: Parameters<Judge>[1]): void {
  desk.ask("send.message", `It prints ${args.join(" ")}.`);
}

/** `-U` lets a document run programs. */
function unsafeRoff({ name, args }: Parameters<Judge>[0], desk: Parameters<Judge>[1]): void {
  if (args.some((word) => /^-[A-Za-z]*U/.test(word)))
    desk.ask("code.runs-program", `It lets a document make ${name} run programs.`);
}

function loader({ args }: Parameters<Judge>[0], desk: Parameters<Judge>[1]): void {
  const at = args.findIndex((word) => !word.startsWith("-"));
  desk.run(args.slice(Math.max(0, at)), { wrapper: "ld.so" });
}

function plugin({ args }: Parameters<Judge>[0], desk: Parameters<Judge>[1]): void {
  const found = args.find((word) => /^-fplugin=|^-wrapper$|^-B\/tmp|^--plugin|^-specs=/.test(word));
  if (found !== undefined) desk.ask("code.loaded", `It makes a compiler load or run something: ${found}.`);
  const at = args.indexOf("-o");
  const target = args[at + 1];
  if (at >= 0 && target !== undefined) desk.touch("write", target);
}

/** Package managers: options that change what scripts are run with. */
function scripts({ name, args }: Parameters<Judge>[0], desk: Parameters<Judge>[1]): void {
  for (const word of args) {
    if (word === "--") break;
    if (/^--(script-shell|node-options|shell|git|userconfig|globalconfig|editor)=/.test(word))
      desk.ask("environment.program", `It makes ${name} use ${word}.`);
    if (
      /^--registry=/.test(word) &&
      !/registry\.npmjs\.org|registry\.yarnpkg\.com|localhost|127\.0\.0\.1/.test(word)
    )
      desk.ask("package.source", `It takes packages from ${word.slice(11)}.`);
  }
  const [action, target] = operandsOf(args);
  if (
    action === "pkg" &&
    target === "set" &&
    args.some((word) => /^scripts\.((pre|post)?install|prepare|prepublish\w*)=/.test(word))
  )
    desk.ask("startup.write", `It makes ${name} run something at each installation.`);
  if (/^(i|install|add|ci)$/.test(action ?? "") && target !== undefined && !isKnown(target))
    desk.effect({ kind: "package", manager: name });
  else if (/^(i|install|add|ci)$/.test(action ?? ""))
    desk.effect({ kind: "package", manager: name, name: target });
}

function opener(): void {
  // Opens something for a person to look at.
}

function shellServer({ name }: Parameters<Judge>[0], desk: Parameters<Judge>[1]): void {
  desk.ask("network.shell", `${name} gives a shell to whoever reaches it over the network.`);
}

function bus({ name, args }: Parameters<Judge>[0], desk: Parameters<Judge>[1]): void {
  const text = args.join(" ");
  if (/\b(introspect|get-property|monitor|capture|tree|list|status)\b/.test(args[0] ?? "")) return;
  // `CanPowerOff` and `CancelScheduledShutdown` turn nothing off.
  if (/(^|[.\s"'])(PowerOff|Reboot|Halt|KExec|SoftReboot|ScheduleShutdown)(WithFlags)?($|[\s"'(])/.test(text))
    desk.refuse("machine.power", `It would shut down or restart the machine: ${name} ${text}.`);
  else if (
    /\bcall\b|--type=method_call|StopUnit|StartUnit|login1|systemd1|set-property/.test(text) &&
    !/\b(Get|GetAll|Introspect|List\w*|Ping)\b/.test(text)
  )
    desk.ask("service.changed", `It orders a service to do something: ${name} ${text}.`);
}
