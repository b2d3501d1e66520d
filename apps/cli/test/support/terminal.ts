import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import { onTestFinished } from "vitest";
import { bin, type Fixture } from "./hermes.ts";
import { VirtualScreen } from "./virtual-screen.ts";

/** Pseudo terminals come from `script` of util-linux, whose options other systems do not know. */
export const hasTerminals: boolean = process.platform === "linux";

export interface TerminalOptions {
  readonly columns?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface TestTerminal {
  /** Types; line ends are `\r`, as from a keyboard. */
  type(keys: string): void;
  /**
   * Waits until the screen shows a text after what was last waited for, scrolled away or not, and gives everything between.
   * Of a text blanks and line ends do not count: it may be wrapped.
   */
  shows(text: string | RegExp): Promise<string>;
  /** Waits until a text stands anywhere on the screen, and for nothing behind it: it may be gone again soon. */
  sees(text: string): Promise<void>;
  /** Waits until nothing runs and the person can type. */
  ready(): Promise<void>;
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
  /** Characters but blanks that were waited for already. */
  let seen = 0;
  const screen = new VirtualScreen({ columns, rows: 30 });
  const waiting = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    raw += text;
    screen.write(text);
    for (const look of waiting) look();
  });
  const text = () => stripVTControlCharacters(raw);
  const exitCode = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  const content = async (): Promise<string> => {
    const { scrolled, shown } = await screen.lines();
    return [...scrolled, ...shown].join("\n");
  };
  const until = async (
    what: string,
    found: (fresh: string, all: string) => string | undefined,
  ): Promise<string> => {
    for (const end = Date.now() + 30_000; ;) {
      const all = await content();
      const from = placeOf(seen, all);
      const match = found(all.slice(from), all);
      if (match !== undefined) {
        // What stands in the input line is gone again when it is sent.
        const said = all.slice(
          0,
          Math.max(0, all.search(/\n(?:[a-z-]+ )?›[^\n]*(?:\n(?!\n*(?:[a-z-]+ )?›)[^\n]*)*$/)),
        );
        seen = Math.min(seen + squeezed(match).length, Math.max(seen, squeezed(said).length));
        return match;
      }
      if (Date.now() > end)
        throw new Error(`The terminal never showed ${what}. It shows:\n${all.slice(from)}`);
      await new Promise<void>((resolve) => {
        const look = () => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        };
        const timer = setTimeout(look, 1_000);
        waiting.add(look);
      });
    }
  };

  return {
    type: (keys) => {
      child.stdin.write(keys);
    },
    shows: async (wanted) =>
      await until(String(wanted), (fresh) => {
        if (typeof wanted !== "string") {
          const match = wanted.exec(fresh);
          return match === null ? undefined : fresh.slice(0, match.index + match[0].length);
        }
        const at = squeezed(fresh).indexOf(squeezed(wanted));
        return at < 0 ? undefined : fresh.slice(0, placeOf(at + squeezed(wanted).length, fresh));
      }),
    async sees(wanted) {
      const isSeen = (all: string): boolean => squeezed(all).includes(squeezed(wanted));
      await until(wanted, (_fresh, all) => (isSeen(all) ? "" : undefined));
    },
    async ready() {
      const isReady = (all: string): boolean =>
        text().includes("Hermes ") &&
        !all.includes("esc to interrupt") &&
        !all.includes("waits for your answer") &&
        all.trimEnd().split("\n").slice(-12).join("\n").includes("›");
      await until("an input line below a banner", (_fresh, all) => (isReady(all) ? "" : undefined));
    },
    text,
    raw: () => raw,
    exitCode,
    async kill() {
      process.kill(await childOf(child.pid ?? 0), "SIGKILL");
      await exitCode;
    },
  };
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Where in a text so many characters but blanks end. */
function placeOf(count: number, text: string): number {
  let left = count;
  for (const [index, letter] of text.split("").entries()) {
    if (left === 0) return index;
    if (letter.trim() !== "") left--;
  }
  return text.length;
}

/** The only child of a process. */
async function childOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim());
}
