import { mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { JailLimits } from "./limits.ts";
import { isOrphaned, ownerMark } from "./owner-mark.ts";

/** A group of processes that the system counts together. */
export interface ControlGroup {
  /** What it limits: all of a run's memory, all of its processes. */
  readonly limited: { readonly memory: boolean; readonly processes: boolean };
  /** Puts a process into it, with all that it starts from then on. */
  join(pid: number): Promise<void>;
  /** Removes it, once its last process is gone; nobody has to wait for that. */
  close(): Promise<void>;
}

/** Where groups are made, and how: the two ways in which Linux does it. */
export interface ControlGroups {
  /** @returns Undefined where this process may not make groups. */
  open(limits: JailLimits): Promise<ControlGroup | undefined>;
  /** Removes the groups of processes that were killed. */
  removeLeft(): Promise<void>;
}

interface Place {
  readonly parent: string;
  readonly settings: (limits: JailLimits) => readonly Setting[];
}

interface Setting {
  readonly file: string;
  readonly value: number;
  readonly limits?: "memory" | "processes" | undefined;
}

const nameStart = "hermes-";

/** @param options `root`: where control groups are mounted. */
export async function findControlGroups({
  root = "/sys/fs/cgroup",
}: { readonly root?: string | undefined } = {}): Promise<ControlGroups> {
  const { places, own } = await findPlaces(root);
  return {
    async open(limits) {
      const name = `${nameStart}${ownerMark()}-${crypto.randomUUID().slice(0, 8)}`;
      const folders = await Promise.all(places.map(({ parent }) => makeFolder(join(parent, name))));
      // The first process that joins any group after a while waits some 10 ms for every processor of the machine; those
      // right behind it don't. So this one joins where it is already, as early as it can.
      if (own !== undefined && folders.some((folder) => folder !== undefined))
        writeFile(join(own, "cgroup.procs"), String(process.pid)).catch(() => undefined);
      const made = await Promise.all(
        places.map(async ({ settings }, index) => await setLimits(folders[index], settings(limits))),
      );
      const groups = made.filter((group) => group !== undefined);
      if (groups.length === 0) return undefined;
      const limited = new Set(groups.flatMap((group) => group.limited));
      return {
        limited: { memory: limited.has("memory"), processes: limited.has("processes") },
        // One after the other: whoever comes second has nothing to wait for.
        async join(pid) {
          for (const { folder } of groups) await writeFile(join(folder, "cgroup.procs"), String(pid));
        },
        async close() {
          await Promise.all(groups.map(({ folder }) => removeGroup(folder)));
        },
      };
    },
    async removeLeft() {
      await Promise.all(
        places.map(async ({ parent }) => {
          const names = await readdir(parent).catch(() => []);
          const left = names.filter((name) => isOrphaned(name, nameStart));
          await Promise.all(left.map((name) => rmdir(join(parent, name)).catch(() => undefined)));
        }),
      );
    },
  };
}

/** Below one's own group, so that whatever limits this program limits what it starts. */
async function findPlaces(
  root: string,
): Promise<{ readonly places: readonly Place[]; readonly own?: string }> {
  const lines = (await readFile("/proc/self/cgroup", "utf8").catch(() => "")).split("\n");
  const pathOf = (controller: string): string | undefined => {
    const line = lines.find((each) => each.split(":")[1]?.split(",").includes(controller));
    return line?.slice(line.indexOf("/"));
  };
  const unified = pathOf("");
  const controllers = await readFile(join(root, "cgroup.controllers"), "utf8").catch(() => undefined);
  if (controllers !== undefined && unified !== undefined) {
    const parent = await unifiedParent(root, unified);
    return parent === undefined
      ? { places: [] }
      : { places: [{ parent, settings: unifiedSettings }], own: join(root, unified) };
  }
  const [pids, memory] = [pathOf("pids"), pathOf("memory")];
  return {
    places: [
      ...(pids === undefined ? [] : [{ parent: join(root, "pids", pids), settings: processSettings }]),
      ...(memory === undefined ? [] : [{ parent: join(root, "memory", memory), settings: memorySettings }]),
    ],
    ...(pids === undefined ? {} : { own: join(root, "pids", pids) }),
  };
}

/** The nearest group above whose children are counted. One's own has processes in it, and so may have none. */
async function unifiedParent(root: string, own: string): Promise<string | undefined> {
  for (let path = own; ; path = dirname(path)) {
    const folder = join(root, path);
    const counted = await readFile(join(folder, "cgroup.subtree_control"), "utf8").catch(() => "");
    if (/\bmemory\b/.test(counted) && /\bpids\b/.test(counted)) return folder;
    if (path === "/" || path === ".") return undefined;
  }
}

const unifiedSettings = ({ maxProcesses, memoryMegabytes }: JailLimits): readonly Setting[] => [
  { file: "pids.max", value: maxProcesses, limits: "processes" },
  { file: "memory.max", value: memoryMegabytes * 1024 * 1024, limits: "memory" },
  { file: "memory.swap.max", value: 0 },
  // All or nothing: half of a run is of no use.
  { file: "memory.oom.group", value: 1 },
];
const processSettings = ({ maxProcesses }: JailLimits): readonly Setting[] => [
  { file: "pids.max", value: maxProcesses, limits: "processes" },
];
const memorySettings = ({ memoryMegabytes }: JailLimits): readonly Setting[] => [
  { file: "memory.limit_in_bytes", value: memoryMegabytes * 1024 * 1024, limits: "memory" },
  { file: "memory.memsw.limit_in_bytes", value: memoryMegabytes * 1024 * 1024 },
];

interface MadeGroup {
  readonly folder: string;
  readonly limited: readonly ("memory" | "processes")[];
}

/** @returns Undefined where it is not ours to make. */
async function makeFolder(path: string): Promise<string | undefined> {
  return await mkdir(path).then(
    () => path,
    () => undefined,
  );
}

async function setLimits(
  folder: string | undefined,
  settings: readonly Setting[],
): Promise<MadeGroup | undefined> {
  if (folder === undefined) return undefined;
  const limited: ("memory" | "processes")[] = [];
  for (const { file, value, limits } of settings) {
    const set = await writeFile(join(folder, file), String(value)).then(
      () => true,
      () => false, // Not every kernel has each.
    );
    if (set && limits !== undefined) limited.push(limits);
  }
  return { folder, limited };
}

/** A group can be removed once its last process is gone. */
async function removeGroup(folder: string): Promise<void> {
  for (let waitMs = 1; waitMs < 2_000; waitMs *= 2) {
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EBUSY")) return;
      await delay(waitMs);
    }
  }
}
