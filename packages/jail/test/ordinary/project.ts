import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isThere } from "./programs.ts";

/** A command that a coding agent runs, as one line of bash. */
export interface OrdinaryCommand {
  /** Several are run one after another, each in a jail of its own. */
  readonly run: string | readonly string[];
  /** Programs without which it is skipped. */
  readonly needs?: readonly string[] | undefined;
  /** What it prints is not the same twice. */
  readonly anyOutput?: boolean | undefined;
  /** Takes more than a second: only with `HERMES_TEST_LONG=1`. */
  readonly slow?: boolean | undefined;
  /** Why it ends differently in the jail. */
  readonly known?: string | undefined;
}

export interface OrdinaryProject {
  readonly name: string;
  readonly needs: readonly string[];
  /** Made in less than a second; the others only with `HERMES_TEST_LONG=1`. */
  readonly isQuick?: boolean | undefined;
  /** Text by path below the root: `work/`, `home/` or others. Scripts (`#!`) can be executed. */
  readonly files: Readonly<Record<string, string>>;
  /** Bash, run once in `work` without a jail. */
  readonly setup?: string | undefined;
  readonly commands: readonly (OrdinaryCommand | string)[];
}

/** A project in a throw-away folder. It can be put back as it was, at the same path, so that both runs see the same. */
export class ProjectFolder implements Disposable {
  readonly root: string = realpathSync(mkdtempSync("/var/tmp/hermes-ordinary-"));
  readonly #kept = `${this.root}-kept`;

  constructor({ files, setup = "" }: OrdinaryProject) {
    for (const name of ["work", "home/.hermes", "scratch", "tmp"])
      mkdirSync(join(this.root, name), { recursive: true });
    chmodSync(this.path("tmp"), 0o1777);
    for (const [name, text] of Object.entries({ ...homeFiles, ...files })) {
      const path = join(this.root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
    }
    // What builds the project must work, or the rows say nothing.
    const { status, stderr } = spawnSync("bash", ["-euc", setup], {
      cwd: this.path("work"),
      env: this.env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (status !== 0) throw new Error(`The project could not be made: ${stderr}`);
    this.#copy(this.root, this.#kept);
  }

  path(name: string): string {
    return join(this.root, name);
  }

  get env(): Readonly<Record<string, string>> {
    const date = "2024-05-06T07:08:09Z";
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.path("home"),
      TMPDIR: this.path("tmp"),
      LANG: "C.UTF-8",
      TZ: "UTC",
      USER: "dev",
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      SOURCE_DATE_EPOCH: "1715000000",
      // Toolchains are those of this machine.
      RUSTUP_HOME: process.env["RUSTUP_HOME"] ?? join(homedir(), ".rustup"),
      CARGO_NET_OFFLINE: "true",
      npm_config_update_notifier: "false",
      PIP_NO_INDEX: "1",
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
    };
  }

  /** Puts everything back as it was. */
  restore(): void {
    this.#remove(this.root);
    this.#copy(this.#kept, this.root);
  }

  [Symbol.dispose](): void {
    this.#remove(this.root);
    this.#remove(this.#kept);
  }

  #copy(from: string, to: string): void {
    if (isThere("cp")) spawnSync("cp", ["-a", from, to]);
    else cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  }

  #remove(folder: string): void {
    // Commands take rights away, which `rm` minds.
    spawnSync("chmod", ["-R", "u+rwX", folder], { stdio: "ignore" });
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The home of somebody who develops: keys, settings, caches. */
const homeFiles: Readonly<Record<string, string>> = {
  "home/.ssh/id_ed25519": "a key\n",
  "home/.ssh/known_hosts": "",
  "home/.gitconfig":
    '[user]\n\tname = Dev\n\temail = dev@example.test\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n[protocol "file"]\n\tallow = always\n',
  "home/.bashrc": "export FROM_BASHRC=1\n",
  "home/.profile": "export FROM_PROFILE=1\n",
  "home/.bash_history": "ls\n",
  "home/.npmrc": "fund=false\n",
  "home/.netrc": "machine example.test login dev password p\n",
  "home/.aws/credentials": "[default]\n",
  "home/.config/gh/hosts.yml": "github.com: {}\n",
  "home/.hermes/config.yaml": "model: none\n",
};
