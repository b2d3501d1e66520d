import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { expect, test } from "vitest";
import { appFolder } from "./support/build.ts";

/** Attributes that people read or hear. */
const readAloud: ReadonlySet<string> = new Set([
  "alt",
  "aria-label",
  "label",
  "placeholder",
  "title",
  "hint",
  "about",
]);

test("no component has a text of its own: all of them are in the one table", () => {
  const found = globSync("src/**/*.tsx", { cwd: appFolder }).flatMap((file) =>
    textsIn(readFileSync(join(appFolder, file), "utf8")).map((text) => `${file}: ${text}`),
  );

  expect(found).toEqual([]);
});

function textsIn(source: string): readonly string[] {
  const texts: string[] = [];
  visit(parse(source, { sourceType: "module", plugins: ["typescript", "jsx"] }).program);
  return texts;

  function visit(node: unknown): void {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (typeof node !== "object" || node === null || !("type" in node)) return;
    const { type, name, value } = node as {
      // What a syntax tree is made of.
      readonly type: string;
      readonly name?: { readonly name?: unknown };
      readonly value?: { readonly type?: string; readonly value?: unknown } | string;
    };
    if (type === "JSXText" && typeof value === "string" && /\p{L}/u.test(value)) texts.push(value.trim());
    if (type === "JSXAttribute" && readAloud.has(String(name?.name)) && typeof value === "object")
      if (value?.type === "StringLiteral" && /\p{L}/u.test(String(value.value)))
        texts.push(String(value.value));
    for (const each of Object.values(node)) if (typeof each === "object") visit(each);
  }
}
