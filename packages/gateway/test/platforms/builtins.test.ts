import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { builtinPlatforms } from "../../src/index.ts";

const folder = new URL("../../src/platforms/", import.meta.url);

test("every folder of a platform is in the list, and has a page", () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const pages = readdirSync(new URL("../../../../docs/platforms/", import.meta.url));

  expect(builtinPlatforms().map(({ name }) => name)).toEqual(folders.map(({ name }) => name).sort());
  for (const { name } of builtinPlatforms()) expect(pages).toContain(`${name}.md`);
});

test("limits are whole numbers, and a rendered text is never blank where its Markdown is not", () => {
  for (const { limits, render, length } of builtinPlatforms()) {
    for (const limit of Object.values(limits)) expect(limit).toBeGreaterThan(0);
    expect(limits.caption).toBeLessThanOrEqual(limits.text);
    const { text, plain } = render("**a** < b");
    expect(plain).toMatch(/a.* < b/);
    expect(length(text)).toBeGreaterThanOrEqual(5);
  }
});
