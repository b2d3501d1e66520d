import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import type { JournalEntry } from "../journal/session-journal.ts";
import { assistant, epoch, head, user } from "./journal-trial.ts";
import type { JournalFact } from "./journal-trial.ts";

/** Who may write to a session, and what it is told of what happens beside it. */
export const writerFacts: readonly JournalFact[] = [
  {
    name: "one writer holds a session at a time, and whoever asks is told who does",
    async check(trial) {
      strictEqual(await trial.acquire(1, 1_000), undefined);
      await trial.journal.create(head);
      const owner = { host: "here", pid: 1, processStart: "start of 1" };
      const first = await trial.acquire(1, 1_000);
      deepStrictEqual({ ...first }, { owner, token: first?.token, since: 1_000, expiresAt: 61_000 });
      const request = { owner: { host: "there", pid: 2 }, now: 60_999, ttlMs: 60_000, isGone: () => false };
      deepStrictEqual(await trial.leases.acquire(head.id, request), { heldBy: first });
    },
  },
  {
    name: "an entry is written by the holder alone: not with an older token, without one, or once it is released",
    async check(trial) {
      await trial.journal.create(head);
      await trial.say("before anybody holds it", undefined);
      const first = await trial.acquire(1, 1_000);
      await trial.say("first", first?.token);
      await rejects(trial.say("nobody", undefined), { code: "SESSION_LEASE_LOST" });
      const second = await trial.acquire(2, 2_000, { takeOver: true });
      await rejects(trial.say("too late", first?.token), { code: "SESSION_LEASE_LOST" });
      await trial.say("second", second?.token);
      if (trial.leases.holder) deepStrictEqual(await trial.leases.holder(head.id), second);
      await trial.leases.release(head.id, second?.token ?? 0);
      if (trial.leases.holder) strictEqual(await trial.leases.holder(head.id), undefined);
      await rejects(trial.say("released", second?.token), { code: "SESSION_LEASE_LOST" });
      await trial.say("after all", undefined);
      deepStrictEqual(await trial.said(), ["before anybody holds it", "first", "second", "after all"]);
    },
  },
  {
    name: "entries of every type are refused with an old token, and leave nothing behind",
    async check(trial) {
      await trial.journal.create(head);
      const old = await trial.acquire(1, 1_000);
      await trial.append({ type: "message", message: user, at: 1 }, old?.token);
      const before = await trial.stored();
      await trial.acquire(2, 2_000, { takeOver: true });
      const entries: readonly JournalEntry[] = [
        { type: "request-start", round: 1, model: "m", at: 2 },
        { type: "partial", text: "Hel", reasoning: "", at: 2 },
        { type: "message", message: assistant, at: 2 },
        { type: "note", text: "Known.", at: 2 },
        { type: "tool-start", callId: "c1", name: "read", arguments: "{}", at: 2 },
        { type: "compression", messages: [], at: 2 },
        { ...epoch, type: "head", at: 2 },
        { type: "turn-end", reason: "answered", at: 2 },
      ];
      for (const entry of entries)
        await rejects(trial.append(entry, old?.token), { code: "SESSION_LEASE_LOST" }, entry.type);
      deepStrictEqual(await trial.stored(), before);
    },
  },
  {
    name: "a lease is free when it is released, has expired, or its holder is gone; each one has a greater token",
    async check(trial) {
      await trial.journal.create(head);
      const first = await trial.acquire(1, 1_000);
      await trial.leases.release(head.id, first?.token ?? 0);
      const second = await trial.acquire(2, 2_000);
      const third = await trial.acquire(3, 62_000);
      strictEqual(await trial.acquire(4, 63_000, { isGone: ({ pid }) => pid !== 3 }), undefined);
      const fourth = await trial.acquire(4, 63_000, {
        isGone: ({ pid, processStart }) => pid === 3 && processStart === "start of 3",
      });
      const tokens = [first, second, third, fourth].map((lease) => lease?.token ?? 0);
      deepStrictEqual(
        tokens,
        tokens.toSorted((a, b) => a - b),
      );
      strictEqual(new Set(tokens).size, 4);
      // What an earlier holder lets go of is not its own any more.
      await trial.leases.release(head.id, tokens[2] ?? 0);
      strictEqual(await trial.acquire(5, 64_000), undefined);
    },
  },
  {
    name: "a lease holds longer once it is renewed, also one that has expired, but not one that was taken",
    async check(trial) {
      await trial.journal.create(head);
      const token = (await trial.acquire(1, 1_000))?.token ?? 0;
      strictEqual(await trial.leases.renew(head.id, token, 120_000), true);
      strictEqual(await trial.acquire(2, 119_999), undefined);
      strictEqual(await trial.leases.renew(head.id, token, 200_000), true);
      strictEqual(await trial.acquire(2, 199_999), undefined);
      await trial.acquire(2, 200_000);
      strictEqual(await trial.leases.renew(head.id, token, 300_000), false);
    },
  },
  {
    name: "a clock that jumps backwards, and forwards again, does not give a session two owners",
    async check(trial) {
      await trial.journal.create(head);
      const token = (await trial.acquire(1, 1_000_000))?.token ?? 0;
      strictEqual(await trial.acquire(2, 0), undefined);
      await trial.leases.renew(head.id, token, 60_000);
      strictEqual(await trial.acquire(2, 500), undefined);
      strictEqual(await trial.acquire(2, 1_000_001), undefined);
      await trial.say("still the holder", token);
      deepStrictEqual(await trial.said(), ["still the holder"]);
    },
  },
  {
    name: "a notice waits until a message that names it is written, and is never recorded anew after that",
    async check(trial) {
      await trial.journal.create(head);
      await trial.notice("n1", "one");
      await trial.notice("n2", "two");
      deepStrictEqual(await trial.waiting(), ["one", "two"]);
      await trial.tell("n1", "unknown");
      deepStrictEqual(await trial.waiting(), ["two"]);
      strictEqual(await trial.notice("n1", "one again"), false);
      deepStrictEqual(await trial.waiting(), ["two"]);
      deepStrictEqual((await trial.stored()).messages, [user]);
      deepStrictEqual(await trial.notices.take("another session"), []);
    },
  },
  {
    name: "a notice gets another text, in its old place, or is withdrawn, until it is taken",
    async check(trial) {
      await trial.journal.create(head);
      for (const id of ["n1", "n2", "n3"]) await trial.notice(id, id);
      strictEqual(await trial.notice("n1", "changed"), true);
      await trial.notices.withdraw(head.id, ["n2"]);
      const taken = await trial.notices.take(head.id);
      deepStrictEqual(
        taken.map(({ id, source, text }) => [id, source, text]),
        [
          ["n1", "test", "changed"],
          ["n3", "test", "n3"],
        ],
      );
      strictEqual(await trial.notice("n1", "too late"), false);
      await trial.notices.withdraw(head.id, ["n1"]);
      await trial.notice("n4", "later");
      // What was taken and not written is given again.
      deepStrictEqual(
        (await trial.notices.take(head.id)).map(({ text }) => text),
        ["changed", "n3", "later"],
      );
    },
  },
  {
    name: "a message that may not be written delivers nothing",
    async check(trial) {
      await trial.journal.create(head);
      await trial.notice("n1", "one");
      await trial.acquire(1, 1_000);
      await rejects(trial.tell("n1"), { code: "SESSION_LEASE_LOST" });
      deepStrictEqual(await trial.waiting(), ["one"]);
    },
  },
];
