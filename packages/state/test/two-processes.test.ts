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

test("a store that many processes create at once is created once, without leftovers", async () => {
  const folder = tempFolder();
  const path = join(folder, "hermes.db");

  await Promise.all(
    ["a", "b", "c", "d"].map((name) => runScript("append-entries.ts", path, name, "1").ended()),
  );

  await using state = openState({ path });
  expect(state.sessions.list()).toHaveLength(4);
  expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
});
