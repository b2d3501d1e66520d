// How many everyday commands are judged in a second; the floor is parsing them alone.
import { readFileSync } from "node:fs";
import { report } from "@hermes/tooling/bench";
import { parse } from "unbash";
import { judgeCommand } from "../src/index.ts";

const places = { workspace: "/home/user/project", homedir: "/home/user", home: "/home/user/.hermes" };
const file = new URL("../test/fixtures/commands-safe.jsonl", import.meta.url);
const commands = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => (JSON.parse(line) as { readonly command: string }).command); // the fixture's own field

async function perSecond(work: (command: string) => unknown): Promise<number> {
  const rounds = 10;
  for (const command of commands) await work(command);
  const startedAt = performance.now();
  for (let round = 0; round < rounds; round++) for (const command of commands) await work(command);
  return (rounds * commands.length * 1_000) / (performance.now() - startedAt);
}

const floor = await perSecond((command) => parse(command));
const verdicts = await perSecond((command) => judgeCommand(command, { cwd: places.workspace, places }));

report({
  figure: "everyday commands judged",
  unit: "verdicts/s",
  value: verdicts,
  better: "higher",
  goal: 5_000,
  floor: { name: "parsing alone", value: floor },
});
