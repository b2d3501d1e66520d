import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import type { Readable } from "node:stream";
import type { Environment } from "@hermes/registry";
import { frame, maxRequestBytes, parseRequest } from "./broker-request.ts";
import { withoutRepository } from "./git-environment.ts";
import type { SettingsRequest, SshRequest } from "./broker-request.ts";
import { judgeSettings } from "./harmless-settings.ts";
import { inspectRepository } from "./repository-facts.ts";
import type { RepositoryFacts } from "./repository-facts.ts";
import { makeProtectedFiles } from "./make-protected-files.ts";
import { changeSettings, parseSettings } from "./repository-settings.ts";
import type { GitProgram } from "./repository-settings.ts";
import { sshCommand, startSsh } from "./run-ssh.ts";
import type { GitRefusal } from "./run-ssh.ts";

export interface OpenGitBrokerOptions {
  /** Path of the socket; a kernel takes about 100 characters. */
  readonly socket: string;
  /** Folder of the work, absolute. Its repository is looked at now, before anything runs in it. */
  readonly workspace: string;
  /** The person's own: with it, ssh finds their agent and settings. */
  readonly env: Environment;
  /** @default "git" */
  readonly git?: string | undefined;
}

/** Does for jailed commands what they can't: reaches remotes by ssh, and changes settings that are harmless. */
export interface GitBroker {
  /** Folders of git whose settings it changes. */
  readonly folders: readonly string[];
  /** Addresses of remotes that the person gave, as git uses them. Those that a jailed command added are not among them. */
  readonly remotes: readonly string[];
  /** What was refused since this was last asked. */
  takeRefused(): readonly GitRefusal[];
  /** Ends what it started. */
  close(): Promise<void>;
}

/** Connections to remotes at a time. */
const maxConnections = 8;
const requestTimeoutMs = 10_000;

/**
 * Listens on a socket that jailed commands see. Whoever reaches it may be hostile: it fetches from remotes that the
 * repository had when this was opened, takes harmless settings, and does nothing else.
 */
export async function openGitBroker(options: OpenGitBrokerOptions): Promise<GitBroker> {
  const git: GitProgram = { program: options.git ?? "git", env: withoutRepository(options.env) };
  const known = await inspectRepository(git, options.workspace);
  if (known.shared !== undefined) await makeProtectedFiles(known.shared.folder, known.shared.settings);
  const refused: GitRefusal[] = [];
  const open = new Set<Socket>();
  const broker: BrokerState = {
    git,
    known,
    connections: 0,
    changing: Promise.resolve(),
    refuse(refusal) {
      if (refused.length < 100) refused.push(refusal);
    },
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket)).on("error", () => undefined);
    serve(broker, socket).catch((error: unknown) => {
      answer(
        socket,
        1,
        `git: the broker could not do it: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  });
  server.maxConnections = 64;
  await listening(server, options.socket);
  return {
    folders: [...known.settingsFiles.keys()],
    remotes: known.usedAddresses,
    takeRefused: () => refused.splice(0),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
      await rm(options.socket, { force: true });
    },
  };
}

interface BrokerState {
  readonly git: GitProgram;
  readonly known: RepositoryFacts;
  connections: number;
  /** Changes of settings come one after another. */
  changing: Promise<unknown>;
  refuse(refusal: GitRefusal): void;
}

async function serve(broker: BrokerState, socket: Socket): Promise<void> {
  const line = await readLine(socket);
  const request = line === undefined ? undefined : parseRequest(line);
  if (request === undefined) socket.destroy();
  else if (request.kind === "ssh") connect(broker, request, socket);
  else {
    const change = broker.changing.then(async () => await settle(broker, request, socket));
    broker.changing = change.catch(() => undefined);
    await change;
  }
}

function connect(broker: BrokerState, request: SshRequest, socket: Socket): void {
  const command = sshCommand(request, broker.known);
  if ("refusal" in command) {
    broker.refuse(command.refusal);
    answer(socket, 255, explainRefusal(command.refusal));
    return;
  }
  if (broker.connections >= maxConnections) {
    answer(socket, 255, `git: ${maxConnections} connections are open; wait until one has ended.`);
    return;
  }
  broker.connections += 1;
  const protocol = request.protocol === undefined ? {} : { GIT_PROTOCOL: request.protocol };
  const child = startSsh(command, { ...broker.git.env, ...protocol });
  child.once("close", () => (broker.connections -= 1));
  child.once("error", (error) => answer(socket, 255, `git: ssh could not be started: ${error.message}`));
  child.stdin.on("error", () => undefined);
  socket.pipe(child.stdin);
  const ended = Promise.all([
    sendAll(child.stdout, "output", socket),
    sendAll(child.stderr, "errors", socket),
    new Promise<number>((resolve) => {
      child.once("exit", (code) => resolve(code ?? 255));
    }),
  ]);
  socket.once("close", () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  });
  ended.then(
    ([, , code]) => answer(socket, code),
    () => socket.destroy(),
  );
}

/** Waits where the other side is slow. */
async function sendAll(stream: Readable, kind: "output" | "errors", socket: Socket): Promise<void> {
  for await (const chunk of stream) {
    if (socket.destroyed) return;
    // A stream without an encoding gives bytes.
    if (!socket.write(frame(kind, chunk as Buffer)))
      await new Promise<void>((resolve) => {
        const goOn = (): void => {
          socket.off("drain", goOn).off("close", goOn);
          resolve();
        };
        socket.once("drain", goOn).once("close", goOn);
      });
  }
}

async function settle(
  { git, known, refuse }: BrokerState,
  request: SettingsRequest,
  socket: Socket,
): Promise<void> {
  const file = known.settingsFiles.get(request.repository);
  if (file === undefined) {
    answer(socket, 1, "git: the settings of this repository are not changed from here.");
    return;
  }
  const [before, after] = await Promise.all([
    parseSettings(git, request.before),
    parseSettings(git, request.after),
  ]);
  let refused: readonly string[] = [];
  await changeSettings(git, file, (actual) => {
    const judged = judgeSettings({ before, after, actual }, known.addresses);
    refused = judged.refused;
    return judged.taken;
  });
  for (const subject of refused) refuse({ kind: "setting", subject });
  const lines = refused.map((subject) => explainRefusal({ kind: "setting", subject }));
  answer(socket, refused.length === 0 ? 0 : 1, ...lines);
}

function explainRefusal({ kind, subject }: GitRefusal): string {
  if (kind === "push") return "git: a push leaves the jail; run it outside, which is asked about.";
  if (kind === "setting")
    return `git: ${subject} stays as it was, since it can make git run programs or send elsewhere; set it outside, which is asked about.`;
  return `git: ${JSON.stringify(subject.slice(0, 300))} is no remote that the person gave to this repository; run it outside, which is asked about.`;
}

function answer(socket: Socket, code: number, ...lines: readonly string[]): void {
  if (socket.destroyed || socket.writableEnded) return;
  if (lines.length > 0) socket.write(frame("errors", Buffer.from(`${lines.join("\n")}\n`)));
  socket.end(frame("exit", Uint8Array.of(code)));
  // What may still be sent is not read by anybody.
  socket.resume();
}

/** The first line; what follows it is put back. */
async function readLine(socket: Socket): Promise<string | undefined> {
  return await new Promise((resolve) => {
    let read = Buffer.alloc(0);
    const done = (line: string | undefined): void => {
      socket.off("data", take).off("end", stop).off("close", stop).setTimeout(0);
      resolve(line);
    };
    const stop = (): void => done(undefined);
    const take = (chunk: Buffer): void => {
      const end = chunk.indexOf(10);
      read = Buffer.concat([read, end < 0 ? chunk : chunk.subarray(0, end)]);
      if (read.length > maxRequestBytes) stop();
      else if (end >= 0) {
        socket.pause();
        if (end + 1 < chunk.length) socket.unshift(chunk.subarray(end + 1));
        done(read.toString());
      }
    };
    socket.on("data", take).once("end", stop).once("close", stop);
    socket.setTimeout(requestTimeoutMs, () => {
      socket.destroy();
    });
  });
}

async function listening(server: Server, path: string): Promise<void> {
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(path, resolve);
  });
}
