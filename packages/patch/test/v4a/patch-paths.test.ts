import { expect, test } from "vitest";
import { patchPaths } from "../../src/index.ts";

test("every path comes with every use that a patch makes of it, each once", () => {
  const patch =
    "*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Add File: c\n+*** Delete File: not a header\n*** Delete File: d\n***Move File: e -> f\n*** Update File: a\n";

  expect(patchPaths(patch)).toEqual([
    { path: "a", access: "read" },
    { path: "a", access: "write" },
    { path: "b", access: "write" },
    { path: "a", access: "delete" },
    { path: "c", access: "write" },
    { path: "d", access: "delete" },
    { path: "e", access: "read" },
    { path: "e", access: "delete" },
    { path: "f", access: "write" },
  ]);
});

test("paths are named even where the patch can't be understood", () => {
  expect(patchPaths("nonsense\n*** Add File: ../../etc/passwd\nno plus\n")).toEqual([
    { path: "../../etc/passwd", access: "write" },
  ]);
});
