import { expect, test } from "vitest";
import { HermesError } from "../src/index.ts";

test("an error is recognised even when another copy of the package made it", () => {
  const foreign = Object.defineProperty(new Error("x"), Symbol.for("@hermes/error"), { value: true });

  expect(HermesError.is(foreign)).toBe(true);
  expect(HermesError.is(new HermesError("y", { code: "Y" }))).toBe(true);
  expect(HermesError.is(new Error("z"))).toBe(false);
  expect(HermesError.is(null)).toBe(false);
});

test("an error keeps its code, hint and cause", () => {
  const cause = new Error("below");

  const error = new HermesError("Above.", { code: "ABOVE", hint: "Look below.", cause });

  expect(error).toMatchObject({
    name: "HermesError",
    message: "Above.",
    code: "ABOVE",
    hint: "Look below.",
    cause,
  });
});
