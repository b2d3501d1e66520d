import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { temporaryPlace } from "./support/temporary-place.ts";

const source = new URL("../../src/policy/change-rule-file.ts", import.meta.url).href;

/** Another program that writes rules of its own into the same file. */
async function writeElsewhere(path: string, name: string, count: number): Promise<number | null> {
  const code = `const { openRuleFile } = await import(${JSON.stringify(source)});
const file = openRuleFile(${JSON.stringify(path)});
for (let at = 0; at < ${count}; at++) await file.set({ text: "terminal(${name} " + at + ")", effect: "allow" });`;
  const child = spawn(
    process.execPath,
    ["--conditions=@hermes/source", "--input-type=module", "--eval", code],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const [exitCode] = (await once(child, "exit")) as [number | null]; // what the event `exit` gives
  return exitCode;
}

test("no rule is lost when several programs write permissions.yaml at once", async () => {
  await using place = await temporaryPlace();
  const names = ["one", "two", "three"];

  const codes = await Promise.all(names.map((name) => writeElsewhere(place.rulesPath, name, 8)));

  expect(codes).toEqual([0, 0, 0]);
  const text = await readFile(place.rulesPath, "utf8");
  for (const name of names)
    for (let at = 0; at < 8; at++) expect(text).toContain(`terminal(${name} ${at}): allow`);
  expect(await readdir(place.home)).toEqual(["permissions.yaml"]);
});

test("a lock that a dead process left behind is taken over", async () => {
  await using place = await temporaryPlace();
  const child = spawn(process.execPath, ["--eval", ""]);
  await once(child, "exit");
  await writeFile(`${place.rulesPath}.lock`, String(child.pid));

  expect(await writeElsewhere(place.rulesPath, "x", 1)).toBe(0);

  expect(await readFile(place.rulesPath, "utf8")).toContain("terminal(x 0): allow");
});
