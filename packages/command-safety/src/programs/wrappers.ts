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
  /** Rules must allow this program too, not only the command in it. */
  readonly counts?: boolean | undefined;
}

const privileged: Wrapper["asks"] = ["privilege.raised", "It runs with the rights of another user."];

// oxfmt-ignore
export const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: { flags: "AbBEeHikKlnNPSsvV", values: "aCcDghpRrTtuU", longFlags: "askpass background bell preserve-env edit set-home login remove-timestamp reset-timestamp list non-interactive no-update preserve-groups stdin shell validate version help", longValues: "user group host prompt chdir chroot close-from role type other-user command-timeout login-class auth-type", assignments: true, quiet: "V version h help l list v validate k reset-timestamp K remove-timestamp", startsShell: true, folder: "D chdir", counts: true },
  doas: { flags: "Lns", values: "aCu", assignments: true, startsShell: true, counts: true },
  pkexec: { longFlags: "version disable-internal-agent keep-cwd help", longValues: "user", quiet: "version help", asks: privileged, counts: true },
  su: { flags: "lmpP-", values: "cgGsw", longFlags: "login preserve-environment pty", longValues: "command group shell", shellOptions: "c command", operands: 2, anywhere: true, startsShell: true, asks: privileged, counts: true },
  runuser: { flags: "lmpPf", values: "cgGsuw", longFlags: "login preserve-environment pty fast", longValues: "command group supp-group shell user session-command whitelist-environment", shellOptions: "c command session-command", startsShell: true, asks: privileged, counts: true },
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
  chroot: { longFlags: "skip-chdir", longValues: "userspec groups", operands: 1, startsShell: true, remote: true, counts: true, asks: ["privilege.raised", "It runs in another root folder, which takes the rights of root."] },
  unshare: { flags: "imnpuUCTfrc", values: "SGRw", longFlags: "ipc mount net pid uts user cgroup time fork map-root-user map-current-user map-auto kill-child mount-proc keep-caps", longValues: "setuid setgid root wd propagation setgroups map-user map-group map-users map-groups", startsShell: true },
  nsenter: { flags: "amuinpUCTrwFZe", values: "tSG", longFlags: "all mount uts ipc net pid user cgroup time root wd no-fork preserve-credentials follow-context env", longValues: "target setuid setgid", startsShell: true, counts: true, asks: ["privilege.raised", "It runs within the namespaces of another process."] },
  command: { flags: "pvV", quiet: "v V" },
  builtin: {},
  exec: { flags: "cl", values: "a" },
  busybox: { longFlags: "list help list-full install", quiet: "list help list-full" },
  caffeinate: { flags: "dimsu", values: "tw" },
  "systemd-run": { flags: "tPqdSGr", values: "pHMEu", longFlags: "user system scope pty pipe quiet no-block wait collect same-dir shell remain-after-exit no-ask-password send-sighup", longValues: "unit property description slice service-type uid gid nice working-directory setenv on-active on-boot on-startup on-unit-active on-unit-inactive on-calendar timer-property path-property socket-property machine host", startsShell: true, counts: true, asks: ["service.started", "It gives a command to the service manager, which runs it apart from this shell."] },
  bwrap: { longFlags: "unshare-all unshare-user unshare-ipc unshare-pid unshare-net unshare-uts unshare-cgroup share-net die-with-parent new-session as-pid-1 clearenv", longValues: "chdir hostname uid gid proc dev tmpfs mqueue dir unsetenv cap-add cap-drop seccomp", counts: true, asks: ["command.elsewhere", "It builds a file system of its own, in which paths mean something else."] },
  "xvfb-run": { flags: "al", values: "efnps", longFlags: "auto-servernum listen-tcp", longValues: "server-args server-num error-file auth-file" },
  "ssh-agent": { flags: "cDdks", values: "aEtOP", startsShell: false },
  strace: { flags: "cCdfFhikqrtTvVwxXyYzZ", values: "abeEIoOpPsSuU", longFlags: "follow-forks summary summary-only version", longValues: "output trace attach", quiet: "V version" },
  ltrace: { flags: "bcCfhiLrStTV", values: "aADeFlnopsuwx", quiet: "V" },
  perf: { after: "stat|record|trace|top", flags: "adgvrBS", values: "eopCFctm", longFlags: "detailed no-inherit all-cpus verbose", longValues: "event output pid cpu freq call-graph repeat delay" },
  valgrind: { longFlags: "leak-check track-origins show-leak-kinds", flags: "vq", longValues: "", anywhere: false },
  hyperfine: { flags: "Niu", values: "wmMrspcnPDLS", longFlags: "shell=none ignore-failure show-output", longValues: "warmup min-runs max-runs runs setup prepare cleanup conclude parameter-scan parameter-list shell style sort time-unit export-json export-csv export-markdown command-name", shellOptions: "s p c setup prepare cleanup conclude", shell: true },
  watch: { flags: "bcdegtpwxr", values: "nq", longFlags: "beep color differences errexit chgexit no-title precise no-wrap exec no-rerun", longValues: "interval equexit", shell: true },
  entr: { flags: "acdnprsz" },
  parallel: { flags: "0kmtuvXqz", values: "aCdEIjLNnPrS", longFlags: "dry-run dryrun bar eta keep-order ungroup line-buffer null verbose no-run-if-empty progress pipe tag halt-on-error silent will-cite round-robin xargs quote group files", longValues: "jobs arg-file delay max-args max-procs max-lines joblog retries results timeout halt colsep delimiter replace sshlogin workdir tmpdir nice load env return transferfile trc basefile max-replace-args block", shell: true, quiet: "dry-run dryrun" },
  flock: { flags: "sxeunoFv", values: "wEc", longFlags: "shared exclusive unlock nonblock close no-fork verbose nb", longValues: "timeout wait conflict-exit-code command", shellOptions: "c command", operands: 1 },
  script: { flags: "aefqr", values: "cEIOBTmot", longFlags: "append return flush force quiet", longValues: "command log-in log-out log-io log-timing logging-format echo output-limit timing", shellOptions: "c command" },
  concurrently: { flags: "krgi", values: "nscplmt", longFlags: "kill-others kill-others-on-fail raw no-color group success hide-output", longValues: "names prefix prefix-colors max-processes restart-tries restart-after", each: true },
  heroku: { after: "run|run:detached", values: "asr", longValues: "app remote size env type", longFlags: "no-tty exit-code no-notify", shell: true, remote: true, counts: true },
  dokku: { after: "run|run:detached|enter", operands: 1, remote: true, counts: true },
  ccache: {},
  sccache: {},
  sshpass: { flags: "ev", values: "pfdP", counts: true },
  dotenv: { values: "efpv", flags: "co" },
  "cross-env": { assignments: true },
  direnv: { after: "exec", operands: 1 },
  mise: { after: "exec|x", flags: "qvy", values: "CcEj", shellOptions: "c command", longValues: "command cd env jobs" },
  bundle: { after: "exec", longFlags: "keep-file-descriptors" },
  poetry: { after: "run" , flags: "qvn", values: "CP"},
  pipenv: { after: "run" },
  pdm: { after: "run", flags: "s" },
  hatch: { after: "run", values: "e" },
  uv: { after: "run", flags: "qvmnUs", values: "pw", longFlags: "quiet frozen locked no-sync isolated active no-project all-extras no-dev dev offline module script no-cache verbose", longValues: "with python extra group env-file package directory project with-editable with-requirements index-url", folder: "directory" },
  conda: { after: "run", values: "np", longFlags: "no-capture-output live-stream", longValues: "name prefix cwd" },
  mamba: { after: "run", values: "np", longValues: "name prefix cwd" },
  pnpm: { after: "exec", flags: "rsw", values: "CF", longFlags: "recursive parallel silent workspace-root", longValues: "filter dir", folder: "C dir" },
  npm: { after: "exec|x", flags: "sy", values: "cpw", longFlags: "yes no-install silent", longValues: "call package workspace prefix", shellOptions: "c call" },
  npx: { flags: "yq", values: "cpw", longFlags: "yes no no-install quiet ignore-existing prefer-offline", longValues: "call package workspace", shellOptions: "c call" },
  bunx: { flags: "y", values: "p", longFlags: "bun silent verbose yes", longValues: "package" },
  pnpx: { flags: "y", values: "p", longFlags: "bun silent verbose yes", longValues: "package" },
  yarn: { after: "exec", flags: "s", longFlags: "silent", longValues: "cwd", folder: "cwd" },
  nix: { after: "develop|shell", values: "c", flags: "L", longValues: "command", longFlags: "impure" },
  doppler: { after: "run", values: "pc", longValues: "project config command token", shellOptions: "command" },
  op: { after: "run", longValues: "env-file account", longFlags: "no-masking", counts: true },
  "aws-vault": { after: "exec", operands: 1, counts: true, values: "d", longFlags: "no-session server ecs-server", longValues: "duration region" },
  lxc: { after: "exec", operands: 1, values: "T", longValues: "cwd env user group mode", longFlags: "force-interactive force-noninteractive", remote: true, counts: true },
};
