// Fills the disk at the folder given by appending messages, makes room, goes on, and prints what happened.
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HermesError } from "@hermes/registry";
import { openState } from "../../src/index.ts";
import { entry, head, user } from "./entries.ts";

const [folder = ""] = process.argv.slice(2);
const path = join(folder, "hermes.db");
const ballast = join(folder, "ballast");
const facts: Record<string, unknown> = {};

writeFileSync(ballast, Buffer.alloc(600_000));
let state = openState({ path });
state.journal.create(head("a"));
let acknowledged = 0;
facts["full"] = failureOf(() => {
  for (;;) {
    state.journal.append("a", entry(user(`message ${acknowledged} ${"x".repeat(2_000)}`)));
    acknowledged++;
  }
});
facts["lost"] = acknowledged - state.messages("a").length;
facts["searchable"] = state.search(`"message ${acknowledged - 1}"`).sessions.length;
// A second one must be told the same, and find everything.
const other = openState({ path });
facts["lostToOthers"] = acknowledged - other.messages("a").length;
facts["fullForOthers"] = failureOf(() => other.journal.append("a", entry(user("x".repeat(60_000)))));
other.close();

rmSync(ballast);
state.journal.append("a", entry(user("there is room again")));
state.close();
state = openState({ path });
facts["after"] = state.messages("a").length - acknowledged;
facts["problems"] = await state.checkPages();
state.close();

for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
fillUp();
facts["create"] = failureOf(() => openState({ path }).close());
console.log(JSON.stringify(facts));

/** To the last block: what was removed may come free a moment later, and half a write may leave some of it. */
function fillUp(): void {
  for (let bytes = 2 ** 26; bytes >= 512; bytes /= 4) {
    try {
      for (;;) appendFileSync(ballast, Buffer.alloc(bytes));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }
}

function failureOf(work: () => void): unknown {
  try {
    work();
    return "nothing failed";
  } catch (error) {
    return HermesError.is(error) ? { code: error.code, hint: error.hint } : String(error);
  }
}
