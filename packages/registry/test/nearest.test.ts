import fc from "fast-check";
import { expect, test } from "vitest";
import { nearest } from "../src/index.ts";
import { propertyRuns } from "./property-runs.ts";

test("a mistyped name finds the one that was meant", () => {
  const names = ["read_file", "write_file", "terminal", "search"];

  expect(nearest("raed_file", names)).toBe("read_file");
  expect(nearest("ReadFile", names)).toBe("read_file");
  expect(nearest("write-file", names)).toBe("write_file");
  expect(nearest("search_files", names)).toBe("search");
  expect(nearest("terminl", names)).toBe("terminal");
  expect(nearest("toolset", ["disabled_toolsets", "toolsets"])).toBe("toolsets");
});

test("a name like none of the known ones finds none", () => {
  expect(nearest("weather", ["read_file", "terminal"])).toBeUndefined();
  expect(nearest("x", ["y"])).toBe("y");
  expect(nearest("ab", ["cd"])).toBeUndefined();
  expect(nearest("anything", [])).toBeUndefined();
});

test("a known name always finds itself or one that is spelt the same", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), fc.nat(), (names, index) => {
      const name = names[index % names.length] ?? "";
      const found = nearest(name, names) ?? "";
      const fold = (text: string): string =>
        text
          .slice(0, 100)
          .toLowerCase()
          .replaceAll(/[-_\s]/g, "");
      expect(fold(found)).toBe(fold(name));
    }),
    propertyRuns(10_000),
  );
});
