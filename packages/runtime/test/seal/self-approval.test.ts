import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { sample } from "@hermes/tooling/sample";
import { expect, test } from "vitest";
import { temporaryPlace } from "../support/temporary-place.ts";
import { allowsAll, dangerous, rulesNow, sealedHome, session } from "./sealed-home.ts";

/** HOME is the home of Hermes; the workspace holds `payload`. Each was tried for real: it changes the file. */
const routes: readonly (readonly [string, string])[] = [
  ["a plain redirection", "cat payload > HOME/permissions.yaml"],
  ["a hard link made in the same line", "ln HOME/permissions.yaml x && cat payload > x"],
  ["a symbolic link made in the same line", "ln -s HOME/permissions.yaml x && cat payload > x"],
  ["a link in the place of the file", "ln -sf $PWD/payload HOME/permissions.yaml"],
  ["a file in its place", "cp payload HOME/p && mv HOME/p HOME/permissions.yaml"],
  ["awk", `awk '{ print > "HOME/permissions.yaml" }' payload`],
  ["an output operand", "uniq payload HOME/permissions.yaml"],
  ["an output option", "sort -s -k1,1n -o HOME/permissions.yaml payload"],
  [
    "Python in another folder",
    `python3 -c 'import os,shutil; p=os.getcwd(); os.chdir("HOME"); shutil.copyfile(p+"/payload", "permissions.yaml")'`,
  ],
  [
    "a process that left its parent",
    `python3 -c 'import subprocess; subprocess.Popen(["sh", "-c", "sleep 0.1; cat payload > HOME/permissions.yaml"], start_new_session=True)'; until cmp -s payload HOME/permissions.yaml; do sleep 0.02; done`,
  ],
  [
    "the old time and the old size",
    "cp -p HOME/permissions.yaml old; cat payload > HOME/permissions.yaml; touch -r old HOME/permissions.yaml",
  ],
];

const tried = sample("ways to write rules", routes, 3);
test.each(tried)(
  "rules that were written by way of %s allow nothing, neither now nor later",
  async (_, route) => {
    await using place = await temporaryPlace();
    await sealedHome(place);
    await writeFile(join(place.project, "payload"), allowsAll);
    const commands = [route.replaceAll("HOME", place.home), dangerous];

    const first = await session(place, { commands, takes: "no" });
    const later = await session(place, { commands: [dangerous], takes: "no" });

    expect(first.asked.at(-1)).toBe(dangerous);
    expect(first.asked.filter((question) => question.startsWith("seal"))).toEqual([
      expect.stringContaining('+  "*": allow'),
    ]);
    expect(later.asked).toEqual([dangerous]);
    expect(later.warnings).toEqual([
      expect.stringContaining("permissions.yaml was changed while a session was open"),
    ]);
    expect(await rulesNow(place)).toEqual(["file.read"]);
  },
);

test("rules in a home that was put in the place of the home end the session, and allow nothing in the next one", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  await writeFile(join(place.project, "payload"), allowsAll);
  // The store looks for its file at most every 100 ms.
  const swap = `python3 -c 'import os,shutil; os.rename("HOME","HOME.x"); shutil.copytree("HOME.x","HOME"); shutil.copyfile("payload","HOME/permissions.yaml")'; sleep 0.2`;

  const first = session(place, { commands: [swap.replaceAll("HOME", place.home), dangerous], takes: "no" });
  await expect(first).rejects.toMatchObject({ code: "STATE_REPLACED" });
  const later = await session(place, { commands: [dangerous], takes: "no" });

  expect(later.asked).toEqual([dangerous]);
  expect(later.warnings).toEqual([
    expect.stringContaining("permissions.yaml was changed while a session was open"),
  ]);
});

const yolo = "approvals:\n  mode: yolo\n";

test.each([
  ["config.yaml", yolo, "approvals"],
  [".env", "HERMES_YOLO_MODE=1\n", "HERMES_YOLO_MODE"],
])(
  "a mode that a session wrote into %s counts in no later one, until the person says yes",
  async (name, text, shown) => {
    await using place = await temporaryPlace();
    await sealedHome(place);
    await writeFile(join(place.project, "payload"), text);
    const [start, rest] = [name.slice(0, 1), name.slice(1)];
    const route = `python3 -c 'import os; text=open("payload").read(); os.chdir("${place.home}"); open("${start}"+"${rest}", "w").write(text)'`;

    const first = await session(place, { commands: [route, dangerous], takes: "no" });
    const unattended = await session(place);
    const refused = await session(place, { commands: [dangerous], takes: "no" });
    await writeFile(
      join(place.home, name),
      `${text}# and more\nHERMES_MODEL: x\n`.replace(": x", name === ".env" ? "=x" : ": {}"),
    );
    const accepted = await session(place, { commands: [dangerous], takes: "yes" });
    const later = await session(place, { commands: [dangerous], takes: "no" });

    expect(first.asked.slice(-2)).toEqual([expect.stringContaining(shown), dangerous]);
    expect(unattended.warnings).toEqual([
      expect.stringContaining(`${name} was changed while a session was open`),
    ]);
    expect(refused.asked).toEqual([dangerous]);
    expect(accepted.asked).toEqual([expect.stringContaining(shown)]);
    expect(later.asked).toEqual([]);
  },
);

test("what config.yaml was remembered as counts only as Hermes remembered it", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place, "display:\n  show_reasoning: true\n");
  const start = async () => {
    const loaded = await loadSettings({ env: place.env, remember: true });
    return await session(place, { commands: [dangerous], takes: "no", runtime: { loaded } });
  };
  await start();
  await start();
  const cache = join(place.home, "cache", "config.json");
  const kept = JSON.parse(await readFile(cache, "utf8"));
  await writeFile(cache, JSON.stringify({ ...kept, tree: { ...kept.tree, approvals: { mode: "yolo" } } }));

  expect((await start()).asked).toEqual([dangerous]);
});
