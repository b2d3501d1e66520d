import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSkills } from "@hermes/skills";
import { skillText, writeFiles } from "./support/write-skill.ts";
import { calm, makeHub } from "./support/make-hub.ts";
import type { TestHub } from "./support/make-hub.ts";

async function withSkill(text: string): Promise<TestHub> {
  return await makeHub({ repos: { "a/b": { "SKILL.md": text } } });
}

test.each([
  ["half a file", '{"version": 1, "installed": {'],
  ["nothing", ""],
  ["another version", '{"version": 2, "installed": {}}'],
  ["a path that leads out", '{"version": 1, "installed": {"x": {"install_path": "../../x"}}}'],
])("a lock file that holds %s is an error, and is never overwritten", async (_, text) => {
  const { hub, folder, again } = await withSkill(skillText("deploy"));
  writeFiles(folder, { ".hub/lock.json": text, "mine/SKILL.md": skillText("mine") });
  const damaged = { code: "HUB_STATE_DAMAGED", message: expect.stringContaining("lock.json") as string };

  expect(() => hub.installed()).toThrow(expect.objectContaining(damaged));
  for (const work of [
    async () => await hub.install("a/b", { signal: calm(), force: true }),
    async () => await hub.update([], { signal: calm() }),
    async () => await hub.audit([], { signal: calm() }),
    async () => await hub.uninstall("x"),
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(work()).rejects.toMatchObject(damaged);
  }
  expect(() => again().snapshot()).toThrow(expect.objectContaining(damaged));
  expect(readFileSync(join(folder, ".hub/lock.json"), "utf8")).toBe(text);
  // The library doesn't know what is installed, so that an agent changes nothing.
  expect((await openSkills({ folders: { user: folder } }).list())[0]).toMatchObject({
    name: "mine",
    source: "hub",
    editable: false,
  });
});

test("fields of a lock file that nobody here knows stay, and entries of the original are read", async () => {
  const { hub, folder } = await withSkill(skillText("deploy"));
  writeFiles(folder, {
    ".hub/lock.json": JSON.stringify({
      version: 1,
      made_by: "another program",
      installed: {
        docker: {
          source: "official",
          identifier: "official/devops/docker",
          trust_level: "builtin",
          scan_verdict: "safe",
          content_hash: "abc",
          install_path: "devops/docker/",
          files: ["SKILL.md"],
          pinned: true,
        },
      },
    }),
  });

  await hub.install("a/b", { signal: calm() });

  const lock = JSON.parse(readFileSync(join(folder, ".hub/lock.json"), "utf8")) as Record<string, unknown>;
  expect(lock).toMatchObject({ made_by: "another program", installed: { docker: { pinned: true } } });
  expect(hub.installed().find(({ name }) => name === "docker")).toMatchObject({
    reference: "official:devops/docker",
    installPath: "devops/docker",
    trust: "builtin",
  });
});
