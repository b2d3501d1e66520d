import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderPrompt } from "../../../src/platforms/webhook/render-prompt.ts";
import { standardSignature, verifyPost } from "../../../src/platforms/webhook/signatures.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const now = 1_614_265_330_000;
const auto = "auto" as const;
const verify = (
  secret: string,
  headers: Record<string, string>,
  body: string,
  at = now,
): string | undefined =>
  verifyPost({ secret, signature: auto }, { headers: new Headers(headers), body: bytes(body), now: at })?.id;

/** @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation */
test("the example that GitHub publishes holds, and with one letter changed it does not", () => {
  const secret = "It's a Secret to Everybody";
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

  const headers = { "x-hub-signature-256": signature, "x-github-delivery": "d-1" };
  expect(verify(secret, headers, "Hello, World!")).toBe("d-1");
  expect(verify(secret, headers, "Hello, World?")).toBeUndefined();
  expect(verify(secret, { "x-hub-signature-256": signature.slice(7) }, "Hello, World!")).toBeUndefined();
});

const published = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  body: '{"test": 2432232314}',
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
};

/** @see https://docs.svix.com/receiving/verifying-payloads/how-manual */
test("the published example of Standard Webhooks holds within five minutes, among other signatures too", () => {
  const { secret, body, headers } = published;
  const id = headers["webhook-id"];
  const several = { ...headers, "webhook-signature": `v1,AAAA ${headers["webhook-signature"]} v2,x` };

  expect(verify(secret, headers, body)).toBe(id);
  expect(verify(secret, several, body)).toBe(id);
  expect(verify(secret, headers, body, now + 299_000)).toBe(id);
  expect(verify(secret, headers, body, now + 301_000)).toBeUndefined();
  expect(verify(secret, headers, body, now - 301_000)).toBeUndefined();
  expect(verify(secret, { ...headers, "webhook-id": "msg_other" }, body)).toBeUndefined();
  expect(standardSignature(secret, { id, at: headers["webhook-timestamp"], body })).toBe(
    headers["webhook-signature"],
  );
});

test("with a time a post is known by time and body, whatever its other headers say, and an old one is refused", () => {
  const at = String(now / 1_000);
  const signature = createHmac("sha256", "s").update(`${at}.{}`).digest("hex");
  const headers = { "x-webhook-signature": signature, "x-webhook-timestamp": at };

  const id = verify("s", headers, "{}");
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(verify("s", { ...headers, "x-request-id": "another" }, "{}")).toBe(id);
  expect(verify("s", headers, "{}", now + 301_000)).toBeUndefined();
  expect(verify("s", { ...headers, "x-webhook-timestamp": "1e9" }, "{}")).toBeUndefined();
  expect(verify("s", { "x-webhook-signature": signature }, "{}")).toBeUndefined();
});

test("GitLab's token is the secret itself, and a route that wants one way takes no other", () => {
  const headers = new Headers({ "x-gitlab-token": "s", "x-gitlab-event-uuid": "u-1" });
  const post = { headers, body: bytes("{}"), now };

  expect(verifyPost({ secret: "s", signature: "gitlab" }, post)).toEqual({ id: "u-1" });
  expect(verifyPost({ secret: "S", signature: "gitlab" }, post)).toBeUndefined();
  expect(verifyPost({ secret: "s", signature: "github" }, post)).toBeUndefined();
  expect(verify("s", {}, "{}")).toBeUndefined();
});

test("no junk in the headers passes, or throws", () => {
  const names = [
    "x-hub-signature-256",
    "x-webhook-signature",
    "webhook-signature",
    "x-gitlab-token",
    "webhook-id",
    "webhook-timestamp",
    "x-webhook-timestamp",
  ];
  const junk = fc.string({ unit: fc.constantFrom(..."v1,=sha256 .:0af-") });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), junk), fc.string(), (headers, body) => {
      expect(verify("the secret", headers, body)).toBeUndefined();
    }),
  );
});

test.each([
  ["{action} of {repository.full_name}", "opened of a/b"],
  ["{commits.1.message}", "second"],
  ["{repository}", '{"full_name":"a/b"}'],
  ["{count} {draft} {nothing}", "0 false null"],
  [
    "{missing.path} {constructor} {action.length} {__proto__}",
    "{missing.path} {constructor} {action.length} {__proto__}",
  ],
  ["{injected}", "{action} $&"],
])("the prompt %j becomes %j", (template, expected) => {
  const value = {
    ...{ action: "opened", repository: { full_name: "a/b" }, injected: "{action} $&" },
    ...{ commits: [{ message: "first" }, { message: "second" }], count: 0, draft: false, nothing: null },
  };

  expect(renderPrompt(template, { raw: "", value })).toBe(expected);
});

test("what is posted is cut, and one that is nested without end stops nothing", () => {
  const raw = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const value = { deep: JSON.parse(raw), long: "a".repeat(3_000) };

  expect(renderPrompt("{__raw__}", { raw, value })).toHaveLength(4_000 + "… (cut)".length);
  expect(renderPrompt("{long}", { raw, value })).toHaveLength(2_000 + "… (cut)".length);
  expect(renderPrompt("{deep}", { raw, value }).length).toBeLessThan(2_100);
});
