import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { describe, expect, test } from "vitest";
import { openPlace } from "./place.ts";

describe("syntax after a write", () => {
  test.each([
    ["a.json", '{"a": 1}', '{"a": 1,}', /^line 1: Expected double-quoted property name/],
    ["a.jsonc", '{"a": 1, // one\n}', '{"a": // one\n}', /^line 2: Unexpected token/],
    ["tsconfig.json", '{ /* c */ "a": 1, }', '{ "a": [ }', /^line 1: /],
    ["a.yaml", "a: 1\n---\nb: !Ref x\n", "a: [1\nb: 2\n", /^line 2: /],
    ["a.toml", "a = 1\n", "a = 1\nb =\n", /^line 2: /],
    ["a.js", "with (a) {}\n// sloppy\nlet b = <div>{x}</div>;\n", "let a = ;\n", /^line 1: Unexpected token/],
    ["a.ts", "enum A { B }\nconst f = <T,>(x: T) => x!;\n", "const a: = 1;\n", /^line 1: /],
    [
      "a.tsx",
      "export const A = <T,>() => <div>{1 as number}</div>;\n",
      "export const A = () => <div>;\n",
      /^line \d: /,
    ],
    ["a.mjs", "await import('x');\nexport { y } from 'z';\n", "export { ;\n", /^line 1: /],
  ])(
    "%s: valid text passes, a syntax error is reported with its line, and written all the same",
    async (path, right, wrong, error) => {
      await using place = await openPlace();

      expect(await place.call("write_file", { path, content: right })).not.toHaveProperty("syntax_errors");
      const result = await place.call("write_file", { path, content: wrong });

      expect(result).toMatchObject({ bytes: Buffer.byteLength(wrong), created: false });
      expect(result["syntax_errors"]).toEqual([expect.stringMatching(error)]);
    },
  );

  test("Python is judged by the Python of the place (needs python3)", async (context) => {
    needs(context, "python3");
    await using place = await openPlace();

    expect(
      await place.call("write_file", { path: "a.py", content: "def f(x: int) -> 'int':\n    return x\n" }),
    ).not.toHaveProperty("syntax_errors");
    expect(
      await place.call("patch", { path: "a.py", old_string: "return x", new_string: "return (x" }),
    ).toMatchObject({
      syntax_errors: ["line 2: '(' was never closed"],
    });
  });

  test("an existing syntax error is not reported again, also when it moved", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.ts"), "const a = 1;\nconst a = 2;\nlet b = 2;\n");

    expect(
      await place.call("patch", {
        path: "a.ts",
        old_string: "const a = 1",
        new_string: "// why\n\nconst a = 1",
      }),
    ).not.toHaveProperty("syntax_errors");
    expect(
      await place.call("patch", { path: "a.ts", old_string: "let b = 2", new_string: "let b = )" }),
    ).toMatchObject({
      syntax_errors: [expect.stringMatching(/^line 5: /)],
    });
  });

  test("a template that no checker understands is not complained of each time", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.yaml"), "a: {{ .Values.a }}\nb: 1\n");

    expect(
      await place.call("patch", { path: "a.yaml", old_string: "b: 1", new_string: "b: 2" }),
    ).not.toHaveProperty("syntax_errors");
  });

  test("without Python, or when the check itself fails, the file is still written", async () => {
    await using place = await openPlace({
      backendFrom: (backend) => ({ ...backend, exec: async () => Promise.reject(new Error("no shell")) }),
    });

    expect(await place.call("write_file", { path: "a.py", content: "def (" })).toEqual({
      path: join(place.folder, "a.py"),
      bytes: 5,
      created: true,
    });
  });
});
