import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import { digestPath } from "./digest-path.ts";
import { parseHeartbeatFile } from "./heartbeat-file.ts";
import type { HeartbeatFile } from "./heartbeat-file.ts";
import type { HeartbeatChat, HeartbeatPorts } from "./heartbeat-ports.ts";

/** The files of a chat as one. */
export interface ReadFiles {
  readonly file: HeartbeatFile;
  readonly provenance: readonly Provenance[];
  readonly problem?: string | undefined;
  /** Those that are there. */
  readonly paths: readonly string[];
}

interface Kept extends ReadFiles {
  readonly stamp: string;
}

/** Reads the files of chats; one that was not touched is read once. */
export class HeartbeatFiles {
  readonly #read: HeartbeatPorts["read"];
  readonly #timeZone: string;
  #kept = new Map<string, Kept>();

  constructor(read: HeartbeatPorts["read"], timeZone: string) {
    this.#read = read;
    this.#timeZone = timeZone;
  }

  async of({ key, files }: HeartbeatChat): Promise<ReadFiles> {
    const stamps = await Promise.all(files.map(stampOf));
    const stamp = stamps.join("\n");
    const before = this.#kept.get(key);
    if (before?.stamp === stamp && before.problem === undefined) return before;
    const paths = files.filter((_, index) => stamps[index] !== "");
    const texts = await Promise.all(paths.map(async (path) => await this.#read(path)));
    const read = texts.filter((each) => each !== undefined);
    const kept = {
      ...{ stamp, paths, provenance: untrustedSources(...read.map(({ provenance }) => provenance)) },
      file: parseHeartbeatFile(read.map(({ text }) => text).join("\n\n"), this.#timeZone),
      problem: read.find(({ problem }) => problem !== undefined)?.problem,
    };
    this.#kept.set(key, kept);
    return kept;
  }

  /** Of the paths that the file watches, by how they were written. */
  async digests({ watches }: HeartbeatFile, folder: string): Promise<Readonly<Record<string, string>>> {
    const entries: [string, string][] = [];
    for (const { path } of watches)
      // oxlint-disable-next-line no-await-in-loop -- each may be many files
      entries.push([path, await digestPath(resolve(folder, path.replace(/^~(?=\/|$)/u, homedir())))]);
    return Object.fromEntries(entries);
  }

  /** Forgets all but these. */
  keep(keys: ReadonlySet<string>): void {
    this.#kept = new Map([...this.#kept].filter(([key]) => keys.has(key)));
  }
}

/** Empty: there is no such file. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? `${found.ino} ${found.size} ${found.mtimeMs}` : "";
}
