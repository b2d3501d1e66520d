import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PathPolicy } from "../src/index.ts";
import { openPlace } from "./place.ts";

/** Refuses what contains `secret`, and remembers what it was asked. */
function watcher(): PathPolicy & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async check({ path, access, context }) {
      asked.push(`${access} ${path} ${context.taskId}`);
      return path.includes("secret") ? { ok: false, reason: "It is secret." } : { ok: true };
    },
  };
}

describe("the policy of paths", () => {
  test("each tool asks with the absolute path and what it would do", async () => {
    const policy = watcher();
    await using place = await openPlace({ policy });
    const at = (path: string) => join(place.folder, path);
    const asked = async (name: string, args: object) => {
      policy.asked.length = 0;
      await place.call(name, args);
      return policy.asked.map((each) => each.replace(" task", ""));
    };

    expect(await asked("write_file", { path: "./a.txt", content: "one\n" })).toEqual([
      `write ${at("a.txt")}`,
    ]);
    expect(await asked("read_file", { path: "x/../a.txt" })).toEqual([`read ${at("a.txt")}`]);
    expect(await asked("patch", { path: "a.txt", old_string: "one", new_string: "two" })).toEqual([
      `read ${at("a.txt")}`,
      `write ${at("a.txt")}`,
    ]);
    expect(await asked("search", { pattern: "two" })).toEqual([
      `read ${place.folder}`,
      `read ${at("a.txt")}`,
    ]);
    const moved = await asked("patch", {
      mode: "patch",
      patch: "*** Update File: a.txt\n*** Move to: b/c.txt\n*** End Patch\n",
    });
    expect(new Set(moved)).toEqual(
      new Set([
        `read ${at("a.txt")}`,
        `read ${at("b/c.txt")}`,
        `delete ${at("a.txt")}`,
        `write ${at("b/c.txt")}`,
      ]),
    );
  });

  test("what is refused is neither read nor written, and says why", async () => {
    await using place = await openPlace({ policy: watcher() });
    await writeFile(join(place.folder, "secret.txt"), "hidden\n");
    const calls = [
      place.call("read_file", { path: "secret.txt" }),
      place.call("write_file", { path: "secret.txt", content: "x" }),
      place.call("patch", { path: "secret.txt", old_string: "nothing", new_string: "x" }),
      place.call("search", { pattern: "hidden", path: "secret.txt" }),
    ];

    for (const call of calls) {
      const result = await call;
      expect(result["error"]).toMatch(/^secret\.txt may not be (read|written): It is secret\.$/);
      expect(JSON.stringify(result)).not.toContain("hidden");
    }
    expect(await readFile(join(place.folder, "secret.txt"), "utf8")).toBe("hidden\n");
  });

  test("a search leaves out what may not be read, in its matches and in its numbers", async () => {
    await using place = await openPlace({ policy: watcher() });
    await writeFile(join(place.folder, "secret.txt"), "word\n");
    await writeFile(join(place.folder, "open.txt"), "word\n");

    expect(await place.call("search", { pattern: "word" })).toMatchObject({
      total: 1,
      matches: [{ path: "open.txt" }],
    });
    expect(await place.call("search", { pattern: "*", target: "files" })).toMatchObject({ total: 1 });
  });

  test.each([
    "*** Add File: secret/new.txt\n+x\n",
    "*** Update File: a.txt\n*** Move to: secret.txt\n",
    "*** Delete File: secret.txt\n",
    "***Update File: sub/../secret.txt\n@@\n-hidden\n+x\n",
    "*** Move File: secret.txt -> b.txt\n",
  ])("one refused path in a patch stops all of it: %j", async (part) => {
    await using place = await openPlace({ policy: watcher() });
    await mkdir(join(place.folder, "sub"));
    await writeFile(join(place.folder, "a.txt"), "one\n");
    await writeFile(join(place.folder, "c.txt"), "one\n");
    await writeFile(join(place.folder, "secret.txt"), "hidden\n");

    const result = await place.call("patch", {
      mode: "patch",
      patch: `*** Update File: c.txt\n@@\n-one\n+two\n${part}*** End Patch\n`,
    });

    expect(result["error"]).toContain("It is secret.");
    expect(await readdir(place.folder)).toEqual(["a.txt", "c.txt", "secret.txt", "sub"]);
    expect(await readFile(join(place.folder, "c.txt"), "utf8")).toBe("one\n");
  });

  test("a verdict that changes before the write counts", async () => {
    let calls = 0;
    const policy: PathPolicy = {
      check: async ({ access }) =>
        access === "write" && ++calls > 2 ? { ok: false, reason: "No more." } : { ok: true },
    };
    await using place = await openPlace({ policy });

    const result = await place.call("patch", {
      mode: "patch",
      patch: "*** Add File: a\n+x\n*** Add File: b\n+y\n*** End Patch\n",
    });

    expect(result["error"]).toMatch(/No more\. The patch failed at a; nothing was changed\.$/);
    expect(await readdir(place.folder)).toEqual([]);
  });
});
