import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { call, temporaryPlace } from "../policy/support/temporary-place.ts";
import { hostileProject } from "./hostile-project.ts";

const file = new URL("../fixtures/closed-hostile.txt", import.meta.url);
/** One to a line, `⏎` for a line break in it, `⇒` between calls of one shell. */
const sequences = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("# "))
  .map((line) => line.replaceAll("⏎", "\n").split(" ⇒ "));

test("without a jail and an approver, what attackers try has no effect: whatever is allowed runs", async () => {
  const reading = "closed";
  let done: string[] = [];
  let place = await temporaryPlace();
  let project = await hostileProject(place);
  let allowedCalls = 0;
  for (const sequence of sequences) {
    const permissions = place.open({ reading, now: () => project.startedAt });
    const texts = sequence.map((text) => text.replaceAll("{PORT}", String(project.port)));
    const allowed: string[] = [];
    for (const text of texts) {
      const verdict = await call(permissions, "terminal", { command: text });
      if (verdict.allow) allowed.push(text);
    }
    if (allowed.length === 0) continue;
    allowedCalls += allowed.length;
    const harm = await project.harmOf(allowed.join("\n"));
    if (harm.length === 0) continue;
    done = [...done, `${allowed.join(" ⇒ ")}: ${harm.join(", ")}`];
    await project[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
    place = await temporaryPlace();
    project = await hostileProject(place);
  }
  await project[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();

  expect(done).toEqual([]);
  expect(allowedCalls).toBeGreaterThan(0);
}, 120_000);
