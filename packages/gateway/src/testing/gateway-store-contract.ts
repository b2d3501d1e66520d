import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { InboundMessage } from "../platforms/platform.ts";
import type { GatewayStore } from "../store/gateway-store.ts";
import type { Turn } from "../store/inbox-store.ts";
import type { NewOutbound, OutboundRow } from "../store/outbox-store.ts";
import type { Fence } from "../store/owner-store.ts";

export interface StoreContractCase {
  /** A fact that could be false: the name of the test. */
  readonly name: string;
  run(): Promise<void>;
}

export interface GatewayStoreUnderTest {
  readonly store: GatewayStore;
  readonly close?: (() => void | Promise<void>) | undefined;
}

/**
 * What every `GatewayStore` must do, as a list of cases for any test runner:
 * `for (const { name, run } of gatewayStoreContract(makeStore)) test(name, run);`
 */
export function gatewayStoreContract(
  makeStore: () => GatewayStoreUnderTest | Promise<GatewayStoreUnderTest>,
): readonly StoreContractCase[] {
  return facts.map(({ name, check }) => ({
    name,
    run: async () => {
      const { store, close } = await makeStore();
      try {
        await check(store);
      } finally {
        await close?.();
      }
    },
  }));
}

const owner = (pid: number): { readonly host: string; readonly pid: number } => ({ host: "here", pid });
const alive = (): boolean => false;

async function hold(store: GatewayStore, { pid = 1, now = 0, isGone = alive } = {}): Promise<Fence> {
  const answer = await store.owners.acquire("p", { owner: owner(pid), now, ttlMs: 100, isGone });
  if (!("lease" in answer)) throw new Error("The platform is held already.");
  return { platform: "p", token: answer.lease.token };
}

function message(id: string, text = id, more: Partial<InboundMessage> = {}): InboundMessage {
  return {
    ...{
      at: { platform: "p", chatId: "c" },
      messageId: id,
      chatKind: "dm",
      text,
      sentAt: 1,
      isAddressed: true,
    },
    ...{ sender: { userId: "u", isBot: false }, files: [] },
    ...more,
  };
}

async function keep(store: GatewayStore, id: string, chat = "chat"): Promise<number> {
  const row = await store.inbox.keep({ chat, message: message(id), tier: "owner", receivedAt: 1 });
  if (row === undefined) throw new Error("It was there already.");
  return row.id;
}

function turn(id: string): Omit<Turn, "deaths"> {
  return { id, chat: "chat", sessionId: "s", position: 0, words: id, startedAt: 1 };
}

function reply(key: string, more: Partial<NewOutbound> = {}): NewOutbound {
  return { key, to: { platform: "p", chatId: "c" }, kind: "reply", text: key, ...more };
}

async function dueKeys(store: GatewayStore, now = 10): Promise<readonly string[]> {
  return (await store.outbox.due("p", now, 10)).map(({ key }) => key);
}

async function row(store: GatewayStore, key: string): Promise<OutboundRow> {
  const found = await store.outbox.get(key);
  if (found === undefined) throw new Error(`There is no row ${key}.`);
  return found;
}

async function send(store: GatewayStore, key: string, fence: Fence): Promise<void> {
  const { id, revision } = await row(store, key);
  strictEqual(await store.outbox.sending(id, fence), true);
  await store.outbox.settle(id, { state: "sent", platformId: `id-${key}`, revision, at: 5 });
}

const facts: readonly { readonly name: string; check(store: GatewayStore): Promise<void> }[] = [
  {
    name: "a platform has one owner until that is gone or its time is over",
    async check(store) {
      const first = await hold(store);
      const refused = await store.owners.acquire("p", {
        owner: owner(2),
        now: 99,
        ttlMs: 100,
        isGone: alive,
      });
      strictEqual("heldBy" in refused && refused.heldBy.owner.pid, 1);
      const second = await hold(store, { pid: 2, now: 100 });
      strictEqual(second.token > first.token, true);
      strictEqual(await store.owners.renew(first, 500), false);
      strictEqual(await store.owners.renew(second, 500), true);
      const third = await hold(store, { pid: 3, now: 101, isGone: () => true });
      strictEqual(third.token > second.token, true);
      await store.owners.release(third);
      strictEqual(await store.owners.holder("p"), undefined);
      strictEqual((await hold(store, { pid: 4, now: 102 })).token > third.token, true);
    },
  },
  {
    name: "a message is kept once, by its update and by its place in the chat",
    async check(store) {
      const of = (each: InboundMessage): Parameters<GatewayStore["inbox"]["keep"]>[0] => ({
        ...{ chat: "chat", message: each, tier: "owner", receivedAt: 1 },
      });
      strictEqual((await store.inbox.keep(of(message("1", "a", { updateId: "u1" }))))?.state, "received");
      strictEqual(await store.inbox.keep(of(message("2", "a", { updateId: "u1" }))), undefined);
      strictEqual(await store.inbox.keep(of(message("1", "a", { updateId: "u2" }))), undefined);
      strictEqual((await store.inbox.waiting("chat")).length, 1);
    },
  },
  {
    name: "what is refused is answered once and waits for nobody",
    async check(store) {
      const refused = { reason: "stranger", outbound: [reply("no")] };
      const inbound = { chat: "chat", message: message("1"), tier: "guest", receivedAt: 1 } as const;
      strictEqual((await store.inbox.keep(inbound, refused))?.state, "dropped");
      strictEqual(await store.inbox.keep(inbound, refused), undefined);
      deepStrictEqual([await store.inbox.waiting("chat"), await dueKeys(store)], [[], ["no"]]);
    },
  },
  {
    name: "of two that claim a message one gets it",
    async check(store) {
      const fence = await hold(store);
      const id = await keep(store, "1");
      const claims = await Promise.all([
        store.inbox.begin(turn("t1"), [id], fence),
        store.inbox.begin(turn("t2"), [id], fence),
      ]);
      deepStrictEqual(claims.toSorted(), [false, true]);
    },
  },
  {
    name: "a former owner claims nothing, ends nothing and sends nothing",
    async check(store) {
      const former = await hold(store);
      const [id, next] = [await keep(store, "1"), await keep(store, "2")];
      strictEqual(await store.inbox.begin(turn("t1"), [id], former), true);
      await store.outbox.put([reply("a")], 1);
      await hold(store, { pid: 2, now: 200 });
      strictEqual(await store.inbox.begin(turn("t2"), [next], former), false);
      strictEqual(await store.inbox.join("t1", next, former), false);
      strictEqual(await store.inbox.finish("t1", { answered: [id], outbound: [reply("b")] }, former), false);
      strictEqual(await store.outbox.sending((await row(store, "a")).id, former), false);
      deepStrictEqual(await dueKeys(store), ["a"]);
    },
  },
  {
    name: "the next owner finds the turns that were not ended, with their messages, and counts the deaths",
    async check(store) {
      const former = await hold(store);
      const ids = [await keep(store, "1"), await keep(store, "2")];
      await store.inbox.begin(turn("t1"), ids.slice(0, 1), former);
      await store.inbox.join("t1", ids[1] ?? 0, former);
      const fence = await hold(store, { pid: 2, now: 200 });
      const [found, ...others] = await store.inbox.abandoned(fence);
      deepStrictEqual([found?.rows.map((each) => each.id), others], [ids, []]);
      strictEqual(await store.inbox.takeOver("t1", former), undefined);
      strictEqual(await store.inbox.takeOver("t1", fence), 1);
      deepStrictEqual(await store.inbox.abandoned(fence), []);
    },
  },
  {
    name: "a turn is ended once, with all that is said about it",
    async check(store) {
      const fence = await hold(store);
      const ids = [await keep(store, "1"), await keep(store, "2"), await keep(store, "3")];
      await store.inbox.begin(turn("t1"), ids, fence);
      const [answered = 0, returned = 0, left = 0] = ids;
      const next = { turn: turn("t2"), ids: [left] };
      const ending = { answered: [answered], returned: [returned], next, outbound: [reply("a")] };
      strictEqual(await store.inbox.finish("t1", ending, fence), true);
      strictEqual(await store.inbox.finish("t1", { ...ending, outbound: [reply("b")] }, fence), false);
      strictEqual(await store.inbox.join("t1", returned, fence), false);
      deepStrictEqual(
        (await store.inbox.waiting("chat")).map((each) => each.id),
        [returned],
      );
      deepStrictEqual(await store.inbox.counts("p"), { waiting: 1, claimed: 1 });
      deepStrictEqual(await dueKeys(store), ["a"]);
    },
  },
  {
    name: "a correction counts as long as the message waits",
    async check(store) {
      const fence = await hold(store);
      const id = await keep(store, "1");
      strictEqual(await store.inbox.correct(message("unknown")), undefined);
      strictEqual(await store.inbox.correct(message("1", "new")), "corrected");
      strictEqual((await store.inbox.waiting("chat"))[0]?.message.text, "new");
      await store.inbox.begin(turn("t1"), [id], fence);
      strictEqual(await store.inbox.correct(message("1", "new")), undefined);
      strictEqual(await store.inbox.correct(message("1", "newer")), "late");
    },
  },
  {
    name: "what goes to one chat is sent in order, and other chats don't wait for it",
    async check(store) {
      const fence = await hold(store);
      const elsewhere = { to: { platform: "p", chatId: "d" } };
      await store.outbox.put([reply("a1"), reply("a2"), reply("b1", elsewhere)], 1);
      deepStrictEqual(await dueKeys(store), ["a1", "b1"]);
      const { id } = await row(store, "a1");
      await store.outbox.sending(id, fence);
      deepStrictEqual(await dueKeys(store), ["b1"]);
      await store.outbox.settle(id, { state: "queued", reason: "busy", notBefore: 50 });
      deepStrictEqual([await dueKeys(store, 49), await dueKeys(store, 50)], [["b1"], ["a1", "b1"]]);
      strictEqual(await store.outbox.nextDueAt("p"), 0);
      await send(store, "a1", fence);
      deepStrictEqual(await dueKeys(store), ["a2", "b1"]);
    },
  },
  {
    name: "a key that is put again is the same row, and is sent once",
    async check(store) {
      const fence = await hold(store);
      await store.outbox.put([reply("a")], 1);
      await send(store, "a", fence);
      await store.outbox.put([reply("a")], 1);
      deepStrictEqual(await dueKeys(store), []);
    },
  },
  {
    name: "a text that changes after it was sent is edited, and one that changes meanwhile too",
    async check(store) {
      const fence = await hold(store);
      await store.outbox.put([reply("a")], 1);
      const { id, revision } = await row(store, "a");
      await store.outbox.sending(id, fence);
      strictEqual(await store.outbox.revise("a", { text: "longer" }), true);
      await store.outbox.settle(id, { state: "sent", platformId: "x", revision, at: 5 });
      deepStrictEqual(await dueKeys(store), ["a"]);
      const changed = await row(store, "a");
      deepStrictEqual([changed.text, changed.platformId], ["longer", "x"]);
      await send(store, "a", fence);
      deepStrictEqual(await dueKeys(store), []);
      await store.outbox.revise("a", { text: "last" }, { notBefore: 100 });
      await store.outbox.revise("a", { text: "very last" }, { notBefore: 900 });
      deepStrictEqual([await dueKeys(store, 99), await dueKeys(store, 100)], [[], ["a"]]);
    },
  },
  {
    name: "what is uncertain is sent again when somebody asks, and never by itself",
    async check(store) {
      const fence = await hold(store);
      await store.outbox.put([reply("a"), reply("b")], 1);
      const { id } = await row(store, "a");
      await store.outbox.sending(id, fence);
      await store.outbox.settle(id, { state: "uncertain", reason: "no answer", at: 5 });
      deepStrictEqual(await dueKeys(store), ["b"]);
      strictEqual(await store.outbox.revise("a", { text: "other" }), false);
      deepStrictEqual(
        (await store.outbox.unsettled({ platform: "p", chatId: "c" })).map((each) => each.id),
        [id],
      );
      deepStrictEqual([await store.outbox.resend(id), await store.outbox.resend(id)], [true, false]);
      deepStrictEqual(await dueKeys(store), ["a"]);
    },
  },
  {
    name: "a whole answer goes beside a beginning of it that is uncertain",
    async check(store) {
      const fence = await hold(store);
      const id = await keep(store, "1");
      await store.inbox.begin(turn("t1"), [id], fence);
      await store.outbox.put([reply("a", { text: "Once" })], 1);
      const draft = await row(store, "a");
      await store.outbox.sending(draft.id, fence);
      await store.outbox.settle(draft.id, { state: "uncertain", reason: "no answer", at: 5 });
      await store.inbox.finish(
        "t1",
        { answered: [id], outbound: [reply("a", { text: "Once upon" })] },
        fence,
      );
      deepStrictEqual(await dueKeys(store), ["a+"]);
      strictEqual((await row(store, "a")).state, "skipped");
    },
  },
  {
    name: "the next owner finds the tries that nobody ended",
    async check(store) {
      const former = await hold(store);
      await store.outbox.put([reply("a")], 1);
      const { id } = await row(store, "a");
      await store.outbox.sending(id, former);
      deepStrictEqual(await store.outbox.abandoned(former), []);
      const fence = await hold(store, { pid: 2, now: 200 });
      deepStrictEqual(
        (await store.outbox.abandoned(fence)).map((each) => each.id),
        [id],
      );
    },
  },
  {
    name: "a chat keeps its session until it is told otherwise",
    async check(store) {
      const chat = {
        key: "k",
        at: { platform: "p", chatId: "c" },
        kind: "dm",
        tier: "owner",
        lastActiveAt: 1,
      } as const;
      await store.chats.seen({ ...chat, title: "Ann" });
      await store.chats.setSession("k", "s1");
      await store.chats.seen({ ...chat, lastActiveAt: 2 });
      const kept = await store.chats.get("k");
      deepStrictEqual([kept?.sessionId, kept?.title, kept?.lastActiveAt], ["s1", "Ann", 2]);
      deepStrictEqual(
        (await store.chats.ofSession("s1")).map(({ key }) => key),
        ["k"],
      );
      await store.chats.setSession("k", null);
      deepStrictEqual(await store.chats.list({ platform: "p", withSession: true }), []);
    },
  },
  {
    name: "a handoff is settled once",
    async check(store) {
      const to = { platform: "p", chatId: "c" };
      const id = await store.handoffs.ask({ sessionId: "s", title: "t", to }, 1);
      deepStrictEqual(
        (await store.handoffs.pending("p")).map((each) => each.id),
        [id],
      );
      deepStrictEqual(
        [
          await store.handoffs.settle(id, { state: "done" }),
          await store.handoffs.settle(id, { state: "failed" }),
        ],
        [true, false],
      );
      strictEqual((await store.handoffs.get(id))?.state, "done");
    },
  },
];
