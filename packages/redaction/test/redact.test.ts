import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { createRedactor, redact } from "../src/index.ts";

const row = z.looseObject({
  id: z.string(),
  label: z.enum(["secret", "lookalike"]),
  template: z.string().default(""),
  secret_parts: z.array(z.string()).default([]),
  leak_parts: z.array(z.int()).optional(),
  text: z.string().default(""),
  keep: z.array(z.string()).default([]),
});

const rows = readFileSync(new URL("./fixtures/secrets.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => row.parse(JSON.parse(line)));

const flat = (text: string): string => text.replaceAll("\\n", "").replaceAll("\n", "");

function leaks(secret: string, text: string): boolean {
  const [hidden, shown] = [flat(secret), flat(text)];
  const width = Math.min(12, hidden.length);
  return Array.from({ length: hidden.length - width + 1 }, (_, at) => hidden.slice(at, at + width)).some(
    (part) => shown.includes(part),
  );
}

test.each(rows.filter(({ label }) => label === "secret").map((each) => [each.id, each] as const))(
  "masks %s",
  (_id, each) => {
    const secret = each.secret_parts.join("");
    const shown = redact(each.template.replace("{{S}}", () => secret));
    const parts = each.leak_parts?.map((index) => each.secret_parts[index] ?? "") ?? [secret];
    for (const part of parts) expect(leaks(part, shown)).toBe(false);
  },
);

test.each(rows.filter(({ label }) => label === "lookalike").map((each) => [each.id, each] as const))(
  "leaves %s alone",
  (_id, each) => {
    const shown = redact(each.text);
    for (const part of each.keep) expect(shown).toContain(part);
  },
);

test("code, lock files and placeholders stay as they are", () => {
  const texts = [
    'const token = getToken(); if (password === "") return; type A = { apiKey: string; secret?: Secret };',
    "max_tokens: 4096\ntoken_count: 12\nprimary_key: id\npublic_key: abc\npasswordField: input2",
    "integrity sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==",
    "API_KEY=your-api-key-here\nTOKEN=${TOKEN}\nPASSWORD=$(pass show x)\nSECRET=<secret>\nKEY=op://vault/item",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8, request 550e8400-e29b-41d4-a716-446655440000",
  ];
  for (const text of texts) expect(redact(text)).toBe(text);
});

test("a known value is taken out in every form that it travels in", () => {
  const secret = 'Quokka "7391"/ä+zebra';
  const redactKnown = createRedactor({ knownSecrets: [secret, "short"] });
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    Buffer.from(secret).toString("hex"),
    ...["", "a", "ab"].map((before) => Buffer.from(`${before}${secret}zz`).toString("base64")),
  ];
  for (const form of forms) {
    const shown = redactKnown(`before ${form} after`);
    expect(shown).toContain("[redacted]");
    expect(leaks(form.slice(4, -4), shown)).toBe(false);
  }
  expect(redactKnown("short words")).toBe("short words");
});

test("a secret within escapes, colours and addresses is found", () => {
  const secret = "ghp_" + "YNLc5L5IPNaDDT875IsG0gZj" + "FAKEF8LdmY1s";
  for (const before of ["\\n", "%20", "\u001b[32m", "https://", "=", "\\u0026"])
    expect(redact(`${before}${secret} x`)).not.toContain("YNLc5L5IPNaD");
});

test("texts made to be slow are done in time, and a trap fails towards masking", () => {
  const startedAt = performance.now();
  for (const unit of [
    "sk-",
    "password=",
    "a_key=",
    "密码:",
    "eyJa.",
    "https://a:",
    "-----BEGIN PRIVATE KEY-----",
    "cookie=a=b;",
    "AKIAABCDEFGHIJKLMNOP ",
    "a",
    "A1",
  ]) {
    redact(unit.repeat(Math.ceil(200_000 / unit.length)));
  }
  // A pattern with backtracking takes minutes for these; the bound leaves room for a busy machine.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
}, 60_000);
