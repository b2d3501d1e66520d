// Makes stores on the disk at the folder given, has it mounted read-only, opens them, and prints what happened.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HermesError } from "@hermes/registry";
import { openState } from "../../src/index.ts";
import type { State } from "../../src/index.ts";
import { entry, head, user } from "./entries.ts";

const [folder = ""] = process.argv.slice(2);
const clean = join(folder, "clean.db");
const crashed = join(folder, "crashed.db");

const state = openState({ path: clean });
state.journal.create(head("a"));
state.journal.append("a", entry(user("hello")));
for (const suffix of ["", "-wal"]) copyFileSync(clean + suffix, crashed + suffix);
state.close();
execFileSync("mount", ["-o", "remount,ro", folder]);

const before = copies();
const facts = {
  clean: await tryStore(clean),
  crashed: await tryStore(crashed),
  create: await tryStore(join(folder, "new.db")),
  leftOver: copies() - before,
};
console.log(JSON.stringify(facts));

async function tryStore(path: string): Promise<object> {
  const warnings: string[] = [];
  let opened: State | undefined;
  try {
    opened = openState({ path, onWarning: (message) => warnings.push(message) });
    const found = opened.search("hello").sessions.length;
    const rows = await (await opened.kysely()).selectFrom("messages").select("text").execute();
    return {
      warnings,
      messages: opened.messages("a").length,
      found,
      rows: rows.length,
      problems: await opened.checkPages(),
      append: codeOf(() => opened?.journal.append("a", entry(user("x")))),
    };
  } catch (error) {
    return { open: HermesError.is(error) ? [error.code, error.message] : String(error) };
  } finally {
    opened?.close();
  }
}

function codeOf(work: () => void): string {
  try {
    work();
    return "written";
  } catch (error) {
    return HermesError.is(error) ? error.code : String(error);
  }
}

function copies(): number {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("hermes-read-only-")).length;
}
