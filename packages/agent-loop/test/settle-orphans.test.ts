import { expect, test } from "vitest";
import { memoryChildRecords, settleOrphans } from "../src/delegate/index.ts";
import type { ChildRecord } from "../src/delegate/index.ts";
import { memoryJournal, processOwner } from "../src/index.ts";
import type { LeaseOwner } from "../src/index.ts";

const now = 1_000_000;
const elsewhere: LeaseOwner = { host: "another-machine", pid: 7 };

async function settled({ owner, startedAt }: Pick<ChildRecord, "owner" | "startedAt">, holds: boolean) {
  const journal = memoryJournal();
  const records = memoryChildRecords(journal.notices);
  const id = "c";
  await journal.create({ id, system: "", tools: [], model: "m", platform: "subagent", startedAt });
  if (holds) await journal.leases?.acquire(id, { owner, now, ttlMs: 60_000, isGone: () => false });
  await records.start({
    ...{ id, run: 1, parentId: "p", goal: "g", depth: 1, background: true, shared: false },
    ...{ owner, startedAt, state: "running" },
  });
  await settleOrphans({ records, live: new Set(), leases: journal.leases, now: () => now });
  return (await records.get(id))?.state;
}

test("a child of another machine counts as running while its session is held, or may just begin", async () => {
  expect(await settled({ owner: elsewhere, startedAt: 1 }, true)).toBe("running");
  expect(await settled({ owner: elsewhere, startedAt: now - 1_000 }, false)).toBe("running");
  expect(await settled({ owner: elsewhere, startedAt: 1 }, false)).toBe("orphaned");
});

test("a child of this process that does not run in it is orphaned, whoever holds its session", async () => {
  expect(await settled({ owner: processOwner(), startedAt: now }, true)).toBe("orphaned");
});
