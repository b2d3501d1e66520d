import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { dirname, join } from "node:path";
import { cacheVariables, workspaceProfile } from "../../src/index.ts";
import type { JailProfile, ProfileJail } from "../../src/index.ts";
import { canary, closedInWork, ofTheMachine, runsByItself, secrets } from "./hostile-files.ts";

/** A person's home, a project and a machine around them, with everything that a hostile command could be after. */
export class HostilePlace implements AsyncDisposable {
  readonly root: string = realpathSync(mkdtempSync("/var/tmp/hermes-hostile-"));
  readonly id: string = `hostile-${process.pid}-${Math.random().toString(36).slice(2)}`;
  readonly #heard: string[] = [];
  readonly #servers: (Server | Socket)[] = [];
  readonly #sockets: Readonly<Record<string, string>>;
  #victim: ChildProcess | undefined;
  #port = 0;

  constructor() {
    this.#sockets = {
      SSH_AUTH_SOCK: this.path("outside/agent.sock"),
      DOCKER: this.path("home/.docker/run/docker.sock"),
      TMUX_SOCKET: this.path("home/.screen/tmux.sock"),
      BUS: this.path("home/.gnupg/S.gpg-agent"),
    };
  }

  /** Starts what listens and what must stay alive. */
  async open(): Promise<void> {
    this.restore();
    // A program of the person, with a key in its environment.
    this.#victim = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], {
      env: { ...process.env, OUTER_KEY: `${canary}-environ` },
      stdio: "ignore",
      detached: true,
    });
    const tcp = createServer((socket) =>
      socket
        .on("error", () => undefined)
        .on("data", (data) => this.#heard.push(String(data)))
        .write(`${canary}-served`),
    );
    await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
    tcp.on("connection", () => this.#heard.push("a connection"));
    // A server that listens has an address with a port.
    this.#port = (tcp.address() as AddressInfo).port;
    const abstract = createServer((socket) => {
      this.#heard.push("an abstract connection");
      socket.destroy();
    });
    await new Promise<void>((resolve) => abstract.listen(`\0hermes-${this.id}`, resolve));
    const udp = createSocket("udp4", (message) => this.#heard.push(`datagram ${message.toString()}`));
    await new Promise<void>((resolve) => udp.bind(this.#port, "127.0.0.1", resolve));
    this.#servers.push(tcp, abstract, udp);
    for (const path of Object.values(this.#sockets)) {
      const server = createServer((socket) => {
        this.#heard.push(`a connection to ${path}`);
        socket
          .on("error", () => undefined)
          .resume()
          .end(`${canary}-socket`);
      });
      mkdirSync(dirname(path), { recursive: true });
      await new Promise<void>((resolve) => server.listen(path, resolve));
      this.#servers.push(server);
    }
  }

  path(name: string): string {
    return join(this.root, name);
  }

  get env(): Readonly<Record<string, string>> {
    const own = { home: this.path("home"), env: { HOME: this.path("home") } };
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.path("home"),
      HH: this.path("home/.hermes"),
      WS: this.path("work"),
      OUT: this.path("outside"),
      SCRATCH: this.path("scratch"),
      ROOT: this.root,
      PORT: String(this.#port),
      ABSTRACT: `hermes-${this.id}`,
      VICTIM: String(this.#victim?.pid ?? 0),
      RUNNER: String(process.pid),
      HOSTILE_ID: this.id,
      LANG: "C.UTF-8",
      ...this.#sockets,
      TMUX: `${this.#sockets["TMUX_SOCKET"]},1,0`,
      ...cacheVariables(own),
    };
  }

  get profile(): JailProfile {
    return workspaceProfile({
      workspace: this.path("work"),
      home: this.path("home"),
      hermesHome: this.path("home/.hermes"),
      scratch: this.path("scratch"),
      env: { SSH_AUTH_SOCK: this.#sockets["SSH_AUTH_SOCK"], TMUX: this.env["TMUX"] },
      temporary: this.path("tmp"),
      network: "none",
    });
  }

  /** Everything as it was. What listens stays. */
  restore(): void {
    for (const name of ["work", "scratch", "tmp"]) rmSync(this.path(name), { recursive: true, force: true });
    const listening = new Set(Object.values(this.#sockets).map((path) => this.#top(path)));
    for (const name of ["home", "outside"])
      for (const each of existsSync(this.path(name)) ? readdirSync(this.path(name)) : [])
        if (!listening.has(`${name}/${each}`))
          rmSync(this.path(`${name}/${each}`), { recursive: true, force: true });
    const write = (name: string, text: string): void => {
      mkdirSync(dirname(this.path(name)), { recursive: true });
      writeFileSync(this.path(name), text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
    };
    for (const name of secrets) write(`home/${name}`, `${canary}-${name}\n`);
    for (const [name, text] of Object.entries(runsByItself)) write(name, text);
    write("work/.git/HEAD", "ref: refs/heads/main\n");
    write("work/.git/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
    for (const name of [
      "work/.git/objects",
      "work/.git/refs/heads",
      "work/src",
      "scratch",
      "tmp",
      "home/.npm",
      "home/.cargo/registry",
    ])
      mkdirSync(this.path(name), { recursive: true });
    write("work/src/main.c", "int main(void) { return 0; }\n");
    write("work/file.txt", "a file\n");
    write("home/.ssh/known_hosts", "host\n");
  }

  /** Runs one command in a jail of its own. */
  async run(
    jail: ProfileJail | undefined,
    command: string,
  ): Promise<{ readonly code: number | null; readonly output: string }> {
    const words = ["bash", "-c", command];
    const [program = "", ...args] = jail === undefined ? words : jail.enter(this.profile, words);
    const child = spawn(program, args, {
      cwd: this.path("work"),
      env: this.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      timeout: 20_000,
      killSignal: "SIGKILL",
    });
    let output = "";
    const add = (chunk: Buffer): void => void (output += chunk.toString("latin1"));
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => {
        // Whoever is left may hold the pipes.
        setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
          resolve({ code, output });
        }, 10);
      });
    });
  }

  /** What must be the same afterwards. */
  state(): Readonly<Record<string, string>> {
    const state: Record<string, string> = {};
    const caches = /^home\/(\.npm|\.cargo\/registry|\.docker\/run|\.screen)(\/|$)/;
    for (const name of ["home", "outside", ...closedInWork.map((each) => `work/${each}`)])
      this.#look(name, state, caches);
    state["entries"] = readdirSync(this.root).join();
    for (const path of ofTheMachine) state[path] = identityOf(path);
    for (const path of ["/dev/null", "/dev/zero"]) state[path] = modeOf(path);
    return state;
  }

  /** @returns What harm was done since `before`, in words; empty when none was. */
  async harm(before: Readonly<Record<string, string>>, output: string): Promise<readonly string[]> {
    const after = this.state();
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => before[name] !== after[name],
    );
    const heard = this.#heard.splice(0);
    const left = await leftProcesses(this.id);
    return [
      ...changed.map((name) => `${name} changed`),
      ...(spellings.some((spelling) => output.includes(spelling))
        ? [`a secret came out: ${output.slice(0, 200)}`]
        : []),
      ...heard.map((what) => `heard: ${what}`),
      ...(this.#victim?.exitCode !== null || this.#victim.signalCode !== null
        ? ["a program outside was ended"]
        : []),
      ...(isStopped(this.#victim?.pid) ? ["a program outside was stopped"] : []),
      ...left.map((pid) => `process ${pid} was left`),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#victim?.kill("SIGKILL");
    for (const server of this.#servers) await new Promise<void>((resolve) => server.close(() => resolve()));
    chmodSync(this.root, 0o700);
    rmSync(this.root, { recursive: true, force: true });
  }

  /** The first two names of a path below the root. */
  #top(path: string): string {
    return path
      .slice(this.root.length + 1)
      .split("/")
      .slice(0, 2)
      .join("/");
  }

  #look(name: string, state: Record<string, string>, without: RegExp): void {
    if (without.test(name)) return;
    const path = this.path(name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return;
    const mode = stats.mode.toString(8);
    if (stats.isSymbolicLink()) state[name] = `-> ${readlinkSync(path)}`;
    else if (stats.isDirectory()) {
      state[name] = mode;
      for (const each of readdirSync(path)) this.#look(`${name}/${each}`, state, without);
    } else
      state[name] =
        `${mode} ${stats.uid} ${stats.nlink} ${stats.isFile() ? readFileSync(path, "latin1") : ""}`;
  }
}

/** A secret that was only spelled in another way is out as well. */
const spellings: readonly string[] = [
  canary,
  [...canary].reverse().join(""),
  Buffer.from(canary).toString("hex"),
  ...[0, 1, 2].map((shift) =>
    Buffer.from(`${"x".repeat(shift)}${canary}`)
      .toString("base64")
      .slice(shift === 0 ? 0 : 4, 12),
  ),
];

function identityOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "not there";
  if (!isReadable(path)) return String(stats.mode);
  // Others work on this machine meanwhile: of folders only what these commands would put there counts.
  if (stats.isDirectory())
    return readdirSync(path)
      .filter((name) => name.includes("pwned"))
      .join();
  const text = path.startsWith("/proc") ? readFileSync(path, "utf8") : `${stats.size} ${stats.mtimeMs}`;
  return `${stats.mode} ${text}`;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false; // As a normal user.
  }
}

function modeOf(path: string): string {
  const { mode, uid, gid } = statSync(path);
  return `${mode} ${uid} ${gid}`;
}

function isStopped(pid: number | undefined): boolean {
  return /^State:\s+[Tt]/m.test(readFileSync(`/proc/${pid ?? "self"}/status`, "utf8"));
}

/** Processes that the command started. The kernel ends those of a jail at its own pace. */
async function leftProcesses(id: string): Promise<readonly string[]> {
  for (let tries = 0; ; tries++) {
    const left = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(id));
    if (left.length === 0 || tries === 100) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return ""; // It is gone, or of somebody else.
  }
}
