import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openMemory } from "../src/index.ts";

test("what the given rule speaks against is not saved, added or put in the place of another", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hermes-memory-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = openMemory({
    folder,
    refuse: async () => (text) => (text.includes("star") ? "it names a star" : undefined),
  });
  await store.add("memory", "the sky is blue");

  expect(await store.add("memory", "a star")).toMatchObject({
    ok: false,
    problem: "refused",
    reason: "Not saved: it names a star.",
  });
  expect(await store.replace("memory", { oldText: "blue", content: "a star" })).toMatchObject({
    ok: false,
    problem: "refused",
  });
  expect(store.read("memory").entries).toEqual(["the sky is blue"]);
});
