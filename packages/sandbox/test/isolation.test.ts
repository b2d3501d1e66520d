import { chooseIsolation } from "@hermes/jail";
import { expect, test } from "vitest";
import { describeIsolation, enforceIsolation } from "../src/index.ts";
import type { ChooseIsolation } from "../src/index.ts";
import { withoutJail } from "./support/real-deno.ts";

// The port fits what @hermes/jail gives.
chooseIsolation satisfies ChooseIsolation;

test("the model is told the level in force in one sentence, the same every time", async () => {
  const plain = await chooseIsolation("process");
  const best = await chooseIsolation("prefer-jail");
  if ("refused" in plain || "refused" in best) throw new Error("Neither can be refused.");

  const held = await enforceIsolation("prefer-jail", { chooseIsolation: withoutJail });

  expect(describeIsolation(held)).toMatch(
    /^Code in JavaScript runs in Deno without network.*Python does not run\.$/,
  );
  expect(describeIsolation(plain)).toMatch(/^Code runs without a jail.*\.$/);
  expect(describeIsolation(best)).toBe(describeIsolation(best));
  expect(describeIsolation(best)).toMatch(best.jail.level === "jail" ? /no network/ : /without a jail/);
});
