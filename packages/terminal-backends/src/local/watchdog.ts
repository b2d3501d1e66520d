import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";

export interface WatchdogOptions {
  /** Removed when this process died without a word. */
  readonly folders: readonly string[];
  /** Environment entry that every child carries. */
  readonly marker: string;
}

/**
 * A small shell beside this process that notices its death, however it came (`kill -9` included), and then does what
 * this process no longer can: it ends the children and removes the folder. Nothing has to run at exit.
 */
export class Watchdog {
  readonly #process: ChildProcess;

  constructor({ folders, marker }: WatchdogOptions) {
    this.#process = spawn("/bin/sh", ["-c", script, "hermes-watchdog", marker, ...folders], {
      // A session of its own, so that a signal to this process's group does not reach it.
      detached: true,
      cwd: "/",
      env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
      stdio: ["pipe", "ignore", "ignore"],
    });
    // Without it the children are still ended by `dispose`; only the death of this process would go unnoticed.
    this.#process.once("error", () => undefined);
    this.#process.stdin?.on("error", () => undefined);
    this.#process.unref();
    // Streams of a child are sockets underneath, which the type does not say.
    (this.#process.stdin as { unref?: () => void } | null)?.unref?.();
  }

  /** Replaces the list of process groups that must not outlive this process. */
  watch(groups: Iterable<number>): void {
    this.#process.stdin?.write(`${[...groups].join(" ")}\n`);
  }

  /** Everything was put in order: nothing is left to do. */
  async dismiss(): Promise<void> {
    const { stdin } = this.#process;
    if (this.#process.exitCode !== null || this.#process.pid === undefined) return;
    const gone = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.ref();
    stdin?.end("done\n");
    await gone;
  }
}

// It reads until the other end of its input closes. `grep` comes too late to hurt anybody's start-up time.
const script = `
marker=$1 groups=
shift
while read -r line; do groups=$line; done
[ "$groups" = done ] && exit 0
in_group() {
  { read -r facts <"/proc/$1/stat"; } 2>/dev/null || return 1
  set -- \${facts##*) }
  case " $groups " in *" $3 "*) return 0 ;; esac
  return 1
}
signal() {
  reached=
  for group in $groups; do kill "-$1" "-$group" 2>/dev/null && reached=1; done
  for file in $(grep -lsF -e "$marker" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}
    pid=\${pid%/environ}
    in_group "$pid" && continue
    kill "-$1" "$pid" 2>/dev/null && reached=1
  done
}
signal TERM
# Mostly nothing is left a moment later; \`kill -0\` only looks.
left=20
while [ -n "$reached" ] && [ $left -gt 0 ]; do
  sleep 0.1 2>/dev/null || { sleep 1; left=$((left - 9)); }
  left=$((left - 1))
  signal 0
done
[ -n "$reached" ] && signal KILL
rm -rf -- "$@"
`;
