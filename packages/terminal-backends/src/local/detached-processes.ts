import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DetachedProcess } from "./detached-process.ts";
import { leaderIn, startDetached } from "./start-detached.ts";
import type { DetachedLeader, StartDetachedOptions } from "./start-detached.ts";
import { markerName } from "./shell-state.ts";

/** The processes that go on without this program, each in a folder of its own. */
export class DetachedProcesses {
  readonly #folder: string;
  readonly #followed = new Set<DetachedProcess>();

  /** @param folder Holds the folders of all of them. Made when it is needed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws {HermesError} `BACKEND_START_FAILED`. */
  async start(keepAs: string, options: Omit<StartDetachedOptions, "folder">): Promise<DetachedProcess> {
    const folder = this.#folderOf(keepAs);
    const env = { ...options.env, [markerName]: markerOf(folder) };
    return this.#follow(folder, await startDetached({ ...options, env, folder }));
  }

  /** Undefined when there is none of this name. */
  async attach(keptAs: string): Promise<DetachedProcess | undefined> {
    const folder = this.#folderOf(keptAs);
    const leader = await leaderIn(folder, unfinishedStartMs);
    if (leader !== undefined) {
      const kept = this.#follow(folder, leader);
      await kept.caughtUp;
      return kept;
    }
    // Made, and never filled: the program died in between.
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }

  /** Lets all of them go on by themselves. */
  leave(): void {
    for (const kept of this.#followed) kept.leave();
    this.#followed.clear();
  }

  #follow(folder: string, leader: DetachedLeader): DetachedProcess {
    const kept = new DetachedProcess({ folder, leader, marker: `${markerName}=${markerOf(folder)}` });
    const forget = (): boolean => this.#followed.delete(kept);
    this.#followed.add(kept);
    kept.exited.then(forget, forget);
    return kept;
  }

  #folderOf(name: string): string {
    if (!/^[A-Za-z0-9-]+$/.test(name)) throw new TypeError(`"${name}" is no name for a process.`);
    return join(this.#folder, name);
  }
}

const unfinishedStartMs = 1_000;

/** They do not carry the mark of this program, by which all others are ended. */
function markerOf(folder: string): string {
  return `kept:${folder}/`;
}
