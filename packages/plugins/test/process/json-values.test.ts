import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../property-runs.ts";
import { opened } from "./opened.ts";

/** JSON, with bytes anywhere in it. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.string({ unit: "binary" }),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test("whatever is given to a function and comes back is the same, with all its bytes", async ({
  onTestFinished,
}) => {
  const { plugin, tool } = opened(onTestFinished, "bad/misbehaves.ts");

  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      expect(await tool("good", { given })).toEqual({ given });
    }),
    propertyRuns(3_000),
  );

  expect(plugin.starts).toBe(1);
});
