import type { OptionTable } from "./options.ts";

/** A program that runs the program behind it. */
export interface Wrapper extends OptionTable {
  /** Operands before the command: the seconds of `timeout`, the file of `flock`. */
  readonly operands?: number | undefined;
  /** `NAME=value` words before the command. */
  readonly assignments?: boolean | undefined;
  /** What follows is joined and read by a shell. */
  readonly shell?: boolean | undefined;
  /** Options whose value a shell reads, blank-separated. */
  readonly shellOptions?: string | undefined;
  /** Options with which nothing runs: questions about versions and the like, blank-separated. */
  readonly quiet?: string | undefined;
  /** Words that must stand before the command, as in `npm exec`; any of them separated by `|`. */
  readonly after?: string | undefined;
  /** Options whose value is the folder to run in, blank-separated. */
  readonly folder?: string | undefined;
  /** The command runs on another machine or in a container. */
  readonly remote?: boolean | undefined;
  /** Without a command it starts a shell. */
  readonly startsShell?: boolean | undefined;
  /** Running it is a matter of its own. */
  readonly asks?: readonly [id: string, reason: string] | undefined;
  /** Every operand is a shell text of its own. */
  readonly each?: boolean | undefined;
  /** Options that name the program, blank-separated; the operands are its arguments. */
  readonly program?: string | undefined;
  /** The word behind which it stands is the program itself. */
  readonly reruns?: boolean | undefined;
  /** Rules must allow this program too, not only the command in it. */
  readonly counts?: boolean | undefined;
}

const privileged: Wrapper["asks"] = ["privilege.raised", "It runs with the rights of another user."];

// oxfmt-ignore
export const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: { flags: "AbBEeHikKlnNPSsvV", values: "aCcDghpRrTtuU", longFlags: "askpass background bell preserve-env edit set-home login remove-timestamp reset-timestamp list non-interactive no-update preserve-groups stdin shell validate version help", longValues: "user group host prompt chdir chroot close-from role type other-user command-timeout login-class auth-type", assignments: true, quiet: "V version h help l list v validate k reset-timestamp K remove-timestamp", startsShell: true, folder: "D chdir", counts: true },
  doas: { flags: "Lns", values: "aCu", assignments: true, startsShell: true, counts: true },
  pkexec: { longFlags: "version disable-internal-agent keep-cwd help", longValues: "user", quiet: "version help", asks: privileged, counts: true },
  gosu: { operands: 1, asks: privileged, counts: true },
  "su-exec": { operands: 1, asks: privileged, counts: true },
  env: { flags: "0iv", values: "uCS", longFlags: "ignore-environment null debug list-signal-handling version help block-signal default-signal ignore-signal", longValues: "unset chdir split-string argv0", assignments: true, folder: "C chdir", quiet: "version help" },
  nohup: {},
  nice: { flags: "0123456789", values: "n", longValues: "adjustment" },
  ionice: { flags: "t", values: "cnpPu", longFlags: "ignore", longValues: "class classdata pid pgid uid", quiet: "p P u pid" },
  chrt: { flags: "abdfimoRrv", values: "TPDp", operands: 1, longFlags: "batch deadline fifo idle other rr reset-on-fork verbose all-tasks max" },
  taskset: { flags: "acp", longFlags: "all-tasks cpu-list pid", operands: 1, quiet: "p pid" },
  timeout: { flags: "fpv", values: "ks", longFlags: "foreground preserve-status verbose", longValues: "kill-after signal", operands: 1 },
  gtimeout: { flags: "fpv", values: "ks", longFlags: "foreground preserve-status verbose", longValues: "kill-after signal", operands: 1 },
  time: { flags: "apqvVl", values: "fo", longFlags: "append portability quiet verbose version", longValues: "format output" },
  stdbuf: { values: "ioe", longValues: "input output error" },
  unbuffer: { flags: "p" },
  setsid: { flags: "cfw", longFlags: "ctty fork wait" },
  setpriv: { flags: "d", longFlags: "dump no-new-privs clear-groups keep-groups init-groups reset-env", longValues: "reuid regid ruid euid rgid egid groups inh-caps ambient-caps bounding-set securebits pdeathsig selinux-label apparmor-profile", counts: true },
  chroot: { longFlags: "skip-chdir", longValues: "userspec groups", operands: 1, startsShell: true, remote: true, counts: true, asks: ["privilege.raised", "It runs in another root folder, which takes the rights of root."] },
  unshare: { flags: "imnpuUCTfrc", values: "SGRw", longFlags: "ipc mount net pid uts user cgroup time fork map-root-user map-current-user map-auto kill-child mount-proc keep-caps", longValues: "setuid setgid root wd propagation setgroups map-user map-group map-users map-groups", startsShell: true },
  nsenter: { flags: "amuinpUCTrwFZe", values: "tSG", longFlags: "all mount uts ipc net pid user cgroup time root wd no-fork preserve-credentials follow-context env", longValues: "target setuid setgid", startsShell: true, counts: true, asks: ["privilege.raised", "It runs within the namespaces of another process."] },
  bwrap: { longFlags: "unshare-all unshare-user unshare-ipc unshare-pid unshare-net unshare-uts unshare-cgroup share-net die-with-parent new-session as-pid-1 clearenv", longValues: "chdir hostname uid gid proc dev tmpfs mqueue dir unsetenv cap-add cap-drop seccomp", counts: true, asks: ["command.elsewhere", "It builds a file system of its own, in which paths mean something else."] },
  firejail: { longFlags: "quiet private net=none noprofile", counts: true },
  command: { flags: "pvV", quiet: "v V" },
  builtin: {},
  exec: { flags: "cl", values: "a" },
  busybox: { longFlags: "list help list-full install", quiet: "list help list-full" },
  toybox: {},
  caffeinate: { flags: "dimsu", values: "tw" },
  arch: { flags: "he", longFlags: "x86_64 arm64 arm64e", quiet: "h" },
  rlwrap: { flags: "aAcDNnorRsv", values: "bCfFgHiImMpPqStw" },
  chronic: { flags: "ve" },
  ts: {},
  torsocks: { flags: "iqd", longFlags: "isolate quiet debug shell" },
  torify: {},
  proxychains: { flags: "q", values: "f" },
  proxychains4: { flags: "q", values: "f" },
  fakeroot: { flags: "uh", values: "lsifb", longFlags: "unknown-is-real", longValues: "lib faked" },
  eatmydata: {},
  catchsegv: {},
  choom: { values: "np", longValues: "adjust pid" },
  prlimit: { longValues: "pid core cpu data fsize memlock nofile nproc stack as output", longFlags: "noheadings raw verbose" },
  numactl: { flags: "lsHa", values: "iNCpmP", longFlags: "localalloc show hardware all", longValues: "interleave cpunodebind physcpubind preferred membind" },
  cgexec: { values: "g", longFlags: "sticky" },
  "systemd-run": { flags: "tPqdSGr", values: "pHMEu", longFlags: "user system scope pty pipe quiet no-block wait collect same-dir shell remain-after-exit no-ask-password send-sighup", longValues: "unit property description slice service-type uid gid nice working-directory setenv on-active on-boot on-startup on-unit-active on-unit-inactive on-calendar timer-property path-property socket-property machine host", startsShell: true, counts: true, asks: ["service.started", "It gives a command to the service manager, which runs it apart from this shell."] },
  "systemd-inhibit": { longFlags: "list no-pager no-legend", longValues: "what who why mode", quiet: "list" },
  "dbus-run-session": { longValues: "config-file dbus-daemon" },
  "dbus-launch": { longFlags: "exit-with-session sh-syntax" },
  "xvfb-run": { flags: "al", values: "efnps", longFlags: "auto-servernum listen-tcp", longValues: "server-args server-num error-file auth-file" },
  "ssh-agent": { flags: "cDdks", values: "aEtOP", startsShell: false },
  strace: { flags: "cCdfFhikqrtTvVwxXyYzZ", values: "abeEIoOpPsSuU", longFlags: "follow-forks summary summary-only version", longValues: "output trace attach", quiet: "V version" },
  ltrace: { flags: "bcCfhiLrStTV", values: "aADeFlnopsuwx", quiet: "V" },
  "perf": { after: "stat|record|trace|top", flags: "adgvrBS", values: "eopCFctm", longFlags: "detailed no-inherit all-cpus verbose", longValues: "event output pid cpu freq call-graph repeat delay" },
  valgrind: { longFlags: "leak-check track-origins show-leak-kinds", flags: "vq", longValues: "", anywhere: false },
  hyperfine: { flags: "Niu", values: "wmMrspcnPDLS", longFlags: "shell=none ignore-failure show-output", longValues: "warmup min-runs max-runs runs setup prepare cleanup conclude parameter-scan parameter-list shell style sort time-unit export-json export-csv export-markdown command-name", shellOptions: "s p c setup prepare cleanup conclude", shell: true },
  watch: { flags: "bcdegtpwxr", values: "nq", longFlags: "beep color differences errexit chgexit no-title precise no-wrap exec no-rerun", longValues: "interval equexit", shell: true },
  entr: { flags: "acdnprsz", },
  nodemon: { flags: "qVvLI", values: "ewixdCs", longFlags: "quiet verbose legacy-watch inspect", longValues: "exec ext watch ignore delay signal config", shellOptions: "x exec", counts: true },
  onchange: { flags: "ikpvw", values: "def" },
  parallel: { flags: "0kmtuvXqz", values: "aCdEIjLNnPrS", longFlags: "dry-run dryrun bar eta keep-order ungroup line-buffer null verbose no-run-if-empty progress pipe tag halt-on-error silent will-cite round-robin xargs quote group files", longValues: "jobs arg-file delay max-args max-procs max-lines joblog retries results timeout halt colsep delimiter replace sshlogin workdir tmpdir nice load env return transferfile trc basefile max-replace-args block", shell: true, quiet: "dry-run dryrun" },
  sem: { flags: "", values: "j", longFlags: "id wait fg bg", longValues: "jobs id", shell: true },
  flock: { flags: "sxeunoFv", values: "wEc", longFlags: "shared exclusive unlock nonblock close no-fork verbose nb", longValues: "timeout wait conflict-exit-code command", shellOptions: "c command", operands: 1 },
  script: { flags: "aefqr", values: "cEIOBTmot", longFlags: "append return flush force quiet", longValues: "command log-in log-out log-io log-timing logging-format echo output-limit timing", shellOptions: "c command" },
  concurrently: { flags: "krgi", values: "nscplmt", longFlags: "kill-others kill-others-on-fail raw no-color group success hide-output", longValues: "names prefix prefix-colors max-processes restart-tries restart-after", each: true },
  heroku: { after: "run|run:detached", values: "asr", longValues: "app remote size env type", longFlags: "no-tty exit-code no-notify", shell: true, remote: true, counts: true },
  railway: { after: "run", values: "es", longValues: "environment service" },
  dokku: { after: "run|run:detached|enter", operands: 1, remote: true, counts: true },
  ddev: { after: "exec|ssh", values: "sd", remote: true, counts: true },
  lando: { after: "ssh|exec", values: "cs", shellOptions: "c command", remote: true, counts: true },
  "start-stop-daemon": { longFlags: "start background make-pidfile oknodo quiet test stop", longValues: "pidfile name user group chuid chdir nicelevel signal", flags: "Sbmoqt", values: "pnugcdN", program: "x exec a startas", counts: true },
  "run-one": {}, "run-this-one": {}, "run-one-constantly": {}, ccache: {}, sccache: {}, distcc: {}, icecc: {}, bear: { values: "o", longValues: "output", flags: "av", longFlags: "append verbose" }, scl: { after: "enable", operands: 1, shell: true }, logsave: { flags: "av", operands: 1 }, softlimit: { values: "admsrfopt" }, setlock: { flags: "nNxX", operands: 1 }, setuidgid: { operands: 1, counts: true }, chpst: { values: "ubUeEgmdpfoclrt/", flags: "vPN012" }, envdir: { operands: 1 }, "s6-setuidgid": { operands: 1, counts: true }, tsp: { flags: "nfmdBL", values: "LNDWE" }, cset: { after: "shield", longFlags: "exec", longValues: "cpu" }, schroot: { values: "cudsp", longValues: "chroot user directory", flags: "ap", remote: true, counts: true, startsShell: true }, proot: { values: "rbwqk0", flags: "0S", longValues: "rootfs bind pwd", counts: true }, "systemd-nspawn": { values: "DMubi", longValues: "directory machine user bind", flags: "bq", remote: true, counts: true }, apptainer: { after: "exec", operands: 1, values: "BW", longValues: "bind pwd", remote: true, counts: true }, singularity: { after: "exec", operands: 1, values: "BW", longValues: "bind pwd", remote: true, counts: true },
  tox: { after: "exec", values: "e" }, lerna: { after: "exec", longValues: "scope concurrency ignore", longFlags: "parallel stream no-bail" }, corepack: { after: "pnpm|yarn|npm", reruns: true }, devbox: { after: "run", values: "ce" }, devenv: { after: "shell" }, apx: { after: "run" }, "sshpass": { flags: "ev", values: "pfdP", counts: true }, "aws-okta": { after: "exec", operands: 1, counts: true }, teller: { after: "run", counts: true }, infisical: { after: "run", counts: true, longValues: "env projectId path" }, envchain: { operands: 1, counts: true }, saml2aws: { after: "exec", values: "ap", counts: true }, summon: { values: "pfDe", counts: true }, berglas: { after: "exec", counts: true }, "envconsul": { longValues: "config prefix secret", values: "config prefix", singleDash: true, counts: true },
  sg: { operands: 1, values: "c", shellOptions: "c", counts: true },
  runuser: { flags: "lmpPf", values: "cgGsuw", longFlags: "login preserve-environment pty fast", longValues: "command group supp-group shell user session-command whitelist-environment", shellOptions: "c command session-command", startsShell: true, asks: privileged, counts: true },
  capsh: { longFlags: "print", longValues: "" , quiet: "print", asks: privileged },
  dotenv: { values: "efpv", flags: "co" },
  "dotenvx": { after: "run", values: "fk", longFlags: "overload quiet" },
  "cross-env": { assignments: true },
  "cross-env-shell": { assignments: true, shell: true },
  direnv: { after: "exec", operands: 1 },
  mise: { after: "exec|x", flags: "qvy", values: "CcEj", shellOptions: "c command", longValues: "command cd env jobs" },
  asdf: { after: "exec" },
  rbenv: { after: "exec" },
  pyenv: { after: "exec" },
  nodenv: { after: "exec" },
  nvm: { after: "exec", operands: 1 },
  fnm: { after: "exec", longValues: "using", longFlags: "using-file" },
  volta: { after: "run", longValues: "node npm yarn pnpm", longFlags: "bundled-npm no-yarn" },
  bundle: { after: "exec", longFlags: "keep-file-descriptors" },
  poetry: { after: "run" , flags: "qvn", values: "CP"},
  pipenv: { after: "run" },
  pdm: { after: "run", flags: "s" },
  hatch: { after: "run", values: "e" },
  rye: { after: "run" },
  uv: { after: "run", flags: "qvmnUs", values: "pw", longFlags: "quiet frozen locked no-sync isolated active no-project all-extras no-dev dev offline module script no-cache verbose", longValues: "with python extra group env-file package directory project with-editable with-requirements index-url", folder: "directory" },
  pixi: { after: "run|exec", values: "e" },
  conda: { after: "run", values: "np", longFlags: "no-capture-output live-stream", longValues: "name prefix cwd" },
  mamba: { after: "run", values: "np", longValues: "name prefix cwd" },
  micromamba: { after: "run", values: "np", longValues: "name prefix cwd" },
  pnpm: { after: "exec", flags: "rsw", values: "CF", longFlags: "recursive parallel silent workspace-root", longValues: "filter dir", folder: "C dir" },
  npm: { after: "exec|x", flags: "sy", values: "cpw", longFlags: "yes no-install silent", longValues: "call package workspace prefix", shellOptions: "c call" },
  npx: { flags: "yq", values: "cpw", longFlags: "yes no no-install quiet ignore-existing prefer-offline", longValues: "call package workspace", shellOptions: "c call" },
  bunx: { flags: "y", values: "p", longFlags: "bun silent verbose yes", longValues: "package" },
  yarn: { after: "exec", flags: "s", longFlags: "silent", longValues: "cwd", folder: "cwd" },
  deno: { after: "x" },
  "cargo-watch": { flags: "cq", values: "xswib", shellOptions: "s" },
  nix: { after: "develop|shell", values: "c", flags: "L", longValues: "command", longFlags: "impure" },
  "dtach": { flags: "nNczA", operands: 1 },
  doppler: { after: "run", values: "pc", longValues: "project config command token", shellOptions: "command" },
  "op": { after: "run", longValues: "env-file account", longFlags: "no-masking", counts: true },
  "aws-vault": { after: "exec", operands: 1, counts: true, values: "d", longFlags: "no-session server ecs-server", longValues: "duration region" },
  "chamber": { after: "exec", operands: 1, counts: true },
  "sops": { after: "exec-env|exec-file", operands: 1, shell: true, counts: true },
  wsl: { flags: "", values: "du", longValues: "distribution user cd exec", counts: true, remote: true },
  lxc: { after: "exec", operands: 1, values: "T", longValues: "cwd env user group mode", longFlags: "force-interactive force-noninteractive", remote: true, counts: true },
  incus: { after: "exec", operands: 1, longValues: "cwd env user group mode", remote: true, counts: true },
  machinectl: { after: "shell", operands: 1, remote: true, counts: true, asks: privileged },
  toolbox: { after: "run", values: "cdr", longValues: "container distro release" },
  distrobox: { after: "enter", values: "n", longValues: "name", remote: true },
  "pct": { after: "exec", operands: 1, remote: true, counts: true },
  "fzf": { longValues: "preview bind" , shellOptions: "preview", anywhere: true },
};
