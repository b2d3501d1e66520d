import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { ScriptedCall } from "@hermes/models";
import { describe, expect, test } from "vitest";
import { resultsIn, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { callsOfChild, oneByOne, openChild, openParent } from "./family.ts";

const run = (command: string) => ({ name: "terminal", arguments: { command } });
const write = (path: string, content: string) => ({ name: "write_file", arguments: { path, content } });
const read = (path: string) => ({ name: "read_file", arguments: { path } });

describe("the shell of a child", () => {
  test("one that shares the task of its parent goes on in its shell, and leaves it as it is", async () => {
    await using place = await temporaryPlace();
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime, { calls: [run("mkdir sub && cd sub && export COLOR=blue")] });

    const [inside] = await callsOfChild(
      runtime,
      parent,
      [run("pwd && echo $COLOR && mkdir deep && cd deep")],
      {
        taskId: parent.id,
      },
    );
    const model = oneByOne(run("pwd && echo $COLOR"));
    parent.use({ model });
    await parent.agent.chat("Where are you?");

    const folder = join(place.project, "sub");
    expect(inside?.["output"]).toBe(`${folder}\nblue\n`);
    expect(resultsIn(model).at(-1)?.["output"]).toBe(`${folder}/deep\nblue\n`);
  });

  test("one of its own begins in the folder of its parent, and changes nothing of it", async () => {
    await using place = await temporaryPlace();
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime, { calls: [run("mkdir sub && cd sub && export COLOR=blue")] });

    const [where, file] = await callsOfChild(runtime, parent, [
      run('pwd && echo "color: $COLOR" && export COLOR=red && cd ..'),
      write("made.txt", "here"),
    ]);
    const model = oneByOne(run("pwd && echo $COLOR"));
    parent.use({ model });
    await parent.agent.chat("Where are you?");

    const folder = join(place.project, "sub");
    expect(where?.["output"]).toBe(`${folder}\ncolor: \n`);
    expect(file?.["path"]).toBe(join(place.project, "made.txt"));
    expect(resultsIn(model).at(-1)?.["output"]).toBe(`${folder}\nblue\n`);
  });

  test("where only its parent sees the folder, one of its own begins in that of the workspace", async () => {
    await using place = await temporaryPlace();
    await using runtime = await runtimeIn(place);
    const gone = join(place.project, "..", "gone");
    const parent = await openParent(runtime, {
      calls: [run(`mkdir ${gone} && cd ${gone} && rmdir ${gone}`)],
    });

    const [where] = await callsOfChild(runtime, parent, [run("pwd")]);

    expect(JSON.stringify(parent.agent.messages)).toContain('\\"exit_code\\":0');
    expect(where?.["output"]).toBe(`${place.project}\n`);
  });

  test("its prompt names the folder that it begins in, its rules are those of the workspace", async () => {
    await using place = await temporaryPlace();
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime, { calls: [run("mkdir sub && cd sub")] });
    await using child = await openChild(runtime, parent, scripted([{ text: "Done." }]));
    await child.agent.chat("Go.");

    expect(child.agent.head?.system).toContain(`Working directory: ${join(place.project, "sub")}\n`);
    expect(child.agent.head?.cwd).toBe(place.project);
  });

  test("what a child with a shell of its own started ends with it, and of its parent's nothing does", async () => {
    await using place = await temporaryPlace();
    await using runtime = await runtimeIn(place);
    const sleep = (name: string) => [
      { name: "terminal", arguments: { command: `echo $$ > ${name}; exec sleep 60`, background: true } },
      run(`until [ -s ${name} ]; do :; done`),
    ];
    const parent = await openParent(runtime, { calls: sleep("of-parent") });

    await callsOfChild(runtime, parent, sleep("of-child"));
    await callsOfChild(runtime, parent, sleep("of-sharing"), { taskId: parent.id });

    const runs = async (name: string) =>
      existsSync(`/proc/${(await readFile(join(place.project, name), "utf8")).trim()}`);
    expect([await runs("of-parent"), await runs("of-child"), await runs("of-sharing")]).toEqual([
      true,
      false,
      true,
    ]);
    await parent[Symbol.asyncDispose]();
    expect([await runs("of-parent"), await runs("of-sharing")]).toEqual([false, false]);
  });
});

describe("two children and one file", () => {
  const changes: readonly (readonly [string, ScriptedCall])[] = [
    ["write_file", write("notes.txt", "second\n")],
    ["patch", { name: "patch", arguments: { path: "notes.txt", old_string: "one", new_string: "second" } }],
    [
      "a patch that deletes",
      {
        name: "patch",
        arguments: { mode: "patch", patch: "*** Begin Patch\n*** Delete File: notes.txt\n*** End Patch" },
      },
    ],
    [
      "a script",
      {
        name: "execute_code",
        arguments: {
          language: "python",
          code: "from hermes_tools import write_file\nprint(write_file(path='notes.txt', content='second'))",
        },
      },
    ],
  ];

  const cases = changes.flatMap(([name, call]) => [
    [name, "after it read it", [read("notes.txt")], call] as const,
    [name, "which it never read", [], call] as const,
  ]);

  test.each(cases)(
    "%s of the second one does not overwrite what the first one wrote to a file, %s",
    async (_, __, before, call) => {
      await using place = await temporaryPlace();
      const path = join(place.project, "notes.txt");
      await writeFile(path, "one\n");
      await using runtime = await runtimeIn(place);
      const parent = await openParent(runtime);
      const [first, second] = [
        oneByOne(read("notes.txt"), write("notes.txt", "first\n")),
        scripted([
          ...before.map((each) => ({ calls: [each] })),
          { text: "Ready." },
          { calls: [call] },
          { text: "Done." },
        ]),
      ];
      await using one = await openChild(runtime, parent, first);
      await using other = await openChild(runtime, parent, second);
      await other.agent.chat("Read.");
      await one.agent.chat("Write.");
      await other.agent.chat("Write.");

      expect(await readFile(path, "utf8")).toBe("first\n");
      expect(JSON.stringify(resultsIn(second).at(-1))).toMatch(
        /changed by something else|not read here|is not in/,
      );
    },
  );

  test("a command of one child is seen by the other one, and by the parent", async () => {
    await using place = await temporaryPlace();
    const path = join(place.project, "notes.txt");
    await writeFile(path, "one\n");
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime, { calls: [read("notes.txt")] });
    await callsOfChild(runtime, parent, [run("echo two >> notes.txt")], { taskId: parent.id });
    const [result] = await callsOfChild(runtime, parent, [write("notes.txt", "three\n")]);
    const model = oneByOne(write("notes.txt", "four\n"));
    parent.use({ model });
    await parent.agent.chat("Write.");

    expect(result?.["error"]).toContain("was not read here");
    expect(resultsIn(model).at(-1)?.["error"]).toContain("was changed by something else");
    expect(await readFile(path, "utf8")).toBe("one\ntwo\n");
  });

  test.each(["notes.txt", "new.txt"])(
    "of many that write %s at once one does, and the others are told",
    async (name) => {
      await using place = await temporaryPlace();
      await mkdir(place.home, { recursive: true });
      await writeFile(join(place.project, "notes.txt"), "one\n");
      await using runtime = await runtimeIn(place);
      const parent = await openParent(runtime);
      const calls = Array.from({ length: 8 }, (_, index) => write(name, `by ${index}\n`));
      const models = calls.map((call) =>
        scripted([{ calls: [read("notes.txt")] }, { calls: [call] }, { text: "Done." }]),
      );
      const children = await Promise.all(models.map((model) => openChild(runtime, parent, model)));
      await Promise.all(children.map((child) => child.agent.chat("Write.")));

      const results = models.map((model) => resultsIn(model).at(-1));
      const written = results.flatMap((result, index) => (result?.["error"] === undefined ? [index] : []));
      expect(written).toHaveLength(1);
      expect(await readFile(join(place.project, name), "utf8")).toBe(`by ${written[0]}\n`);
    },
  );
});
