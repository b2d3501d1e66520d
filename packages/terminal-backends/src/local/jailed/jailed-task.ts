import { chmodSync, mkdirSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { CallWall, WallProfile } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import { buildShellScript } from "../../shell-script.ts";
import type { EnterWallOptions, LocalWall } from "../local-wall.ts";
import { OutputPipes } from "../output-pipe.ts";
import { shellArguments } from "../start-shell.ts";
import type { Shell, StartShellOptions } from "../start-shell.ts";
import type { TerminalSize } from "../pty-process.ts";
import { ShellState, markerName } from "../shell-state.ts";
import type { ShellCall } from "../shell-state.ts";
import { TemporaryPaths } from "../temporary-paths.ts";
import { SessionJail } from "./session-jail.ts";
import type { JailedShell } from "./session-jail.ts";
import { PublishedPorts } from "./published-ports.ts";
import { findSupervisor } from "./supervisor-program.ts";
import { TaskNetwork, networkFolder, proxyPort } from "../../task-network.ts";

export type JailProfile = Exclude<WallProfile, "open">;

export interface JailedTaskOptions {
  readonly wall: LocalWall;
  readonly taskId: string;
  /** Start of the marks of its processes. */
  readonly id: string;
  /** For what jails are reached by. Made here, and seen by them. */
  readonly folder: string;
  /** `/tmp` of its commands. Made here. */
  readonly temporary: string;
  /** Folders below `/tmp` that are those of this machine. */
  readonly shared: readonly string[];
  /** Folders that no jail sees. */
  readonly hidden: readonly string[];
  readonly shell: Shell;
  readonly env: Readonly<Record<string, string>>;
  /** Called when there is a jail more or less. */
  readonly onJails: () => void;
}

export interface JailedStart {
  readonly profile: JailProfile;
  readonly command: string;
  readonly call: ShellCall;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly stdin: StartShellOptions["stdin"];
  readonly terminal: { readonly size: TerminalSize; readonly raw: boolean } | undefined;
  /** Whether it leaves its state for the next command. */
  readonly save: boolean;
  readonly onText: (text: string) => void;
}

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** They name places that are not there behind a wall. */
const outsideNames: readonly string[] = ["TMPDIR", "TMP", "TEMP"];

/** The commands of one task that are behind the wall: one jail for each profile, one shell state, one `/tmp`, one network. */
export class JailedTask {
  readonly state: ShellState;
  readonly paths: TemporaryPaths;
  readonly #options: JailedTaskOptions;
  readonly #pipes: OutputPipes;
  readonly #jails = new Map<JailProfile, SessionJail>();
  readonly #ports = new Map<JailProfile, PublishedPorts>();
  #network: Promise<TaskNetwork | undefined> | undefined;
  #opened: TaskNetwork | undefined;
  #lost = false;
  #wasOutdated = false;
  #isOutlived = false;
  #ended = false;

  constructor(options: JailedTaskOptions) {
    const { id, folder, temporary } = options;
    this.#options = options;
    const states = join(folder, "state");
    for (const each of [folder, states, temporary]) mkdirSync(each, { mode: 0o700 });
    // As programs expect it of a `/tmp`. The folder above is for its owner alone.
    chmodSync(temporary, 0o1777);
    this.paths = new TemporaryPaths({ root: realpathSync(temporary), shared: options.shared });
    this.state = new ShellState({ id, folder: states, commandFolder: folder });
    this.#pipes = new OutputPipes(folder);
  }

  /** Process groups of its jails. */
  get groups(): readonly number[] {
    return [...this.#jails.values()].flatMap(({ pid, isOver }) => (pid === undefined || isOver ? [] : [pid]));
  }

  /** Starts the jail of a profile, so that the first command need not wait for it. */
  async prepare(profile: JailProfile): Promise<void> {
    await this.#options.wall.ready?.();
    if (this.#ended) return;
    if (this.#options.wall.sharesLoopback === true) await this.#openNetwork();
    this.#jail(profile);
    await Promise.all([this.#openNetwork(), this.#pipes.prepare()]);
  }

  /** Opens hosts for a command. @returns The way to close them. */
  async giveHosts({
    hosts = [],
    closedHosts = [],
  }: Pick<CallWall, "hosts" | "closedHosts">): Promise<() => void> {
    const network = await this.#openNetwork();
    if (network === undefined) return () => undefined;
    const close = network.give(hosts, closedHosts);
    if (hosts.length > 0) this.#tunnel(network);
    return () => {
      close();
      if (hosts.length > 0) this.#tunnel(network);
    };
  }

  /** @throws What `KeptJail.start` throws. */
  async start(options: JailedStart): Promise<JailedShell> {
    const { profile, command, call, cwd, stdin, terminal, onText } = options;
    const { shell } = this.#options;
    const [network] = await Promise.all([this.#openNetwork(), this.#endOutdated(profile)]);
    const commandFile = call.storeLong(command);
    const script = buildShellScript({
      commandFile,
      stateFile: call.stateFile,
      saveTo: options.save ? call.saveTo : undefined,
      env: options.env,
      cwd,
      dialect: shell.dialect,
      transient: [markerName],
    });
    const [outputPipe, inputPipe] = await Promise.all([
      this.#pipes.open(),
      stdin === undefined ? undefined : this.#pipes.openInput(),
    ]);
    if (this.#ended) {
      outputPipe.childStarted();
      outputPipe.reader.destroy();
      inputPipe?.writer.destroy();
      throw released();
    }
    return await this.#jail(profile).start({
      program: shell.path,
      args: shellArguments({ shell, script, scriptArguments: commandFile === undefined ? [command] : [] }),
      cwd,
      env: {
        ...(call.stateFile === undefined
          ? { ...this.environment, ...network?.environment(this.environment) }
          : {}),
        PWD: cwd,
        [markerName]: call.markerValue,
      },
      marker: call.marker,
      pty: terminal === undefined ? undefined : { ...terminal.size, raw: terminal.raw },
      state: options.save ? call.saveTo : undefined,
      stdin,
      onText,
      outputPipe,
      inputPipe,
    });
  }

  /** The command line of a jail of its own, for a process that outlives this program. */
  enterAlone(command: readonly string[], profile: JailProfile): readonly string[] {
    this.#isOutlived = true;
    return this.#options.wall.enter(command, {
      ...this.#places(profile),
      writable: [],
      outlivesParent: true,
    });
  }

  /** Whether processes may go on that use its `/tmp`. */
  get isOutlived(): boolean {
    return this.#isOutlived;
  }

  /** Where the programs that make jails are found. */
  get systemPath(): string {
    return this.#options.wall.path ?? systemPath;
  }

  /** Variables that its first command starts with. */
  get environment(): Readonly<Record<string, string>> {
    const { env, wall } = this.#options;
    // Where `/tmp` is that of this machine, its own folder for temporary files has to be named.
    const { root } = this.paths;
    const temporary = this.paths.inside(root) === root ? { TMPDIR: root } : {};
    return { ...jailedEnvironment(env), ...temporary, ...wall.environment?.() };
  }

  /** What the reader of the next output must know. */
  takeNotices(): readonly string[] {
    const lost = this.#lost || [...this.#jails.values()].some(({ wasLost }) => wasLost);
    const wasOutdated = this.#wasOutdated;
    [this.#lost, this.#wasOutdated] = [false, false];
    for (const [profile, { isOver }] of this.#jails) if (isOver) this.#jails.delete(profile);
    return [
      ...(lost
        ? [
            "Everything that ran behind the wall was ended, by a signal or for want of memory: background processes are gone, files and the last complete shell state are there.",
          ]
        : []),
      ...(wasOutdated
        ? [
            "A file that the wall protects was replaced from outside, so that the wall was made anew: background processes were ended.",
          ]
        : []),
      ...(this.#opened?.takeNotices() ?? []),
      ...(this.#options.wall.takeNotices?.() ?? []),
    ];
  }

  /** Ends all that runs behind the wall, and takes away what it left, processes that outlive this program and their output excepted. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all([...this.#jails.values()].map((jail) => jail.end()));
    this.#options.onJails();
    for (const ports of this.#ports.values()) ports.close();
    await (await this.#network?.catch(() => undefined))?.close();
    await rm(this.#options.folder, { recursive: true, force: true });
  }

  #jail(profile: JailProfile): SessionJail {
    const known = this.#jails.get(profile);
    if (known !== undefined && !known.isOver) return known;
    if (known?.wasLost === true) this.#lost = true;
    const { wall, id, folder, onJails } = this.#options;
    const reaches = wall.openNetwork !== undefined && profile !== "read-only";
    const shares = wall.sharesLoopback === true;
    const program = findSupervisor();
    const markerValue = `${id}-wall/`;
    const command = program.command({
      folder,
      published: publishedName(profile),
      marker: this.state.marker,
      proxyPort: reaches && !shares ? proxyPort : undefined,
    });
    const places = this.#places(profile);
    const jail: SessionJail = new SessionJail({
      command: wall.enter(command, {
        ...places,
        readable: [...places.readable, ...program.readable],
        proxyPort: reaches && shares ? this.#opened?.port : undefined,
      }),
      env: { PATH: this.systemPath, [markerName]: markerValue },
      marker: `${markerName}=${markerValue}`,
      onPorts: (ports) => this.#publish(profile, ports),
    });
    this.#jails.set(profile, jail);
    if (this.#opened !== undefined) this.#tunnel(this.#opened);
    onJails();
    return jail;
  }

  #places(profile: JailProfile): EnterWallOptions {
    const { folder, hidden, temporary } = this.#options;
    return {
      profile,
      writable: [join(folder, "state")],
      readable: [folder],
      // Who only looks reaches nobody.
      hidden: profile === "read-only" ? [...hidden, networkFolder(folder)] : hidden,
      temporary,
    };
  }

  async #endOutdated(profile: JailProfile): Promise<void> {
    const known = this.#jails.get(profile);
    if (known?.isOutdated !== true) return;
    this.#wasOutdated = true;
    await known.end();
  }

  async #openNetwork(): Promise<TaskNetwork | undefined> {
    const { wall, taskId, folder } = this.#options;
    await wall.ready?.();
    if (this.#ended) throw released();
    this.#network ??= TaskNetwork.open(wall, { taskId, folder });
    this.#opened = await this.#network;
    return this.#opened;
  }

  #tunnel(network: TaskNetwork): void {
    for (const jail of this.#jails.values()) jail.say({ type: "tunnels", hosts: network.local() });
  }

  #publish(profile: JailProfile, ports: readonly number[]): void {
    const known = this.#ports.get(profile);
    if (known !== undefined || ports.length === 0 || this.#ended) {
      known?.publish(ports);
      return;
    }
    const published = new PublishedPorts({
      socket: join(this.#options.folder, publishedName(profile)),
      connect: (id, port) => this.#jails.get(profile)?.say({ type: "connect", id, port }),
    });
    this.#ports.set(profile, published);
    published.publish(ports);
  }
}

function released(): HermesError {
  return new HermesError("The task was released; nothing is run any more.", { code: "BACKEND_DISPOSED" });
}

function publishedName(profile: JailProfile): string {
  return `published-${profile}`;
}

function jailedEnvironment(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !outsideNames.includes(name)));
}
