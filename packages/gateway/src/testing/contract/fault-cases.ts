import { equal, ok } from "node:assert/strict";
import type { ContractCheck } from "./platform-place.ts";
import { atLeast, connected, messageTo, noSignal } from "./connected.ts";

/** What goes wrong between. */
export function faultCases<Settings>(check: ContractCheck<Settings>): void {
  check("too many messages: to be tried again, after the time that the platform says", async (place) => {
    const { peer } = place;
    if (peer.limitRate === undefined) return;
    await connected(place, async (connection) => {
      peer.limitRate?.(7_000);
      const message = messageTo(place, "now");
      const outcome = await connection.send(message, noSignal());
      equal(outcome.status, "retry");
      equal(outcome.status === "retry" ? outcome.afterMs : 0, 7_000);
      equal((await connection.send(message, noSignal())).status, "sent");
      equal((await peer.seen(atLeast(1))).length, 1);
    });
  });

  check("an answer that got lost leaves the message uncertain, and it is there once", async (place) => {
    const { peer } = place;
    if (peer.loseAnswer === undefined) return;
    await connected(place, async (connection) => {
      peer.loseAnswer?.();
      const message = messageTo(place, "did it arrive?");
      equal((await connection.send(message, noSignal())).status, "uncertain");
      const seen = await peer.seen(atLeast(1));
      equal(seen.length, 1);
      const found = await connection.lookUp?.(message, noSignal());
      if (found !== undefined && found !== "unknown")
        equal(found === "not-there" ? "" : found.messageId, seen[0]?.messageId);
    });
  });

  check("a send that is given up while it waits is uncertain or was never begun", async (place) => {
    await connected(place, async (connection) => {
      const outcome = await connection.send(messageTo(place, "too late"), { signal: AbortSignal.abort() });
      ok(outcome.status !== "failed");
    });
  });

  check("after the connection broke messages come in again, and it says so meanwhile", async (place) => {
    const { peer } = place;
    if (peer.dropReceiving === undefined) return;
    await connected(place, async (_, host) => {
      peer.dropReceiving?.();
      await host.until(({ states }) =>
        states.some(({ state, reason }) => state === "retrying" && reason !== undefined),
      );
      await peer.say("still there?");
      await host.until(({ messages }) => messages.length === 1);
      equal(host.states.findLast(({ heardAt }) => heardAt !== undefined)?.state, "up");
    });
  });

  check("a connection that has gone silent is noticed and made anew", async (place) => {
    const { peer } = place;
    if (peer.silenceReceiving === undefined) return;
    await connected(place, async (_, host) => {
      peer.silenceReceiving?.();
      await host.until(({ states }) => states.some(({ state }) => state === "retrying"));
      await peer.say("hello?");
      await host.until(({ messages }) => messages.length === 1);
    });
  });

  check("a chat that forbids writing is a failure for good, with the reason", async (place) => {
    const { peer } = place;
    if (peer.forbid === undefined) return;
    await connected(place, async (connection) => {
      peer.forbid?.();
      const outcome = await connection.send(messageTo(place, "hi"), noSignal());
      equal(outcome.status === "failed" ? outcome.code : outcome.status, "forbidden");
      ok(outcome.status === "failed" && outcome.reason !== "");
    });
  });
}
