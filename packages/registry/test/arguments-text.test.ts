import fc from "fast-check";
import { expect, test } from "vitest";
import { parseArgumentsText } from "../src/arguments-text.ts";
import { propertyRuns } from "./property-runs.ts";

const record = fc.dictionary(fc.string(), fc.jsonValue());

test("valid JSON is read as it is", () => {
  fc.assert(
    fc.property(record, fc.constantFrom(0, 2), (value, indent) => {
      const json = JSON.stringify(value, null, indent);

      expect(parseArgumentsText(json)).toEqual({ ok: true, value: JSON.parse(json), json });
    }),
    propertyRuns(5000),
  );
});

test("control characters within strings and a comma behind the last item change nothing of what is meant", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "\n", "\t", "\r", "\u0001", '"', "\\", ",", "}", "]", " "),
  });
  const value = fc.dictionary(
    text,
    fc.oneof(text, fc.array(fc.oneof(text, fc.integer())), fc.dictionary(text, text)),
  );
  fc.assert(
    fc.property(value, (meant) => {
      const json = JSON.stringify(meant, null, 1);
      const slips = json
        .replaceAll(/(?<=[^[{,:\s])(?=\s*\n\s*[\]}])/g, ",")
        .replaceAll(/\\(\\|"|n|t|r|u0001)/g, (whole, code: string) => raw[code] ?? whole);

      const parsed = parseArgumentsText(slips);

      expect(parsed).toMatchObject({ ok: true, value: JSON.parse(json) });
      expect(parsed.ok && JSON.parse(parsed.json)).toEqual(JSON.parse(json));
    }),
    propertyRuns(5000),
  );
});

const raw: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", u0001: "\u0001" };

test("text that was cut off is never completed", () => {
  fc.assert(
    fc.property(record, fc.nat(), (value, at) => {
      const json = JSON.stringify(value);
      const cut = json.slice(0, at % json.length);

      expect(parseArgumentsText(cut).ok).toBe(cut === "");
    }),
    propertyRuns(5000),
  );
});

test.each([
  "[,]",
  "{,}",
  '{"a":,}',
  "[1,,]",
  '{"a":1,,}',
  "{'a':1}",
  "{a:1}",
  '{"a":1}}',
  '```json\n{"a":1}\n```',
  '{"a":undefined}',
  '{"a":"x" "b":1}',
  "// c\n{}",
])("%s stays a problem", (text) => {
  expect(parseArgumentsText(text).ok).toBe(false);
});
