import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { checkUrl } from "../../src/index.ts";

const row = z.object({
  id: z.string(),
  url_parts: z.array(z.string()),
  expect: z.enum(["block", "allow"]),
  dns: z.array(z.union([z.string(), z.array(z.string())])).optional(),
  redirects: z.array(z.string()).optional(),
});

const rows = readFileSync(new URL("../fixtures/urls/round-one.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => row.parse(JSON.parse(line)));

test("exactly the addresses that reach the local network or carry data are refused", async () => {
  const wrong: string[] = [];
  for (const each of rows) {
    let look = 0;
    const resolve = async (): Promise<readonly string[]> => {
      const given = each.dns ?? ["10.11.12.13"];
      const answer = given[Math.min(look++, given.length - 1)] ?? [];
      return Array.isArray(answer) ? answer : given.filter((item) => typeof item === "string");
    };
    const { allow } = await checkUrl(each.url_parts.join(""), { resolve, redirects: each.redirects });
    if (allow !== (each.expect === "allow")) wrong.push(each.id);
  }

  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(340);
});
