import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import type { ApprovalLog, NewApproval } from "../approval-log.ts";
import type { ApprovalDecision } from "../approval.ts";

/** A log to try, fresh and empty. */
export interface ApprovalLogUnderTest {
  readonly log: ApprovalLog;
  /** The same log as another process would see it. Absent: the log itself. */
  reopen?(): ApprovalLog;
  close?(): void | Promise<void>;
}

const no: ApprovalDecision = { approved: false, reason: "Not on Fridays. \u{1f4c5}" };
const yes: ApprovalDecision = { approved: true, scope: "once" };

/** A question of a session about a call. */
function question(id: string, { sessionId = "s1", callId = "c1", expiresAt = 0 } = {}): NewApproval {
  const request = {
    ...{ id, sessionId, callId, userId: "u1", tool: "terminal", action: "terminal.run" },
    ...{ summary: "git push\n --force", reason: "It overwrites." },
    findings: [{ id: "git.force", reason: "It overwrites.", span: { start: 0, end: 3 } }],
    diff: "@@ x @@",
    rule: "terminal(git push*)",
  };
  return {
    request: expiresAt === 0 ? request : { ...request, expiresAt },
    digest: "sha256:1",
    askedAt: 10,
  };
}

/** What every `ApprovalLog` must do, as a list of cases for any test runner. */
export function approvalLogContract(
  make: () => ApprovalLogUnderTest,
): readonly { readonly name: string; run(): Promise<void> }[] {
  return Object.entries(facts).map(([name, check]) => ({
    name,
    async run() {
      const made = make();
      try {
        await check(made.log, () => made.reopen?.() ?? made.log);
      } finally {
        await made.close?.();
      }
    },
  }));
}

type Check = (log: ApprovalLog, other: () => ApprovalLog) => Promise<void>;

const facts: Readonly<Record<string, Check>> = {
  "what was asked is there as it was, for others too": async (log, other) => {
    await log.open(question("a"));
    const kept = { ...question("a"), id: "a", status: "open" };
    deepStrictEqual(await other().get("a"), kept);
    deepStrictEqual(await other().find("s1", "c1"), kept);
    strictEqual(await log.get("b"), undefined);
    strictEqual(await log.find("s1", "c2"), undefined);
    strictEqual(await log.find("s2", "c1"), undefined);
  },
  "the first answer holds, whoever gives the second one": async (log, other) => {
    await log.open(question("a"));
    const given = { answer: no, actor: "telegram:1", at: 20 };
    const answered = await log.answer("a", given);
    deepStrictEqual(answered, {
      ...question("a"),
      ...{ id: "a", status: "answered", answer: no, actor: "telegram:1", closedAt: 20 },
    });
    await rejects(async () => await other().answer("a", { answer: yes, actor: "cli", at: 21 }), {
      code: "APPROVAL_CLOSED",
    });
    deepStrictEqual(await other().get("a"), answered);
  },
  "nothing that is unknown is answered": async (log) => {
    await rejects(async () => await log.answer("a", { answer: yes, actor: "cli", at: 1 }), {
      code: "APPROVAL_NOT_FOUND",
    });
  },
  "an answer is in time until the moment it expires, and not from then on, also where a clock goes back":
    async (log, other) => {
      await log.open(question("a", { expiresAt: 100 }));
      await log.open(question("b", { expiresAt: 100 }));
      await log.answer("a", { answer: yes, actor: "cli", at: 99 });
      const late = { answer: yes, actor: "cli", at: 100 };
      await rejects(async () => await log.answer("b", late), { code: "APPROVAL_EXPIRED" });
      await rejects(async () => await other().answer("b", { ...late, at: 50 }), { code: "APPROVAL_EXPIRED" });
      strictEqual((await other().get("b"))?.status, "expired");
      strictEqual((await other().get("b"))?.answer, undefined);
    },
  "what is withdrawn takes no answer, and what is answered can't be withdrawn": async (log) => {
    await log.open(question("a"));
    await log.open(question("b"));
    await log.close("a", { status: "withdrawn", at: 30 });
    await log.answer("b", { answer: yes, actor: "cli", at: 30 });
    await log.close("b", { status: "withdrawn", at: 31 });
    await log.close("c", { status: "withdrawn", at: 31 });
    await rejects(async () => await log.answer("a", { answer: yes, actor: "cli", at: 31 }), {
      code: "APPROVAL_CLOSED",
    });
    deepStrictEqual([(await log.get("a"))?.status, (await log.get("b"))?.status], ["withdrawn", "answered"]);
  },
  "the last question about a call is the one that counts for it": async (log) => {
    await log.open(question("a"));
    await log.close("a", { status: "withdrawn", at: 30 });
    await log.open(question("b"));
    strictEqual((await log.find("s1", "c1"))?.id, "b");
  },
  "they are listed in their order, of one session or of all, and by what became of them": async (
    log,
    other,
  ) => {
    await log.open(question("z"));
    await log.open(question("a", { sessionId: "s2" }));
    await log.open(question("m", { callId: "c2" }));
    await log.answer("z", { answer: yes, actor: "cli", at: 20 });
    const ids = async (...filter: Parameters<ApprovalLog["list"]>): Promise<readonly string[]> =>
      (await other().list(...filter)).map(({ id }) => id);
    deepStrictEqual(await ids(), ["z", "a", "m"]);
    deepStrictEqual(await ids({ status: "open" }), ["a", "m"]);
    deepStrictEqual(await ids({ sessionId: "s1" }), ["z", "m"]);
    deepStrictEqual(await ids({ sessionId: "s1", status: "open" }), ["m"]);
    deepStrictEqual(await ids({ sessionId: "s3" }), []);
  },
};
