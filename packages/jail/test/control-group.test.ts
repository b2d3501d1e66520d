import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { defaultJailLimits } from "../src/index.ts";
import { findControlGroups } from "../src/control-group.ts";

// The unified hierarchy is played by a folder, because a machine has one kind only; the other kind is real in the tests
// of what is left.
describe.skipIf(process.platform !== "linux")("in the unified hierarchy", () => {
  async function hierarchy(counted: string): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), "hermes-groups-"));
    onTestFinished(async () => await rm(root, { recursive: true }));
    const own = /^0::(.*)$/m.exec(await readFile("/proc/self/cgroup", "utf8"))?.[1] ?? "/";
    await mkdir(join(root, own), { recursive: true });
    await writeFile(join(root, "cgroup.controllers"), "cpu memory pids");
    await writeFile(join(root, "cgroup.subtree_control"), counted);
    return root;
  }

  test("a group below the nearest one whose children are counted limits memory and processes", async () => {
    const root = await hierarchy("cpu memory pids");
    const groups = await findControlGroups({ root });

    const group = await groups.open({ ...defaultJailLimits, memoryMegabytes: 2, maxProcesses: 7 });
    await group?.join(4_321);

    const [name = ""] = (await readdir(root)).filter((each) => each.startsWith("hermes-"));
    const read = (file: string): Promise<string> => readFile(join(root, name, file), "utf8");
    expect(group?.limited).toEqual({ memory: true, processes: true });
    expect(await read("memory.max")).toBe("2097152");
    expect(await read("memory.swap.max")).toBe("0");
    expect(await read("memory.oom.group")).toBe("1");
    expect(await read("pids.max")).toBe("7");
    expect(await read("cgroup.procs")).toBe("4321");
  });

  test("where nothing counts memory and processes there is no group", async () => {
    const groups = await findControlGroups({ root: await hierarchy("cpu") });

    expect(await groups.open(defaultJailLimits)).toBeUndefined();
  });
});
