import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missing } from "./jail-wall.ts";
import { openJailedPlace } from "./local-place.ts";
import { until } from "./until.ts";

const taskId = "task";
const options = { taskId };
const outside = { taskId, wall: { profile: "open" } } as const;
const readOnly = { taskId, wall: { profile: "read-only" } } as const;

function mark(): string {
  return `${process.pid}${Math.floor(Math.random() * 1e9)}`;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

describe.skipIf(missing !== undefined).concurrent("temporary files behind the wall", () => {
  test("/tmp is the task's own, for all its commands and for files, and ends with it", async () => {
    await using place = await openJailedPlace();
    const name = `kept-${mark()}`;
    await place.backend.exec(`mkdir /tmp/d; echo a > /tmp/${name}; cd /tmp/d`, options);
    const later = await place.backend.exec(`cat /tmp/${name} ../${name}; echo $TMPDIR`, readOnly);
    await place.backend.writeFile(`/tmp/${name}`, bytes("b"), options);
    await place.backend.writeFile("new/file", bytes("c"), options);
    const seen = await place.backend.exec(`cat /tmp/${name} new/file`, options);

    expect([later.output, seen.output]).toEqual(["a\na\n\n", "bc"]);
    expect(text(await place.backend.readFile(`../${name}`, options))).toBe("b");
    expect(await place.backend.list("/tmp/d", options)).toEqual([{ name: "new", kind: "directory" }]);
    expect(await place.backend.stat("/tmp/none/x", options)).toBeUndefined();
    expect(await place.backend.stat(`/tmp/${name}`, { taskId: "other" })).toBeUndefined();
    expect(existsSync(`/tmp/${name}`)).toBe(false);
    await place.backend.rename(`/tmp/${name}`, "../moved", options);
    await place.backend.remove("/tmp/d", { ...options, recursive: true });
    expect((await place.backend.list("/tmp", options)).map((entry) => entry.name)).toContain("moved");
    await place.backend.release(taskId);
    expect(await place.backend.stat("/tmp/moved", options)).toBeUndefined();
  });

  test("a command that may leave goes on in the task's own folder, and back", async () => {
    await using place = await openJailedPlace();
    await place.backend.exec("mkdir /tmp/d; cd /tmp/d; touch here", options);
    const open = await place.backend.exec("ls; mkdir e; cd e", outside);
    const back = await place.backend.exec("pwd", options);
    const other = await place.backend.exec("cat /tmp/d/here", outside);

    expect([open.output, back.output]).toEqual(["here\n", "/tmp/d/e\n"]);
    expect(other.notice).toContain(place.tmpDir);
  });

  test("links in it lead files nowhere but to what is in it", async () => {
    await using place = await openJailedPlace();
    await writeFile(join(place.home, "canary"), "canary");
    await place.backend.exec(
      `cd /tmp; echo a > a; ln -s /tmp/a good; ln -s '${place.home}/canary' file; ln -s '${place.home}' folder; ln -s ../../.. up; ln -s self self`,
      options,
    );
    const { backend } = place;
    const tries = [
      backend.readFile("/tmp/file", options),
      backend.readFile("/tmp/folder/canary", options),
      backend.readFile("/tmp/up/etc/passwd", options),
      backend.readFile("/tmp/self", options),
      backend.list("/tmp/folder", options),
      backend.writeFile("/tmp/file", bytes("x"), options),
      backend.writeFile("/tmp/folder/x", bytes("x"), options),
      backend.rename("/tmp/a", "/tmp/folder/y", options),
      backend.remove("/tmp/folder/canary", options),
      backend.stat("/tmp/folder/canary", options),
    ];

    for (const each of await Promise.allSettled(tries))
      expect(each).toMatchObject({ status: "rejected", reason: { code: "FILE_ACCESS" } });
    expect(text(await backend.readFile("/tmp/good", options))).toBe("a\n");
    await backend.remove("/tmp/folder", options);
    expect((await readdir(place.home)).sort()).toEqual([".ssh", "canary", "scratch"]);
  });

  test("a link that is exchanged meanwhile leads files nowhere either", async () => {
    await using place = await openJailedPlace();
    const target = join(place.home, "target");
    await mkdir(target);
    await writeFile(join(target, "file"), "outside");
    await place.backend.exec("cd /tmp; mkdir d; echo inside > d/file", options);
    // Most of the time the folder is there. A write may make one in its place.
    const exchange = `const { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } = require("fs");
      // A file that is written meanwhile makes it fail.
      const clear = () => { try { rmSync("d", { recursive: true, force: true }); } catch {} };
      console.log("on");
      for (;;) {
        try { renameSync("d", "folder"); symlinkSync("${target}", "d"); } catch {}
        clear();
        try { renameSync("folder", "d"); } catch {}
        try { if (!existsSync("d/file")) { mkdirSync("d", { recursive: true }); writeFileSync("d/file", "inside\\n"); } } catch {}
        for (let wait = 0; wait < 30000; wait += 1);
      }`;
    const exchanger = await place.backend.spawn(`cd /tmp && '${process.execPath}' -e '${exchange}'`, options);
    await until(() => exchanger.output() === "on\n");
    const seen = new Set<string>();
    for (let round = 0; round < 2_000; round += 1) {
      const name = `/tmp/d/written-${round}`;
      await place.backend.writeFile(name, bytes("inside\n"), options).catch(() => undefined);
      seen.add(text(await place.backend.readFile("/tmp/d/file", options).catch(() => bytes("refused"))));
      await place.backend.remove(name, options).catch(() => undefined);
    }

    expect([...seen]).toContain("inside\n");
    expect([...seen]).not.toContain("outside");
    expect(await readdir(target)).toEqual(["file"]);
  });
});
