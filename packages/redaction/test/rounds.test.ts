import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { redact } from "../src/index.ts";

// Every text stands in parts, so that no scanner of repositories takes it for a real secret.
const row = z.discriminatedUnion("label", [
  z.object({
    label: z.literal("secret"),
    id: z.string(),
    template: z.string(),
    secret_parts: z.array(z.string()),
  }),
  z.object({
    label: z.literal("lookalike"),
    id: z.string(),
    text_parts: z.array(z.string()),
    keep_parts: z.array(z.array(z.string())),
  }),
]);

const rows = readFileSync(new URL("./fixtures/round-one.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => row.parse(JSON.parse(line)));

const flat = (text: string): string => text.replaceAll("\\n", "").replaceAll("\n", "");

function leaks(secret: string, shown: string): boolean {
  const hidden = flat(secret);
  const width = Math.min(12, hidden.length);
  for (let at = 0; at + width <= hidden.length; at++) {
    if (flat(shown).includes(hidden.slice(at, at + width))) return true;
  }
  return false;
}

test("every secret of the set is masked in its place", () => {
  const leaked = rows.filter((each) => {
    if (each.label !== "secret") return false;
    const secret = each.secret_parts.join("");
    return leaks(secret, redact(each.template.replace("{{S}}", () => secret)));
  });

  expect(leaked.map(({ id }) => id)).toEqual([]);
  expect(rows.filter(({ label }) => label === "secret").length).toBeGreaterThan(350);
});

test("every look-alike of the set stays as it is", () => {
  const broken = rows.filter((each) => {
    if (each.label !== "lookalike") return false;
    const shown = redact(each.text_parts.join(""));
    return !each.keep_parts.every((part) => shown.includes(part.join("")));
  });

  expect(broken.map(({ id }) => id)).toEqual([]);
});
