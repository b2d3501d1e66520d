import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decide } from "./places.ts";

/** One command to a line; a line break within it stands as `⏎`. */
function commands(name: string): readonly string[] {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("⏎", "\n"));
}

async function those(
  list: readonly string[],
  matches: (decision: string) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const command of list) if (matches(await decide(command))) found.push(command);
  return found;
}

test("everyday commands need no question", async () => {
  expect(await those(commands("honest.txt"), (decision) => decision !== "allow")).toEqual([]);
});

test("what may never happen is refused, however it is written", async () => {
  expect(await those(commands("hard-limits.txt"), (decision) => decision !== "refuse")).toEqual([]);
});

test("no command that somebody may want is refused", async () => {
  const all = commands("commands-safe.jsonl").map((line) => {
    const { command } = JSON.parse(line) as { readonly command: string }; // the fixture's own field
    return command;
  });

  expect(await those(all, (decision) => decision === "refuse")).toEqual([]);
});
