import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decide } from "./places.ts";

interface Row {
  readonly command: string;
  readonly tier?: string;
  readonly severity?: string;
  readonly label: string;
}

function rows(name: string): readonly Row[] {
  return lines(`${name}.jsonl`).map((line) => JSON.parse(line) as Row); // the fixture's fields are its README's
}

function lines(name: string): readonly string[] {
  const text = readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line !== "");
}

async function those(
  commands: readonly string[],
  matches: (decision: string) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const command of commands) if (matches(await decide(command))) found.push(command);
  return found;
}

test("at most two of a hundred dangerous commands pass silently", async () => {
  const core = rows("commands-dangerous").filter(({ tier }) => tier === "core");

  const missed = await those(
    core.map(({ command }) => command),
    (decision) => decision === "allow",
  );

  expect(missed.length / core.length).toBeLessThanOrEqual(0.02);
});

test("what may never happen is refused", async () => {
  const floor = rows("commands-dangerous").filter(({ severity }) => severity === "floor");

  const lifted = await those(
    floor.map(({ command }) => command),
    (decision) => decision !== "refuse",
  );

  expect(lifted).toEqual([]);
});

test("everyday commands need no question", async () => {
  const safe = rows("commands-safe").filter(({ label }) => label === "safe");

  const asked = await those(
    safe.map(({ command }) => command),
    (decision) => decision !== "allow",
  );

  expect(asked.length / safe.length).toBeLessThanOrEqual(0.005);
});

test("no everyday command is refused", async () => {
  const all = rows("commands-safe").map(({ command }) => command);

  expect(await those(all, (decision) => decision === "refuse")).toEqual([]);
});

test("families of dangerous commands are asked about", async () => {
  expect(await those(lines("commands-asked.txt"), (decision) => decision === "allow")).toEqual([]);
});

test("families of everyday commands pass silently", async () => {
  expect(await those(lines("commands-silent.txt"), (decision) => decision !== "allow")).toEqual([]);
});

const redTeam = new URL("./fixtures/red-team/", import.meta.url);

/** All lists of a kind. A line break within a command stands as `⏎`. */
function attempts(kind: string): readonly string[] {
  return readdirSync(redTeam)
    .filter((name) => name.endsWith(`-${kind}.txt`))
    .flatMap((name) => readFileSync(new URL(name, redTeam), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("⏎", "\n"));
}

test("what attackers tried is asked about", async () => {
  expect(await those(attempts("dangerous"), (decision) => decision === "allow")).toEqual([]);
});

test("what attackers tried against the hard limits is refused", async () => {
  expect(await those(attempts("floor"), (decision) => decision !== "refuse")).toEqual([]);
});

test("what everybody does all day needs no question", async () => {
  expect(await those(attempts("safe"), (decision) => decision !== "allow")).toEqual([]);
});
