import { describe, expect, test } from "vitest";
import { findNearest } from "../src/index.ts";

const source = [
  "import { readFile } from 'node:fs';",
  "",
  "function load(path) {",
  "  const text = readFile(path);",
  "  return JSON.parse(text);",
  "}",
  "",
  "function save(path, value) {",
  "  const text = JSON.stringify(value);",
  "  writeFile(path, text);",
  "}",
  "",
].join("\n");

describe("findNearest", () => {
  test("a text with other names is found at its lines", () => {
    const nearest = findNearest(
      source,
      "function save(file, value) {\n  const json = JSON.stringify(value);\n",
    );

    expect(nearest).toMatchObject({ startLine: 8, endLine: 9 });
    expect(nearest?.text).toBe("function save(path, value) {\n  const text = JSON.stringify(value);");
  });

  test("a text that differs in its indentation alone is nearly certain", () => {
    const nearest = findNearest(source, "const text = readFile(path);\nreturn JSON.parse(text);");

    expect(nearest?.startLine).toBe(4);
    expect(nearest?.similarity).toBeGreaterThan(0.9);
  });

  test("line ends neither count as a difference nor are shown", () => {
    expect(findNearest("a one\r\nb two\r\n", "a one\nb two")).toEqual({
      startLine: 1,
      endLine: 2,
      text: "a one\nb two",
      similarity: 1,
    });
  });

  test("a text that begins before the first line is found at the first line", () => {
    const nearest = findNearest("const b = 2;\nconst c = 3;\n", "const zebra;\nconst b = 2;\nconst c = 3;");

    expect(nearest).toMatchObject({ startLine: 1, endLine: 2 });
  });

  test("nothing alike gives nothing", () => {
    expect(findNearest(source, "SELECT * FROM customers")).toBeUndefined();
    expect(findNearest(source, " \n\n")).toBeUndefined();
    expect(findNearest("", "a")).toBeUndefined();
  });

  test("the place among a hundred thousand equal-looking lines is found in time that grows with the text alone", () => {
    const lines = Array.from(
      { length: 100_000 },
      (_, index) => `  { id: ${index}, name: "item", value: ${index % 7} },`,
    );
    const text = lines.join("\n");
    const startedAt = performance.now();

    const nearest = findNearest(text, lines.slice(54_321, 54_330).join("\n").replace("54325", "54325x"));

    expect(nearest?.startLine).toBe(54_322);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  test("an old text as long as the text costs no more than reading both", () => {
    const text = "  }\n".repeat(300_000);
    const startedAt = performance.now();

    findNearest(text, `${text}x`);

    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});
