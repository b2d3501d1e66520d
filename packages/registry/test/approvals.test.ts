import { describe, expect, test } from "vitest";
import { askApprover, memoryApprovals } from "../src/approvals.ts";
import type { AskApproverOptions } from "../src/approvals.ts";
import type { ApprovalLog, Approver, ToolContext } from "../src/index.ts";
import { approvalLogContract, testContext } from "../src/testing/index.ts";

describe("approvals in memory", () => {
  for (const { name, run } of approvalLogContract(() => ({ log: memoryApprovals() }))) test(name, run);
});

const shown = {
  ...{ sessionId: "test-session", callId: "test-call", tool: "terminal", action: "terminal.run" },
  ...{ summary: "curl -H 'key: secret'", reason: "It sends." },
};

function ask(
  log: ApprovalLog,
  approve: Approver | undefined,
  {
    context,
    ...options
  }: Partial<Omit<AskApproverOptions, "context">> & { context?: Partial<ToolContext> } = {},
): ReturnType<typeof askApprover> {
  return askApprover({
    ...{ log, request: shown, digest: "d1", now: () => 100, watchMs: 5 },
    ...options,
    context: testContext({ approve, ...context }),
  });
}

const yes = { approved: true, scope: "once" } as const;
const later: Approver = async () => ({ pending: true });
const waits = { again: false };

test("a question is kept before anybody is asked, without what is not to be kept, and its answer before it holds", async () => {
  const log = memoryApprovals();
  const seen: unknown[] = [];
  const approve: Approver = async (request) => {
    seen.push(request.summary, (await log.get(request.id))?.request.summary);
    return { ...yes, actor: "telegram:7" };
  };

  const asked = await ask(log, approve, { kept: { ...shown, summary: "curl …" } });

  expect(seen).toEqual([shown.summary, "curl …"]);
  expect(asked).toMatchObject({ by: "person", actor: "telegram:7" });
  expect(await log.list()).toMatchObject([{ status: "answered", actor: "telegram:7", answer: yes }]);
});

test("nobody is asked when the question can't be recorded", async () => {
  let isAsked = false;
  const full = { ...memoryApprovals(), open: () => Promise.reject(new Error("disk full")) };
  const approve: Approver = async () => {
    isAsked = true;
    return yes;
  };

  await expect(ask(full, approve)).rejects.toThrow("disk full");

  expect(isAsked).toBe(false);
});

test("an answer that comes from elsewhere ends the asking, and is the one that holds", async () => {
  const log = memoryApprovals();
  let isTold = false;
  const approve: Approver = async ({ id }, { signal }) => {
    await log.answer(id, { answer: { approved: false, reason: "No." }, actor: "api", at: 101 });
    return await new Promise((_, reject) =>
      signal.addEventListener("abort", () => {
        isTold = true;
        reject(signal.reason);
      }),
    );
  };

  const asked = await ask(log, approve);

  expect(asked).toEqual({ by: "person", answer: { approved: false, reason: "No." }, actor: "api" });
  expect(isTold).toBe(true);
});

test("an approval after a refusal has no effect", async () => {
  const log = memoryApprovals();
  const approve: Approver = async ({ id }) => {
    await log.answer(id, { answer: { approved: false, reason: "No." }, actor: "api", at: 101 });
    return yes;
  };

  expect(await ask(log, approve)).toMatchObject({ by: "person", answer: { approved: false }, actor: "api" });
});

test("an answer that is put off is waited for where the call can wait, and is a no where it can't", async () => {
  const [log, other] = [memoryApprovals(), memoryApprovals()];

  const asked = await ask(log, later, { context: { waits } });
  const refused = await ask(other, later);

  const [open] = await log.list();
  expect(asked).toEqual({ by: "later", id: open?.id });
  expect(open?.status).toBe("open");
  expect(refused).toMatchObject({ by: "nobody" });
  expect(await other.list()).toMatchObject([{ status: "withdrawn" }]);
});

test("an answer that came before the approver put it off is taken at once", async () => {
  const log = memoryApprovals();
  const quick: Approver = async ({ id }) => {
    await log.answer(id, { answer: yes, actor: "api", at: 101 });
    return { pending: true };
  };

  expect(await ask(log, quick, { context: { waits } })).toMatchObject({ by: "person", answer: yes });
});

test("an interrupt withdraws the question", async () => {
  const log = memoryApprovals();
  const control = new AbortController();
  const approve: Approver = async () => {
    control.abort(new Error("stop"));
    return await new Promise(() => undefined);
  };

  await expect(ask(log, approve, { context: { signal: control.signal } })).rejects.toThrow("stop");

  expect(await log.list()).toMatchObject([{ status: "withdrawn" }]);
});

test("a question that nobody answers in time expires, and expires at the same moment when it is asked again", async () => {
  const log = memoryApprovals();
  await ask(log, later, { timeoutMs: 50, context: { waits } });
  const [earlier] = await log.list();
  expect(earlier?.request.expiresAt).toBe(150);
  const hangs: Approver = () => new Promise(() => undefined);

  const again = ask(log, hangs, { earlier, timeoutMs: 50, context: { waits } });
  expect(await again).toMatchObject({ by: "nobody", reason: "nobody answered within 0 seconds" });
  expect(await log.list()).toMatchObject([{ id: earlier?.id, status: "expired" }]);
  const late = await ask(log, later, { earlier: await log.get(earlier?.id ?? ""), context: { waits } });
  expect(late).toMatchObject({ by: "nobody" });
});

test("a yes holds for what was asked about, and for nothing else; what changed before the answer is asked anew", async () => {
  const log = memoryApprovals();
  await ask(log, later, { context: { waits } });
  const [open] = await log.list();

  const changed = await ask(log, later, { earlier: open, digest: "d2", context: { waits } });
  const [, anew] = await log.list();
  const answered = await log.answer(anew?.id ?? "", { answer: yes, actor: "cli", at: 101 });

  expect(changed).toEqual({ by: "later", id: anew?.id });
  expect(await log.get(open?.id ?? "")).toMatchObject({ status: "withdrawn" });
  expect(await ask(log, undefined, { earlier: answered, digest: "d2" })).toMatchObject({ by: "person" });
  expect(await ask(log, undefined, { earlier: answered, digest: "d3" })).toEqual({ by: "changed" });
});
