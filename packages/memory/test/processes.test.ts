import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openMemory } from "../src/index.ts";
import { tempFolder } from "./support/temp-folder.ts";

function addEntries(folder: string, name: string, count: number): Promise<number | null> {
  const script = fileURLToPath(new URL("support/add-entries.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    ["--conditions=@hermes/source", script, folder, name, String(count)],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  return new Promise((resolve) => child.on("close", resolve));
}

/** The id of a process that is gone. */
function deadProcess(): number {
  return spawnSync(process.execPath, ["-e", "0"]).pid;
}

test("processes that write at once keep each other's entries", async () => {
  const folder = tempFolder();
  const names = ["ada", "bob", "cy"];

  expect(await Promise.all(names.map((name) => addEntries(folder, name, 30)))).toEqual([0, 0, 0]);

  const { entries } = openMemory({ folder }).read("memory");
  const expected = names.flatMap((name) =>
    Array.from({ length: 15 }, (_, n) => `${name} learned fact number ${2 * n + 1}.`),
  );
  expect(entries.toSorted()).toEqual(expected.toSorted());
  expect(readdirSync(folder).toSorted()).toEqual([".receipts-memory.json", "MEMORY.md"]);
  const memory = openMemory({ folder });
  expect((await memory.receipts("memory")).map(({ entry }) => entry)).toEqual(entries);
  expect((await memory.changes("memory")).filter(({ action }) => action === "edit")).toEqual([]);
});

test("changes started at once in one process come one after another", async () => {
  const memory = openMemory({ folder: tempFolder() });

  await Promise.all(Array.from({ length: 20 }, (_, n) => memory.add("memory", `fact ${n}`)));

  expect(memory.read("memory").entries).toHaveLength(20);
});

test("a lock left behind by a dead process is taken over", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "MEMORY.md.lock"), String(deadProcess()));
  const memory = openMemory({ folder });

  expect(await memory.add("memory", "x")).toMatchObject({ change: "added" });
  expect(existsSync(join(folder, "MEMORY.md.lock"))).toBe(false);
});

test("an old lock whose process id was reused is taken over", async () => {
  const folder = tempFolder();
  const lock = join(folder, "MEMORY.md.lock");
  writeFileSync(lock, String(process.pid));
  const longAgo = Date.now() / 1_000 - 60;
  utimesSync(lock, longAgo, longAgo);

  expect(await openMemory({ folder }).add("memory", "x")).toMatchObject({ change: "added" });
});

test("a lock that is held is named after the time to wait, and nothing is written", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "MEMORY.md.lock"), String(process.pid));
  const memory = openMemory({ folder });

  await expect(memory.add("memory", "x", { timeoutMs: 30 })).rejects.toThrow(
    expect.objectContaining({ code: "MEMORY_LOCKED", hint: expect.stringContaining("Nothing was written") }),
  );
  expect(existsSync(join(folder, "MEMORY.md"))).toBe(false);
});

test("waiting for a lock ends with the reason of the signal", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "MEMORY.md.lock"), String(process.pid));
  const reason = new Error("stop");
  const controller = new AbortController();

  const waiting = openMemory({ folder }).add("memory", "x", { signal: controller.signal });
  controller.abort(reason);

  await expect(waiting).rejects.toBe(reason);
});
