import { expect, test } from "vitest";
import { causeOf, ModelError, recoveries, type RecoveryCause } from "../src/index.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Again with the same, what to do with the key and for how long, the history, the model and for how long, and for whom. */
// oxfmt-ignore
test.each<[RecoveryCause, boolean, string, number, string, string, number, string]>([
  ["auth",              false, "refresh", 5 * minute, "keep",    "next", 10 * minute, "home"],
  ["forbidden",         false, "rotate",  5 * minute, "keep",    "next", 10 * minute, "home"],
  ["billing",           false, "rotate",  hour,       "keep",    "next", hour,        "home"],
  ["rate-limit",        true,  "rotate",  hour,       "keep",    "next", minute,      "home"],
  ["overloaded",        true,  "keep",    0,          "keep",    "next", minute,      "home"],
  ["server",            true,  "keep",    0,          "keep",    "next", minute,      "home"],
  ["timeout",           true,  "keep",    0,          "keep",    "next", minute,      "home"],
  ["unreachable",       true,  "keep",    0,          "keep",    "next", minute,      "home"],
  ["unknown",           true,  "keep",    0,          "keep",    "next", minute,      "conversation"],
  ["model-not-found",   false, "keep",    0,          "keep",    "next", 10 * minute, "home"],
  ["bad-request",       false, "keep",    0,          "keep",    "next", minute,      "conversation"],
  ["content-policy",    false, "keep",    0,          "keep",    "next", minute,      "conversation"],
  ["empty-answer",      false, "keep",    0,          "keep",    "next", minute,      "conversation"],
  ["context-overflow",  false, "keep",    0,          "shorten", "stay", 0,           "conversation"],
  ["payload-too-large", false, "keep",    0,          "shorten", "stay", 0,           "conversation"],
])("the table says what helps against %s", (cause, retry, key, keyRestMs, history, model, modelRestMs, reach) => {
  expect(recoveries[cause]).toEqual({ retry, key, keyRestMs, history, model, modelRestMs, reach });
});

test("a key that is good and not allowed something is told from one that is refused", () => {
  const failure = (status: number) =>
    causeOf(new ModelError("no", { kind: "auth", provider: "p", model: "m", status, retryable: false }));

  expect([failure(401), failure(403)]).toEqual(["auth", "forbidden"]);
});
