import { expect, test } from "vitest";
import { nearest } from "../src/nearest.ts";

test.each([
  ["hlep", "help"],
  ["qit", "quit"],
  ["sesions", "sessions"],
  ["doc", "doctor"],
  ["nwe", "new"],
])("%s is near to %s", (typed, meant) => {
  expect(nearest(typed, ["help", "new", "quit", "sessions", "doctor"])).toBe(meant);
});

test("a word that resembles nothing has no neighbour", () => {
  expect(nearest("weather", ["help", "new", "quit"])).toBeUndefined();
});
