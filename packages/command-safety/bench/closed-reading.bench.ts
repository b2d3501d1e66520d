// How many everyday commands a person is asked about, with the open and with the closed reading: less is better, 0 is none.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { report } from "@hermes/tooling/bench";
import { judgeCommand } from "../src/index.ts";

const file = new URL("../test/fixtures/closed-ordinary.txt", import.meta.url);
const commands = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("# "))
  .map((line) => line.replaceAll("⏎", "\n"));
// What they run is there, as it is where people work.
const workspace = mkdtempSync(join(homedir(), ".closed-reading-"));
for (const name of [
  ...["index.js", "server.js", "scripts/build.mjs", "scripts/seed.ts", "test/parse.test.js", "main.py"],
  ...["manage.py", "script.sh", "hello", "target/debug/app", "target/release/app", "package.json"],
]) {
  mkdirSync(dirname(join(workspace, name)), { recursive: true });
  writeFileSync(join(workspace, name), "");
}
const places = { workspace, homedir: homedir(), home: join(homedir(), ".hermes") };

async function askedAbout(reading: "open" | "closed"): Promise<number> {
  let asked = 0;
  for (const command of commands) {
    const { findings } = await judgeCommand(command, { cwd: workspace, places, reading });
    if (findings.length > 0) asked++;
  }
  return (asked * 100) / commands.length;
}

try {
  report({
    figure: "everyday commands asked about by the closed reading",
    unit: "%",
    value: await askedAbout("closed"),
    better: "lower",
    floor: { name: "the open reading", value: await askedAbout("open") },
  });
} finally {
  rmSync(workspace, { recursive: true, force: true });
}
