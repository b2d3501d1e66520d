import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import { onTestFinished } from "vitest";
import { bin, type Fixture } from "./hermes.ts";

/** Pseudo terminals come from `script` of util-linux, whose options other systems do not know. */
export const hasTerminals: boolean = process.platform === "linux";

export interface TerminalOptions {
  readonly columns?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface TestTerminal {
  /** Types; line ends are `\r`, as from a keyboard. */
  type(keys: string): void;
  /** Waits until the screen has shown a text after what was last waited for, and gives everything between. */
  shows(text: string | RegExp): Promise<string>;
  /** Everything so far, without escape sequences. */
  text(): string;
  /** Everything so far, as it came. */
  raw(): string;
  readonly exitCode: Promise<number | null>;
  /** Kills the executable at once, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts the real executable on a pseudo terminal. */
export function openTestTerminal(
  person: Fixture,
  args: readonly string[],
  { columns = 80, env = {} }: TerminalOptions = {},
): TestTerminal {
  const command = [process.execPath, bin, ...args]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(" ");
  const child = spawn("script", ["-qefc", `stty cols ${columns} rows 30; exec ${command}`, "/dev/null"], {
    cwd: person.project,
    env: { ...person.env, TERM: "xterm-256color", SHELL: "/bin/sh", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let raw = "";
  let seen = 0;
  const waiting = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    raw += text;
    for (const look of waiting) look();
  });
  const text = () => stripVTControlCharacters(raw);
  const exitCode = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });

  return {
    type: (keys) => {
      child.stdin.write(keys);
    },
    shows: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const fresh = text().slice(seen);
          const at = typeof wanted === "string" ? fresh.indexOf(wanted) : fresh.search(wanted);
          if (at < 0) return;
          const length = typeof wanted === "string" ? wanted.length : (wanted.exec(fresh)?.[0].length ?? 0);
          seen += at + length;
          finish();
          resolve(fresh.slice(0, at + length));
        };
        const fail = () => {
          finish();
          reject(new Error(`The terminal never showed ${String(wanted)}. It showed:\n${text().slice(seen)}`));
        };
        const timer = setTimeout(fail, 10_000);
        const finish = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    text,
    raw: () => raw,
    exitCode,
    async kill() {
      process.kill(await childOf(child.pid ?? 0), "SIGKILL");
      await exitCode;
    },
  };
}

/** The only child of a process. */
async function childOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim());
}
