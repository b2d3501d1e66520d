import type { Backend } from "@hermes/terminal-backends";
import { expect, expectTypeOf, test } from "vitest";
import * as files from "../src/index.ts";
import type { FileBackend } from "../src/index.ts";
import { openPlace } from "./place.ts";

test("the package exports these names and no others", () => {
  expect(Object.keys(files)).toEqual(["applyPatch", "FileVersions", "fileTools", "readText"]);
});

test("a backend is a file backend by its shape", () => {
  expectTypeOf<Backend>().toExtend<FileBackend>();
});

test("names, schemas and descriptions are what models were tested with", async () => {
  await using place = await openPlace();
  const tools = files.fileTools({ backend: place.backend });
  const present = new Set(tools.map(({ name }) => name));

  expect(
    tools.map((tool) => ({
      name: tool.name,
      description: tool.describe?.(present).description ?? tool.description,
      parameters: tool.parameters(),
    })),
  ).toMatchSnapshot();
});

test("tools that read say so, so that they run beside each other", async () => {
  await using place = await openPlace();
  const tools = files.fileTools({ backend: place.backend });

  expect(tools.map(({ name, readOnly, actions }) => [name, readOnly, actions?.[0]?.name])).toEqual([
    ["read_file", true, "file.read"],
    ["write_file", false, "file.write"],
    ["patch", false, "file.write"],
    ["search", true, "file.read"],
  ]);
});
