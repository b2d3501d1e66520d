import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPlace } from "./place.ts";

describe("files that somebody else changes", () => {
  test.each([
    ["write_file", { path: "a.txt", content: "mine\n" }],
    ["patch", { path: "a.txt", old_string: "one", new_string: "1" }],
    ["patch", { mode: "patch", patch: "*** Update File: a.txt\n@@\n-one\n+1\n*** End Patch\n" }],
    ["patch", { mode: "patch", patch: "*** Delete File: a.txt\n*** End Patch\n" }],
  ])(
    "%s of a file that changed since it was read is refused with what changed; reading it clears that",
    async (tool, args) => {
      await using place = await openPlace();
      const path = join(place.folder, "a.txt");
      await writeFile(path, "one\ntwo\n");
      await place.call("read_file", { path: "a.txt" });
      await writeFile(path, "one\nTWO\n");

      const refused = await place.call(tool, args);
      const again = await place.call(tool, args);
      const words = JSON.stringify(refused);

      expect(words).toContain("was changed by something else since it was read");
      expect(words).toContain("-two");
      expect(words).toContain("+TWO");
      expect(again).toEqual(refused);
      expect(await readFile(path, "utf8")).toBe("one\nTWO\n");
      expect(await place.call("read_file", { path: "a.txt" })).toMatchObject({ content: "1|one\n2|TWO" });
      expect(await place.call(tool, args)).not.toHaveProperty("error");
    },
  );

  test("what the task wrote itself is no change by somebody else", async () => {
    await using place = await openPlace();
    await place.call("write_file", { path: "a.txt", content: "one\n" });
    await place.call("patch", { path: "a.txt", old_string: "one", new_string: "two" });

    expect(await place.call("write_file", { path: "a.txt", content: "three\n" })).not.toHaveProperty("error");
  });

  test("a file that the task never saw, and one that is gone, are written", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "one\n");
    await writeFile(join(place.folder, "b.txt"), "one\n");
    await place.call("read_file", { path: "b.txt" });
    await rm(join(place.folder, "b.txt"));

    expect(await place.call("write_file", { path: "a.txt", content: "x" })).toMatchObject({ created: false });
    expect(await place.call("write_file", { path: "b.txt", content: "x" })).toMatchObject({ created: true });
  });

  test("each task has seen what it saw itself", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "one\n");
    await place.call("read_file", { path: "a.txt" }, "first");
    await place.call("write_file", { path: "a.txt", content: "two\n" }, "second");

    expect(await place.call("write_file", { path: "a.txt", content: "x" }, "first")).toHaveProperty("error");
    expect(await place.call("write_file", { path: "a.txt", content: "x" }, "second")).not.toHaveProperty(
      "error",
    );
  });

  test("a write that reads back as something else is an error", async () => {
    await using place = await openPlace({
      backendFrom: (backend) => ({
        ...backend,
        writeFile: (path, _data, options) => backend.writeFile(path, Buffer.from("other"), options),
      }),
    });

    expect(await place.call("write_file", { path: "a.txt", content: "mine" })).toMatchObject({
      error: "a.txt was written, but reads back as something else.",
    });
  });
});

describe("reading again", () => {
  test("what was just read is answered with unchanged once, then in full again", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "one\ntwo\n");
    const read = () => place.call("read_file", { path: "a.txt" });

    const first = await read();
    expect(await read()).toEqual({
      status: "unchanged",
      total_lines: 2,
      hint: "Lines 1–2 are as you read them before. Call again to see them once more.",
    });
    expect(await read()).toEqual(first);
  });

  test("another page, another task, a change and a change back are read in full", async () => {
    await using place = await openPlace();
    const path = join(place.folder, "a.txt");
    await writeFile(path, "one\ntwo\n");
    const read = (args = {}, task = "task") => place.call("read_file", { path: "a.txt", ...args }, task);
    await read();

    expect(await read({ limit: 1 })).toHaveProperty("content");
    expect(await read({}, "other")).toHaveProperty("content");
    await writeFile(path, "one\nTWO\n");
    expect(await read()).toMatchObject({ content: "1|one\n2|TWO" });
    await writeFile(path, "one\ntwo\n");
    expect(await read()).toMatchObject({ content: "1|one\n2|two" });
  });

  test("after a write of its own the task reads the file in full", async () => {
    await using place = await openPlace();
    await place.call("write_file", { path: "a.txt", content: "one\n" });
    await place.call("read_file", { path: "a.txt" });
    await place.call("write_file", { path: "a.txt", content: "one\n" });

    expect(await place.call("read_file", { path: "a.txt" })).toHaveProperty("content");
  });
});
