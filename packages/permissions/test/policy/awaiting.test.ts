import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApprovalLog, Approver } from "@hermes/registry";
import { memoryApprovals } from "@hermes/registry/approvals";
import { expect, test } from "vitest";
import type { PermissionsOptions } from "../../src/index.ts";
import { call, personWho, temporaryPlace } from "./support/temporary-place.ts";
import type { CallOptions, TemporaryPlace } from "./support/temporary-place.ts";

const later: Approver = async () => ({ pending: true });
const args = { command: "git push --force" };
const yes = { approved: true, scope: "once" } as const;

interface Waiting {
  readonly log: ApprovalLog;
  readonly place: TemporaryPlace & AsyncDisposable;
  /** Sends the same call through the guard of a process of its own. */
  again(options?: Partial<PermissionsOptions>, context?: CallOptions): ReturnType<typeof call>;
  answer(answer: Parameters<ApprovalLog["answer"]>[1]["answer"], at?: number): Promise<void>;
}

/** A call that has been asked about, and waits for its answer. */
async function waitingCall(options: Partial<PermissionsOptions> = {}): Promise<Waiting> {
  const place = await temporaryPlace();
  const log = memoryApprovals();
  const send = async (more: Partial<PermissionsOptions>, context: CallOptions) =>
    await call(place.open({ approvals: log, ...options, ...more }), "terminal", args, {
      ...{ toolset: "terminal", callId: "c1", sessionId: "s1" },
      ...context,
    });
  const verdict = await send({}, { approve: later, waits: { again: false } });
  const [open] = await log.list();
  expect(verdict).toMatchObject({ allow: false, awaiting: open?.id });
  return {
    log,
    place,
    again: (more = {}, context = {}) => send(more, { waits: { again: true }, ...context }),
    answer: async (answer, at = 8) => {
      await log.answer(open?.id ?? "", { answer, actor: "telegram:7", at });
    },
  };
}

test("what waits names session, call, action and what would happen, and nothing is decided about it yet", async () => {
  const { log, place } = await waitingCall();
  await using _ = place;

  expect(await log.list()).toMatchObject([
    {
      status: "open",
      request: {
        ...{ sessionId: "s1", callId: "c1", tool: "terminal", action: "terminal.run" },
        ...{ summary: "git push --force", findings: [{ id: "git.force-push" }] },
      },
    },
  ]);
  expect(place.records).toEqual([]);
});

test("a yes lets it run in another process, and the audit says who gave it", async () => {
  const { place, again, answer } = await waitingCall();
  await using _ = place;
  await answer(yes);

  expect(await again()).toMatchObject({ allow: true });

  expect(place.records).toMatchObject([{ decision: "allowed", decidedBy: "person, once (telegram:7)" }]);
});

test("a no is a no, also where a mode would let it pass by then", async () => {
  const { place, again, answer } = await waitingCall();
  await using _ = place;
  await answer({ approved: false, reason: "Not today." });

  expect(await again({ mode: "yolo" })).toMatchObject({
    allow: false,
    reason: expect.stringContaining("Not today."),
  });
  expect(place.records).toMatchObject([{ decision: "denied", decidedBy: "person (telegram:7)" }]);
});

test("a yes does not hold for what has changed since, nor against a rule that forbids it by then", async () => {
  const { place, log, again, answer } = await waitingCall();
  await using _ = place;
  await answer(yes);

  await writeFile(join(place.home, "permissions.yaml"), "terminal(git push*): deny\n");
  const forbidden = await again();
  await writeFile(join(place.home, "permissions.yaml"), "");
  const moved = await again({ backend: { kind: "ssh", isolated: false } });

  expect(forbidden).toMatchObject({ allow: false, reason: expect.stringContaining("forbids it") });
  expect(moved).toMatchObject({
    allow: false,
    reason: expect.stringContaining("changed since it was approved"),
  });
  expect(await log.list()).toMatchObject([{ status: "answered" }]);
});

test("still open, it waits on where nobody is there, and is asked about where somebody is", async () => {
  const { place, log, again } = await waitingCall();
  await using _ = place;
  const [open] = await log.list();
  const person = personWho(yes);

  const unattended = await again();
  const attended = await again({}, { approve: person.approve });

  expect(unattended).toMatchObject({ allow: false, awaiting: open?.id });
  expect(attended).toMatchObject({ allow: true });
  expect(person.requests.map(({ id }) => id)).toEqual([open?.id]);
});

test("a rule that has come to allow it closes the question", async () => {
  const { place, log, again, answer } = await waitingCall();
  await using _ = place;
  await writeFile(join(place.home, "permissions.yaml"), "terminal(git push --force): allow\n");

  expect(await again()).toMatchObject({ allow: true });

  expect(await log.list()).toMatchObject([{ status: "withdrawn" }]);
  await expect(answer(yes)).rejects.toMatchObject({ code: "APPROVAL_CLOSED" });
});

test("an answer in time lets it run, an expired question is a refusal, by the reader's clock", async () => {
  for (const [at, allow] of [
    [1_006, true],
    [1_007, false],
    [undefined, false],
  ] as const) {
    const { place, log, again, answer } = await waitingCall({ approvalTimeoutMs: 1_000 });
    await using _ = place;
    if (at !== undefined)
      await answer(yes, at).catch((error: unknown) =>
        expect(error).toMatchObject({ code: "APPROVAL_EXPIRED" }),
      );

    const verdict = await again({ now: () => 1_000_000 });

    expect(verdict.allow).toBe(allow);
    expect(await log.list()).toMatchObject([{ status: allow ? "answered" : "expired" }]);
    if (!verdict.allow) expect(verdict.reason).toContain("nobody answered in time");
  }
});

test.each([
  ["hermes approvals answer 3f9c21ab07 yes", "deny"],
  ["sudo env A=1 hermes -m x --yolo approvals answer 3f9c21ab07 no", "deny"],
  ["sh -c 'sleep 1; hermes approvals answer 3f9c21ab07 yes'", "deny"],
  ["hermes approvals list", "allow"],
  ["hermes approvals show answer", "allow"],
])("an agent answers no question, in no mode: %s is %s", async (command, verdict) => {
  await using place = await temporaryPlace();
  const permissions = place.open({ mode: "yolo" });

  expect(await permissions.explain(command)).toMatchObject({ verdict });
});

test("secrets are shown to the person, and not kept with the question", async () => {
  await using place = await temporaryPlace();
  const log = memoryApprovals();
  const person = personWho(yes);
  const redact = async () => (text: string) => text.replaceAll("s3same", "***");
  const permissions = place.open({ approvals: log, redact });

  await call(permissions, "terminal", { command: "rm -rf s3same" }, { toolset: "terminal", ...person });

  expect(person.requests).toMatchObject([{ summary: "rm -rf s3same" }]);
  const kept = JSON.stringify(await log.list());
  expect(kept).not.toContain("s3same");
  expect(kept).toContain("rm -rf ***");
});
