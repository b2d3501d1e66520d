import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openState } from "../src/index.ts";
import { runScript } from "./support/run-script.ts";
import { tempFolder } from "./support/temp-folder.ts";

test("processes that write at once, from the first open on, all keep everything", async () => {
  const path = join(tempFolder(), "new", "hermes.db");
  const names = ["a", "b", "c"];

  await Promise.all(names.map((name) => runScript("append-entries.ts", path, name, "3000").ended()));

  await using state = openState({ path });
  expect(existsSync(path)).toBe(true);
  for (const name of names) expect(state.messages(name)).toHaveLength(3_000);
});

test("a store that this process opens twice stays locked for others until it is closed twice", async () => {
  const path = join(tempFolder(), "hermes.db");
  const copy = join(tempFolder(), "copy.db");
  const tryRestore = async (): Promise<string | undefined> => {
    const script = runScript("restore-over.ts", copy, path);
    await script.ended();
    return script.lines[0];
  };
  const first = openState({ path });
  await first.backup(copy);
  const second = openState({ path });

  const whileBoth = await tryRestore();
  second.close();
  const whileOne = await tryRestore();
  first.close();
  const afterwards = await tryRestore();

  expect([whileBoth, whileOne, afterwards]).toEqual(["STATE_LOCKED", "STATE_LOCKED", "restored"]);
});

test("stores that two processes create at the same moment are created once, without leftovers", async () => {
  const folder = tempFolder();
  const startAt = Date.now() + 1_500;

  await Promise.all(
    ["a", "b"].map((name) => runScript("create-stores.ts", folder, name, String(startAt)).ended()),
  );

  expect(readdirSync(folder).filter((name) => name.includes(".new"))).toEqual([]);
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".db"))) {
    await using state = openState({ path: join(folder, name) });
    expect(
      state.sessions
        .list()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(["a", "b"]);
  }
});
