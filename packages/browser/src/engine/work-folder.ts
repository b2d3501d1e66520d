import { readFileSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a running browser writes, in one folder that nobody else can enter. */
export interface WorkFolder {
  readonly path: string;
  /** The data of the browser itself. */
  readonly userData: string;
  /** Files that are being downloaded. */
  readonly downloads: string;
  /** Home and temporary folder of its processes. */
  readonly home: string;
  remove(): Promise<void>;
}

const start = "hermes-browser-";

/** What Chromium makes below its temporary folder. */
const socket = "org.chromium.Chromium.XXXXXX/SingletonSocket";

/** Bytes of the path of a socket: 107 on Linux, 103 on macOS. */
const longestSocketPath = 103;

/** Makes a folder whose name says which process it belongs to, and removes those of processes that are gone. */
export async function makeWorkFolder(): Promise<WorkFolder> {
  const swept = Promise.all([...new Set([tmpdir(), shortTmpdir()])].map(removeOrphans));
  const path = await mkdtemp(join(shortTmpdir(), nameStart()));
  const inside = (name: string): string => join(path, name);
  const folders = { userData: inside("data"), downloads: inside("downloads"), home: inside("home") };
  await Promise.all(Object.values(folders).map((folder) => mkdir(folder, { mode: 0o700 })));
  return {
    path,
    ...folders,
    async remove() {
      await swept;
      await removeFolder(path);
    },
  };
}

function nameStart(): string {
  return `${start}${processMark(process.pid)}-`;
}

/** Where the temporary folder is too deep for a socket, that of the system. */
function shortTmpdir(): string {
  const deepest = join(tmpdir(), `${nameStart()}XXXXXX`, "home", socket);
  return process.platform === "win32" || Buffer.byteLength(deepest) <= longestSocketPath ? tmpdir() : "/tmp";
}

async function removeFolder(path: string): Promise<void> {
  // Processes of the browser that are ending may still write.
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined);
}

async function removeOrphans(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.filter(isOrphaned).map((name) => removeFolder(join(folder, name))));
}

function isOrphaned(name: string): boolean {
  if (!name.startsWith(start)) return false;
  const [namespace, pid, startedAt] = name.slice(start.length).split("-");
  // A number of a process means something in its namespace alone.
  if (namespace !== processNamespace() || !/^[1-9]\d*$/.test(pid ?? "")) return false;
  return !isAlive(Number(pid)) || startTimeOf(Number(pid)) !== startedAt;
}

function processMark(pid: number): string {
  return `${processNamespace()}-${pid}-${startTimeOf(pid)}`;
}

function processNamespace(): string {
  try {
    return Number(/\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0]).toString(36);
  } catch {
    return "0"; // Other systems have one for all.
  }
}

/** Numbers of processes are used again, so the time of the start belongs to them. "0" where the system does not tell. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program, in brackets, may hold anything.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
  } catch {
    return "0";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
