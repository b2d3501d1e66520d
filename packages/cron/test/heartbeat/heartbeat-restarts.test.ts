import fc from "fast-check";
import { expect, test } from "vitest";
import { heartbeatPlace, removePlace } from "./heartbeat-place.ts";

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("pass"), minutes: fc.integer({ min: 1, max: 90 }) }),
  },
  fc.record({ type: fc.constant("edit") }),
  fc.record({ type: fc.constant("end") }),
  fc.record({ type: fc.constant("ask") }),
  fc.record({ type: fc.constant("restart") }),
  fc.record({ type: fc.constantFrom("die before", "die behind") }),
  fc.record({ type: fc.constantFrom("busy", "idle") }),
);

/** Lines of all that was said which name something. */
function told(said: readonly { readonly text: string }[], what: string): number {
  return said.filter(({ text }) => text.includes(what)).length;
}

test("each trigger is told exactly once, over edits, restarts, deaths and busy times; without one nothing is", async () => {
  const long = process.env["HERMES_TEST_LONG"] === "1";
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 40 }), async (steps) => {
      const place = heartbeatPlace();
      let [edits, ends, asks] = [0, 0, 0];
      const tick = async (minutes: number): Promise<void> =>
        await place.pass(minutes).catch((error: unknown) => {
          if (!String(error).includes("died")) throw error;
        });
      try {
        for (const each of steps) {
          if (each.type === "pass" && "minutes" in each) await tick(each.minutes);
          else if (each.type === "edit") {
            // Everything that came before is told: then this one is a change of its own.
            await settle();
            place.write(`- Edit ${++edits};`);
          } else if (each.type === "end")
            place.ended.set("chat 0", [...(place.ended.get("chat 0") ?? []), `process:${++ends}`]);
          else if (each.type === "ask") place.ask(`ask ${++asks};`);
          else if (each.type === "restart") place.restart();
          else if (each.type === "busy" || each.type === "idle")
            place.fate = each.type === "busy" ? "waiting" : "done";
          else {
            place.dieAt(each.type === "die before" ? "before" : "behind");
            await tick(31);
            place.dieAt(undefined);
            place.restart();
          }
        }
        await settle();

        for (let edit = 1; edit <= edits; edit++) {
          const ofEdit = place.said.filter(
            ({ text }) =>
              text.includes(`Edit ${edit};`) && /HEARTBEAT\.md (?:is new|was changed)/u.test(text),
          );
          expect(ofEdit).toHaveLength(1);
        }
        for (let ask = 1; ask <= asks; ask++) expect(told(place.said, `ask ${ask};`)).toBe(1);
        expect(told(place.said, "news of work") > 0).toBe(ends > 0);
        expect(told(place.said, "news of work")).toBeLessThanOrEqual(ends);
        expect(place.said.length).toBeLessThanOrEqual(edits + asks + ends);
        const count = place.said.length;
        await place.pass(120);
        expect(place.said).toHaveLength(count);
      } finally {
        removePlace(place);
      }

      async function settle(): Promise<void> {
        place.fate = "done";
        await place.pass(62);
      }
    }),
    { numRuns: long ? 1_000 : 40 },
  );
});
