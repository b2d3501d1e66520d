import fc from "fast-check";
import { expect, test } from "vitest";
import { EndMarks } from "../src/run/end-marks.ts";
import { propertyRuns } from "./support/property-runs.ts";

const mark = "abcabd";

/** Bytes of which many look like the beginning of a mark. */
const bytes = fc.array(fc.constantFrom(..."\0\0abcabd01\nx"), { maxLength: 40 }).map((all) => all.join(""));

test("whatever is printed, in whatever pieces, comes before the mark and nothing of it is lost", async () => {
  await fc.assert(
    fc.asyncProperty(bytes, fc.array(fc.nat(60)), fc.boolean(), async (printed, cuts, fails) => {
      fc.pre(!printed.includes(`\0${mark}`));
      const whole = Buffer.from(`${printed}\0${mark}${fails ? 1 : 0}\n`);
      const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
      const marks = new EndMarks(mark);

      let taken = "";
      for (const [index, from] of places.slice(0, -1).entries())
        taken += marks.take("output", whole.subarray(from, places[index + 1])).toString();
      expect(marks.isOver).toBe(false);
      marks.take("errors", Buffer.from(`\0${mark}0\n`));

      expect(taken).toBe(printed);
      expect(marks.isOver).toBe(true);
      expect(await marks.seen).toEqual({ exitCode: fails ? 1 : 0, exitSignal: null });
    }),
    propertyRuns(20_000),
  );
});
