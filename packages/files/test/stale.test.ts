/// <reference lib="es2024.promise" />
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ToolContext } from "@hermes/registry";
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

  test.each([
    ["write_file", "a.txt", { path: "a.txt", content: "mine\n" }],
    ["write_file", "new.txt", { path: "new.txt", content: "mine\n" }],
    ["patch", "a.txt", { path: "a.txt", old_string: "one", new_string: "1" }],
    ["patch", "a.txt", { mode: "patch", patch: "*** Update File: a.txt\n@@\n-one\n+1\n*** End Patch\n" }],
    ["patch", "a.txt", { mode: "patch", patch: "*** Delete File: a.txt\n*** End Patch\n" }],
    [
      "patch",
      "new.txt",
      { mode: "patch", patch: "*** Update File: b.txt\n*** Move to: new.txt\n@@\n-b\n+B\n*** End Patch\n" },
    ],
  ])(
    "of a write_file and a %s that go by the same text of %s the second one is told",
    async (tool, name, args) => {
      const [secondAsks, firstIsDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      // Both have read the file when they ask whether they may write it.
      const check = async ({
        access,
        context,
      }: {
        readonly access: string;
        readonly context: ToolContext;
      }) => {
        if (access === "read") return { ok: true } as const;
        if (context.taskId === "second") secondAsks.resolve();
        await (context.taskId === "first" ? secondAsks : firstIsDone).promise;
        return { ok: true } as const;
      };
      await using place = await openPlace({ policy: { check } });
      await writeFile(join(place.folder, "a.txt"), "one\ntwo\n");
      await writeFile(join(place.folder, "b.txt"), "b\n");
      const first = place.call("write_file", { path: name, content: "theirs\n" }, "first");
      const second = place.call(tool, args, "second");
      const written = await first;
      firstIsDone.resolve();

      expect(written).not.toHaveProperty("error");
      expect(JSON.stringify(await second)).toContain("by another agent at the same time");
      expect(await readFile(join(place.folder, name), "utf8")).toBe("theirs\n");
    },
  );

  test("where others work on the files, one is replaced or deleted as a whole once it was read", async () => {
    let isShared = true;
    await using place = await openPlace({ isShared: () => isShared });
    const path = join(place.folder, "a.txt");
    await writeFile(path, "one\n");
    const remove = { mode: "patch", patch: "*** Delete File: a.txt\n*** End Patch\n" };
    const edit = { path: "a.txt", old_string: "one", new_string: "two" };

    const replaced = await place.call("write_file", { path: "a.txt", content: "x" });
    const removed = await place.call("patch", remove);
    expect(replaced["error"]).toBe("a.txt is there already and was not read here; nothing was written.");
    expect(JSON.stringify(removed)).toContain("was not read here");
    expect(await place.call("write_file", { path: "new.txt", content: "x" })).not.toHaveProperty("error");
    expect(await place.call("patch", edit, "other")).not.toHaveProperty("error");
    await place.call("read_file", { path: "a.txt" });
    expect(await place.call("write_file", { path: "a.txt", content: "x" })).not.toHaveProperty("error");
    isShared = false;
    expect(await place.call("write_file", { path: "a.txt", content: "y" }, "third")).not.toHaveProperty(
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
