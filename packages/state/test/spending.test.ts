import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openState, type SpendReservation, type State } from "../src/index.ts";
import { head } from "./support/entries.ts";
import { runScript } from "./support/run-script.ts";
import { tempFolder } from "./support/temp-folder.ts";

const at = new Date(2026, 0, 31, 12).getTime();
const nextDay = new Date(2026, 1, 1, 0, 0, 1).getTime();

/** A session with a child, a grandchild, and a stranger. */
function family(path = ":memory:"): State {
  const state = openState({ path });
  for (const [id, parentId] of [["root"], ["child", "root"], ["grandchild", "child"], ["other"]] as const)
    state.journal.create(head(id, { parentId }));
  return state;
}

function reserve(state: State, sessionId: string, usd: number, more: object = {}): SpendReservation {
  const answer = state.spending.reserve({
    sessionId,
    atMost: { tokens: 100, usd, requests: 1 },
    at,
    ...more,
  });
  if ("refused" in answer) throw new Error(`Refused: ${JSON.stringify(answer.refused)}`);
  return answer;
}

test("what is reserved counts in full for the first of the tree and for the day, and what is settled takes its place", async () => {
  await using state = family();
  const first = reserve(state, "grandchild", 0.5);
  reserve(state, "other", 1);
  reserve(state, "root", 2, { at: nextDay });

  state.spending.settle(first, { tokens: 40, usd: 0.125, requests: 1 });

  const { session, tree, day } = state.spending.spent("child", at);
  const nothing = { tokens: 0, usd: 0, requests: 0 };
  expect(session).toEqual({ reserved: nothing, settled: nothing });
  expect(tree).toEqual({
    reserved: { tokens: 100, usd: 2, requests: 1 },
    settled: { tokens: 40, usd: 0.125, requests: 1 },
  });
  expect(day).toEqual({
    reserved: { tokens: 100, usd: 1, requests: 1 },
    settled: { tokens: 40, usd: 0.125, requests: 1 },
  });
  expect(state.spending.spent("other", nextDay).session.reserved.usd).toBe(1);
});

test("a request that could exceed a cap is refused, with what was spent, and changes nothing", async () => {
  await using state = family();
  const caps = { tree: { usd: 1 }, day: { usd: 3, tokens: 450 } };
  const ask = (sessionId: string, usd: number) =>
    state.spending.reserve({ sessionId, atMost: { tokens: 100, usd, requests: 1 }, caps, at });
  reserve(state, "root", 0.75, { caps });

  expect(ask("child", 0.26)).toEqual({ refused: { scope: "tree", unit: "usd", cap: 1, spent: 0.75 } });
  reserve(state, "child", 0.25, { caps });
  // A model without a price costs no money that anybody knows of; its tokens count.
  reserve(state, "child", 0, { caps });
  expect(ask("other", 1)).toMatchObject({ amount: { usd: 1 } });
  expect(ask("other", 0)).toEqual({ refused: { scope: "day", unit: "tokens", cap: 450, spent: 400 } });
  expect(state.spending.spent("other", at).day.reserved).toEqual({ tokens: 400, usd: 2, requests: 4 });
});

test("a tree stays one when its first session is deleted", async () => {
  await using state = family();
  reserve(state, "root", 0.5);

  state.sessions.delete("root");

  expect(state.spending.spent("grandchild", at).tree.reserved.usd).toBe(0.5);
});

test("agents in several processes never overshoot the cap of their tree together, and leave less than one request of it", async () => {
  const path = join(tempFolder(), "hermes.db");
  family(path).close();

  const scripts = ["child", "grandchild"].map((id) => runScript("spend-until.ts", path, id, "20"));
  await Promise.all(scripts.map((script) => script.ended()));

  await using state = openState({ path });
  const { reserved, settled } = state.spending.spent("root", 1_000).tree;
  const counts = scripts.map(({ lines }) => Number(lines[0]));
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(reserved.usd + settled.usd).toBeLessThanOrEqual(20);
  expect(reserved.usd + settled.usd).toBeGreaterThan(20 - 0.3 - 1e-6);
});

test("whatever is reserved and settled, nothing stays reserved, and sums do not drift", () => {
  const amount = fc.record({
    tokens: fc.nat(1_000_000),
    requests: fc.nat(1),
    usd: fc.double({ min: 0, max: 100, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount), { maxLength: 20 }), (pairs) => {
      const state = family();
      const made = pairs.map(([atMost, spent]) => ({
        reservation: state.spending.reserve({ sessionId: "root", atMost, at }),
        spent,
      }));
      for (const { reservation, spent } of made)
        if (!("refused" in reservation)) state.spending.settle(reservation, spent);

      const { reserved, settled } = state.spending.spent("root", at).session;
      expect(reserved).toEqual({ tokens: 0, usd: 0, requests: 0 });
      expect(settled.usd).toBeCloseTo(
        pairs.reduce((sum, [, { usd }]) => sum + usd, 0),
        6,
      );
      state.close();
    }),
    { numRuns: 30 },
  );
});

const families: Readonly<Record<string, string>> = {
  root: "root",
  child: "root",
  grandchild: "root",
  other: "other",
};
const someCaps = fc.record({ tokens: fc.nat(300), requests: fc.nat(9) }, { requiredKeys: [] });
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("reserve" as const),
      sessionId: fc.constantFrom(...Object.keys(families)),
      job: fc.constantFrom(undefined, "nightly"),
      tokens: fc.integer({ min: 1, max: 60 }),
      caps: fc.record(
        { session: someCaps, tree: someCaps, job: someCaps, day: someCaps },
        { requiredKeys: [] },
      ),
    }),
    // What is picked may be settled already: the second time it does nothing. What is never picked has died.
    fc.record({
      do: fc.constant("settle" as const),
      pick: fc.nat(),
      share: fc.integer({ min: 0, max: 100 }),
    }),
  ),
  { maxLength: 40 },
);

test("whatever is reserved, settled, settled again or left by the dead, every scope has the sums of a plain list", () => {
  fc.assert(
    fc.property(steps, (todo) => {
      const state = family();
      const made: { of: SpendReservation; names: readonly string[]; tokens: number; open: boolean }[] = [];
      const sumOf = (name: string) => {
        const own = made.filter(({ names }) => names.includes(name));
        return { tokens: own.reduce((sum, { tokens }) => sum + tokens, 0), requests: own.length };
      };
      const scopesOf = (sessionId: string) =>
        ({
          session: `session ${sessionId}`,
          tree: `tree ${families[sessionId]}`,
          day: "day 2026-01-31",
        }) as const;
      for (const step of todo) {
        if (step.do === "settle") {
          const one = made[step.pick % Math.max(1, made.length)];
          if (one === undefined) continue;
          const tokens = Math.floor((one.of.amount.tokens * step.share) / 100);
          state.spending.settle(one.of, { tokens, usd: 0, requests: 1 });
          if (one.open) Object.assign(one, { tokens, open: false });
          continue;
        }
        const { sessionId, job, tokens, caps } = step;
        const named = { ...scopesOf(sessionId), ...(job === undefined ? {} : { job: `job ${job}` }) };
        const exceeds = (["session", "tree", "job", "day"] as const).some((scope) => {
          const name = named[scope as keyof typeof named];
          const used = sumOf(name ?? "");
          const { tokens: most = Infinity, requests = Infinity } = caps[scope] ?? {};
          return name !== undefined && (used.tokens + tokens > most || used.requests + 1 > requests);
        });
        const atMost = { tokens, usd: 0, requests: 1 };
        const answer = state.spending.reserve({ sessionId, job, atMost, caps, at });
        expect("refused" in answer).toBe(exceeds);
        if (!("refused" in answer))
          made.push({ of: answer, names: Object.values(named), tokens, open: true });
      }

      for (const sessionId of Object.keys(families)) {
        const sums = state.spending.spent(sessionId, at, "nightly");
        const scopes = { ...scopesOf(sessionId), job: "job nightly" };
        for (const scope of ["session", "tree", "job", "day"] as const) {
          const { reserved, settled } = sums[scope];
          const tokens = reserved.tokens + settled.tokens;
          const requests = reserved.requests + settled.requests;
          expect({ tokens, requests }).toEqual(sumOf(scopes[scope]));
        }
      }
      expect(state.spending.open()).toHaveLength(made.filter(({ open }) => open).length);
      state.close();
    }),
    { numRuns: 40 },
  );
});
