import { expect, test } from "vitest";
import type { Mode } from "../../src/index.ts";
import { call, once, personWho, temporaryPlace } from "./support/temporary-place.ts";

const change = { id: "cron.change", severity: "ask", reason: "It would schedule work." } as const;
const byJob = { id: "cron.by-job", severity: "ask", reason: "A job would schedule work." } as const;
const classifier = async () => "allow" as const;

test.each<[Mode, boolean, number]>([
  ["ask", true, 1],
  ["accept-edits", true, 1],
  ["auto", true, 1],
  ["plan", false, 0],
  ["yolo", true, 0],
])("in the mode %s work is scheduled: %s, after %i questions to the person", async (mode, allow, asked) => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(once);
  const findings = async () => [change];

  const verdict = await call(place.open({ mode, classifier }), "cronjob", {}, { approve, findings });

  expect(verdict.allow).toBe(allow);
  expect(requests).toHaveLength(asked);
});

test.each<Mode>(["ask", "accept-edits", "auto", "plan", "yolo"])(
  "the mode %s lets no job schedule work by itself",
  async (mode) => {
    await using place = await temporaryPlace();
    const findings = async () => [change, byJob];

    const verdict = await call(place.open({ mode, classifier }), "cronjob", {}, { findings });

    expect(verdict).toMatchObject({ allow: false });
  },
);
