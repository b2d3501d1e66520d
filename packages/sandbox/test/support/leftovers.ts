import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, vi } from "vitest";

/** Folders of runs of this process, and processes that know one of them. */
export async function leftovers(owner: number = process.pid): Promise<readonly string[]> {
  const mark = `hermes-run-${owner}-`;
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(mark));
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const processes = await Promise.all(
    pids.map(async (pid) => {
      const [command, environment] = await Promise.all([read(pid, "cmdline"), read(pid, "environ")]);
      return (command + environment).includes(mark)
        ? [`process ${pid}: ${command.replaceAll("\0", " ")}`]
        : [];
    }),
  );
  return [...folders, ...processes.flat()];
}

/** Waits until nothing is left; what a signal has ended may take a moment to be gone. */
export async function expectNothingLeft(owner?: number): Promise<void> {
  await vi.waitFor(async () => expect(await leftovers(owner)).toEqual([]), { timeout: 30_000 });
}

async function read(pid: string, name: string): Promise<string> {
  return await readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
}
