import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DriftedEdit } from "./support/drifted-edits.ts";
import { driftedEdits, drifts } from "./support/drifted-edits.ts";
import type { Place } from "./place.ts";
import { openPlace } from "./place.ts";
import { argumentsFor, editAsModel } from "./support/scripted-editor.ts";

const long = process.env["HERMES_TEST_LONG"] === "1";
const edits = fc.sample(driftedEdits, { numRuns: long ? 5_000 : 300, seed: 20_261_121 });

type Outcome = "right" | "right after a retry" | "refused" | "wrong place" | "silent no-op";

describe("edits that drifted", () => {
  test("no drifted edit lands in the wrong place or is silently dropped, and nine in ten succeed within one retry", async () => {
    await using place = await openPlace();
    const tried: { readonly edit: DriftedEdit; readonly outcome: Outcome }[] = [];
    for (const [index, edit] of edits.entries())
      tried.push({ edit, outcome: await tryEdit(place, edit, `task ${index}`) });
    const having = (...outcomes: readonly Outcome[]) =>
      tried.filter(({ outcome }) => outcomes.includes(outcome)).map(({ edit }) => describeEdit(edit));

    expect(having("wrong place", "silent no-op")).toEqual([]);
    expect(having("refused").length / edits.length).toBeLessThanOrEqual(0.1);
  }, 300_000);

  test("a block that is gone is never taken for one that is like it", async () => {
    await using place = await openPlace();
    const path = join(place.folder, "program.js");
    for (const [index, edit] of edits.filter(({ drift }) => drift !== "repeated").entries()) {
      const lines = edit.now.split("\n");
      const without = lines.toSpliced(edit.start, edit.block.length).join("\n");
      await writeFile(path, without);

      const result = await place.call("patch", argumentsFor(edit, edit.block), `gone ${index}`);

      expect(result["error"]).toMatch(/not in|changed nothing|does not fit/);
      expect(await readFile(path, "utf8")).toBe(without);
    }
  }, 300_000);

  test("the set covers every kind of drift, for both tools", () => {
    const seen = new Set(edits.map(({ drift, form }) => `${drift} ${form}`));

    expect([...seen].sort()).toEqual(
      drifts.flatMap((drift) => [`${drift} patch`, `${drift} replace`]).sort(),
    );
  });
});

async function tryEdit(place: Place, edit: DriftedEdit, taskId: string): Promise<Outcome> {
  const path = join(place.folder, "program.js");
  const call = (name: string, args: object) => place.call(name, args, taskId);
  await writeFile(path, edit.read);
  if (edit.reads) await call("read_file", { path: "program.js" });
  if (edit.now !== edit.read) await writeFile(path, edit.now);
  const { tries, said } = await editAsModel(edit, call);
  const after = await readFile(path, "utf8");
  if (after === edit.expected) return tries === 1 ? "right" : "right after a retry";
  if (after !== edit.now) return "wrong place";
  return said ? "silent no-op" : "refused";
}

function describeEdit(edit: DriftedEdit): string {
  return `${edit.drift}, ${edit.form}, ${edit.intent.kind} ${edit.intent.at}:\n${edit.block.join("\n")}\n--- in\n${edit.now}`;
}
