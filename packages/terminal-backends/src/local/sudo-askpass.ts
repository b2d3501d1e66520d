import { execFile } from "node:child_process";
import { constants, existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

/** Undefined: nobody gave one, and sudo fails. */
export type AskSudoPassword = () => Promise<string | undefined>;

const answerLimitMs = 2_000;

// sudo runs it as the user, without arguments of ours, and takes the first line that it prints.
const helper = (folder: string): string => `#!/bin/sh
answer='${folder}'/sudo-answer-$$
mkfifo -m 600 "$answer" || exit 1
printf '%s %s\\n' "$$" "$PPID" >'${folder}'/sudo-ask
IFS= read -r password <"$answer"
rm -f "$answer"
[ -n "$password" ] && printf '%s\\n' "$password"
`;

// sudo asks a helper only when it is told to. Who has chosen another way of asking keeps it.
const wrapper = (sudo: string): string => `#!/bin/sh
for word; do
  case $word in
    -n|--non-interactive|-S|--stdin|-A|--askpass) exec '${sudo}' "$@" ;;
    --|[!-]*) break ;;
  esac
done
exec '${sudo}' -A "$@"
`;

/**
 * Gives the password to sudo when sudo itself asks for it, and to nobody else: it is in no argument, no environment,
 * no file and no input that a command could read.
 *
 * A password that was refused is forgotten and not tried again.
 */
export class SudoAskpass {
  readonly #ask: AskSudoPassword;
  #known: Promise<string | undefined> | undefined;
  #folder: string | undefined;
  #questions: Promise<Socket> | undefined;
  /** Ids of sudo processes that were given the password. */
  readonly #served = new Set<number>();

  constructor(ask: AskSudoPassword) {
    this.#ask = ask;
  }

  /** What commands need in their environment: sudo told to ask, and the helper that it asks. Nothing where it is not installed. */
  async environment(
    folder: string,
    path: string | undefined,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    const sudo = (path ?? "")
      .split(":")
      .map((each) => join(each, "sudo"))
      .find(isRealSudo);
    if (sudo === undefined) return undefined;
    this.#folder = folder;
    this.#questions ??= this.#listen(folder, sudo);
    await this.#questions;
    return { SUDO_ASKPASS: join(folder, "askpass"), PATH: `${join(folder, "bin")}:${path}` };
  }

  /** Forgets the password. */
  async close(): Promise<void> {
    this.#known = undefined;
    (await this.#questions?.catch(() => undefined))?.destroy();
  }

  async #listen(folder: string, sudo: string): Promise<Socket> {
    const pipe = join(folder, "sudo-ask");
    await run("mkfifo", ["-m", "600", pipe]);
    writeFileSync(join(folder, "askpass"), helper(folder), { mode: 0o700 });
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin", "sudo"), wrapper(sudo), { mode: 0o700 });
    // For both directions, so that it has no end when one who asks is gone.
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const questions = new Socket({ fd, readable: true, writable: false });
    questions.unref();
    let rest = "";
    questions.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [asker, parent] = line.split(" ").map(Number);
        // One who is gone before the answer needs none.
        if (asker !== undefined && parent !== undefined) this.#answer(asker, parent).catch(() => undefined);
      }
    });
    // What can't be read any more is at its end; sudo is then told nothing and fails.
    questions.on("error", () => undefined);
    return questions;
  }

  async #answer(asker: number, sudo: number): Promise<void> {
    const isAsked = await isChildOfSudo(asker, sudo).catch(() => false);
    const password = isAsked ? await this.#passwordFor(sudo) : undefined;
    const input = await openForWriting(join(this.#folder ?? "", `sudo-answer-${asker}`));
    try {
      await input.write(`${password ?? ""}\n`);
    } finally {
      await input.close();
    }
  }

  async #passwordFor(sudo: number): Promise<string | undefined> {
    if (this.#served.has(sudo)) {
      // It asks again: what it was given is wrong.
      this.#known = undefined;
      return undefined;
    }
    this.#served.add(sudo);
    this.#known ??= this.#ask();
    const password = await this.#known.catch(() => undefined);
    // Nobody answered: the next command may ask again.
    if (password === undefined) this.#known = undefined;
    return password;
  }
}

function isRealSudo(path: string): boolean {
  return path.startsWith("/") && existsSync(path);
}

/** Whether who asks is a child of sudo, which alone runs with the rights of root under that name. */
async function isChildOfSudo(asker: number, sudo: number): Promise<boolean> {
  if (process.platform === "linux") {
    const parent = /^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${asker}/status`, "utf8"))?.[1];
    const about = await readFile(`/proc/${sudo}/status`, "utf8");
    // Real, effective, saved: the effective one is what it may do.
    return Number(parent) === sudo && /^Name:\s+sudo$/m.test(about) && /^Uid:\s+\d+\s+0\s/m.test(about);
  }
  const { stdout: parent } = await run("ps", ["-o", "ppid=", "-p", String(asker)]);
  const { stdout: about } = await run("ps", ["-o", "uid=,comm=", "-p", String(sudo)]);
  return Number(parent) === sudo && /^\s*0\s+(\S*\/)?sudo\s*$/.test(about);
}

/** The first command of a session waits for it, so it does not load execa. */
async function run(program: string, args: readonly string[]): Promise<{ readonly stdout: string }> {
  return await promisify(execFile)(program, args, { timeout: answerLimitMs });
}

/** Waits for the reader no longer than it can take: who died will never read. */
async function openForWriting(path: string): Promise<Awaited<ReturnType<typeof open>>> {
  for (const deadline = performance.now() + answerLimitMs; ; await delay(5)) {
    try {
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
  }
}
