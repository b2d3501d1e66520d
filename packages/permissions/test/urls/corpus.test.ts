import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { checkUrl } from "../../src/index.ts";

const row = z.looseObject({
  url: z.string(),
  expect: z.enum(["block", "allow"]),
  dns: z.array(z.union([z.string(), z.array(z.string())])).optional(),
  redirects: z.array(z.string()).optional(),
});

const rows = readFileSync(new URL("./addresses.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => row.parse(JSON.parse(line)));

const publicAddress = "93.184.216.34";

test.each(rows.map((each) => [each.expect, each.url.slice(0, 80), each] as const))(
  "%s %s",
  async (_expect, _url, each) => {
    let look = 0;
    const resolve = async (): Promise<readonly string[]> => {
      const given = each.dns ?? (each.expect === "allow" ? [publicAddress] : ["10.11.12.13"]);
      const answer = given[Math.min(look++, given.length - 1)] ?? [];
      return Array.isArray(answer) ? answer : given.filter((item) => typeof item === "string");
    };

    const verdict = await checkUrl(each.url, { resolve, redirects: each.redirects });

    expect(verdict.allow ? "allow" : "block").toBe(each.expect);
  },
);
