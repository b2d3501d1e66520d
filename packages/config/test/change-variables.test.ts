import { changeVariables } from "@hermes/config";
import fc from "fast-check";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { propertyRuns } from "./property-runs.ts";

test("a variable is changed where it stands, others are added, and every other line stays", () => {
  const before = "# Keys\nexport A=1\n\nB='two words' # why\nA=again\n";

  const after = changeVariables(before, { A: "x y", C: "3", B: undefined });

  expect(after).toBe("# Keys\nA='x y'\n\nC=3\n");
});

test.each(["PATH", "NODE_OPTIONS", "LD_PRELOAD", "HERMES_HOME", "PYTHONPATH"])(
  "%s is not written, as it decides which programs run",
  (name) => {
    expect(() => changeVariables("", { [name]: "x" })).toThrow(`${name} is not written into .env`);
    expect(changeVariables(`${name}=x\nA=1\n`, { [name]: undefined })).toBe("A=1\n");
  },
);

test("a value of several lines is refused, and a name that is none", () => {
  expect(() => changeVariables("", { A: "1\nPATH=/tmp" })).toThrow("The value of A has more than one line.");
  expect(() => changeVariables("", { "A B": "1" })).toThrow('"A B" is no name of a variable.');
});

test("what is written is read as it was given (property)", () => {
  const value = fc.string().filter((text) => !/[\n\r\0]/.test(text) && !/'.*"|"/.test(text));
  fc.assert(
    fc.property(value, (text) => {
      expect(parseEnv(changeVariables("B=1\n", { A: text }))).toEqual({ A: text, B: "1" });
    }),
    propertyRuns(200),
  );
});
