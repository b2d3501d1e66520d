import { chmod, mkdir, readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPlace } from "./place.ts";

describe("patch, mode patch", () => {
  test("files are added, updated, deleted and moved, and keep their modes and line ends", async () => {
    await using place = await openPlace();
    const at = (path: string) => join(place.folder, path);
    await writeFile(at("run.sh"), "#!/bin/sh\r\necho one\r\n");
    await chmod(at("run.sh"), 0o755);
    await writeFile(at("old.txt"), "gone\n");
    await writeFile(at("move.bin"), Buffer.from([0, 1, 2]));

    const result = await place.call("patch", {
      mode: "patch",
      patch: [
        "*** Begin Patch",
        "*** Update File: run.sh",
        "*** Move to: bin/run.sh",
        "@@",
        "-echo one",
        "+echo two",
        "*** Add File: new/a.txt",
        "+hello",
        "*** Delete File: old.txt",
        "*** Move File: move.bin -> moved.bin",
        "*** End Patch",
      ].join("\n"),
    });

    expect(result["changes"]).toEqual([
      { change: "move", path: "run.sh", to: "bin/run.sh" },
      { change: "add", path: "new/a.txt" },
      { change: "delete", path: "old.txt" },
      { change: "move", path: "move.bin", to: "moved.bin" },
    ]);
    expect(result["diff"]).toContain("-echo one\n+echo two");
    expect(await readFile(at("bin/run.sh"), "utf8")).toBe("#!/bin/sh\r\necho two\r\n");
    expect((await stat(at("bin/run.sh"))).mode & 0o777).toBe(0o755);
    expect(await readFile(at("moved.bin"))).toEqual(Buffer.from([0, 1, 2]));
    expect(await readdir(place.folder)).toEqual(["bin", "moved.bin", "new"]);
  });

  test("a hunk that does not apply leaves every file unchanged, and all problems are reported", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "one\n");

    const result = await place.call("patch", {
      mode: "patch",
      patch:
        "*** Add File: b.txt\n+x\n*** Update File: a.txt\n@@\n-two\n+2\n*** Delete File: c.txt\n*** End Patch\n",
    });

    expect(result["error"]).toMatch(/nothing was changed\.\nline 4: .*\nline 7: c\.txt does not exist\.$/);
    expect(await readdir(place.folder)).toEqual(["a.txt"]);
  });

  test("when a write fails, earlier writes of the patch are rolled back", async () => {
    await using place = await openPlace({
      backendFrom: (backend) => ({
        ...backend,
        writeFile: (path, data, options) =>
          path.endsWith("fails.txt")
            ? Promise.reject(new Error("No space."))
            : backend.writeFile(path, data, options),
      }),
    });
    const at = (path: string) => join(place.folder, path);
    await writeFile(at("a.txt"), "one\n");
    await writeFile(at("m.txt"), "one\n");
    await writeFile(at("d.txt"), "one\n");

    const result = await place.call("patch", {
      mode: "patch",
      patch:
        "*** Delete File: d.txt\n*** Update File: a.txt\n@@\n-one\n+two\n*** Update File: m.txt\n*** Move to: n.txt\n@@\n-one\n+two\n*** Add File: new.txt\n+x\n*** Add File: fails.txt\n+y\n*** End Patch\n",
    });

    expect(result["error"]).toBe("No space. The patch failed at fails.txt; nothing was changed.");
    expect(await readdir(place.folder)).toEqual(["a.txt", "d.txt", "m.txt"]);
    for (const path of ["a.txt", "d.txt", "m.txt"]) expect(await readFile(at(path), "utf8")).toBe("one\n");
  });

  test("one file under two names is refused", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "one\ntwo\n");

    const result = await place.call("patch", {
      mode: "patch",
      patch: `*** Update File: a.txt\n@@\n-one\n+1\n*** Update File: ${place.folder}/a.txt\n@@\n-two\n+2\n*** End Patch\n`,
    });

    expect(result["error"]).toContain("are the same file");
    expect(await readFile(join(place.folder, "a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  test("a deleted link is removed, not what it leads to", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "real.txt"), "x\n");
    await symlink("real.txt", join(place.folder, "link.txt"));

    await place.call("patch", { mode: "patch", patch: "*** Delete File: link.txt\n*** End Patch\n" });

    expect(await readdir(place.folder)).toEqual(["real.txt"]);
  });

  test("a folder is not deleted, and arguments that lack are named", async () => {
    await using place = await openPlace();
    await mkdir(join(place.folder, "folder"));

    expect(
      (await place.call("patch", { mode: "patch", patch: "*** Delete File: folder\n*** End Patch\n" }))[
        "error"
      ],
    ).toContain("folder is a folder.");
    expect(await place.call("patch", { mode: "patch" })).toEqual({
      error: "mode patch needs patch, the text of the patch.",
    });
    expect(await place.call("patch", { path: "a", new_string: "x" })).toEqual({
      error: "mode replace needs old_string.",
    });
    expect(await readdir(place.folder)).toEqual(["folder"]);
  });
});
