import fc from "fast-check";
import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { temporaryPlace } from "../support/temporary-place.ts";
import { begin, said, storeOf, user } from "./stored-home.ts";
import { serveHome } from "./support.ts";

const long = process.env["HERMES_TEST_LONG"] === "1";

test("whatever a client sends as arguments, the answer is a result or an error of the protocol, without a stack", async () => {
  await using place = await temporaryPlace();
  await using state = storeOf(place);
  begin(state, "s1", [user("Hi"), said("Hello")]);
  await using home = await serveHome(place, { model: scripted([]) });
  const { tools } = await home.request("tools/list");
  const names: readonly string[] = tools.map(({ name }: { name: string }) => name);
  const keys = new Set(
    tools.flatMap(({ inputSchema }: { inputSchema: { properties?: object } }) =>
      Object.keys(inputSchema.properties ?? {}),
    ),
  );
  const value = fc.oneof(
    fc.constantFrom("s1", "s", "m0a0", "m1a9", "n0", "n999999", "conversation:s1", "", -1, 0, 1, 2 ** 53),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: "binary" }),
  );
  const args = fc.oneof(
    fc.dictionary(fc.constantFrom(...(keys as Set<string>), "__proto__", "extra"), value),
    fc.jsonValue(),
  );

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), args, async (name, given) => {
      // It would wait.
      const bounded =
        name === "events_wait" && typeof given === "object" ? { ...given, timeout_ms: 1 } : given;
      const answer = await home
        .request("tools/call", { name, arguments: bounded })
        .catch((error: Error) => error.message);

      const text = JSON.stringify(answer);
      expect(text).not.toMatch(/\n\s+at |node:internal|\.ts:\d+|\.js:\d+/);
      if (typeof answer === "string") expect(answer).toMatch(/^-32\d{3} /);
      else expect(Array.isArray(answer.content)).toBe(true);
    }),
    { numRuns: long ? 3_000 : 60 },
  );
  // What nobody expected is told to the person.
  expect(home.warnings.filter((warning) => warning.includes(" failed: "))).toEqual([]);
  const after = await home.call("conversations_list");
  expect(after.data.conversations).not.toEqual([]);
});
