import { deepEqual, equal } from "node:assert/strict";
import type { ContractContext } from "./contract-context.ts";

const taskId = "task";

/** What one command leaves for the next. */
export function shellStateContract(context: ContractContext): void {
  directoryTests(context);
  missingDirectoryTests(context);
  variableTests(context);
  endingTests(context);
  sharingTests(context);
}

function directoryTests({ check: test }: ContractContext): void {
  test("the working directory stays for the next command", async ({ backend, folder }) => {
    const moved = await backend.exec("mkdir -p a/b && cd a/b", { taskId });
    const next = await backend.exec('pwd; echo "$PWD"', { taskId });

    equal(moved.cwd, `${folder}/a/b`);
    equal(next.output, `${folder}/a/b\n${folder}/a/b\n`);
  });

  test("cd - leads back across commands", async ({ backend, folder }) => {
    await backend.exec("mkdir a && cd a", { taskId });
    const { cwd } = await backend.exec("cd -", { taskId });

    equal(cwd, folder);
  });

  test("a folder given for one command is not kept, and one that it moves to is", async ({
    backend,
    folder,
  }) => {
    const given = await backend.exec("pwd", { taskId, cwd: "/usr" });
    const after = await backend.exec("pwd", { taskId });
    const moved = await backend.exec("cd /tmp", { taskId, cwd: "/usr" });

    deepEqual([given.output, given.cwd, after.output], ["/usr\n", folder, `${folder}\n`]);
    equal(moved.cwd, "/tmp");
  });

  test("a task begins where it is told to, other tasks and a released one in the folder of the backend", async ({
    backend,
    folder,
  }) => {
    if (backend.startIn === undefined) return;
    await backend.exec("mkdir a", { taskId });
    backend.startIn(`${folder}/a`, { taskId: "second" });
    const resolved = await backend.resolve("file", { taskId: "second" });
    const second = await backend.exec("pwd && cd ..", { taskId: "second" });
    const third = await backend.exec("pwd", { taskId: "third" });
    await backend.release("second");
    const again = await backend.exec("pwd", { taskId: "second" });

    deepEqual([resolved, second.output, second.cwd], [`${folder}/a/file`, `${folder}/a\n`, folder]);
    deepEqual([third.output, again.output], [`${folder}\n`, `${folder}\n`]);
  });

  test("folders with blanks, quotes, line breaks and letters of any script work", async ({
    backend,
    folder,
  }) => {
    const name = `a b'c"d\n$e 漢😀`;
    await backend.exec('mkdir -- "$NAME" && cd -- "$NAME"', { taskId, env: { NAME: name } });
    const { output, cwd } = await backend.exec("pwd", { taskId });

    equal(cwd, `${folder}/${name}`);
    equal(output, `${folder}/${name}\n`);
  });
}

function missingDirectoryTests({ check: test }: ContractContext): void {
  test("a folder that does not exist is refused and nothing runs", async ({ backend }) => {
    const refused = await backend.exec("touch ran", { taskId, cwd: "missing" }).catch(codeOf);

    equal(refused, "BACKEND_DIRECTORY_MISSING");
    equal(await backend.stat("ran", { taskId }), undefined);
  });

  test("when the working directory is gone the next command is refused once and not run elsewhere", async (place) => {
    const { backend, folder } = place;
    await backend.exec("mkdir a && cd a && rmdir ../a", { taskId });
    const refused = await backend.exec("touch ran", { taskId }).catch(codeOf);
    const next = await backend.exec("ls; pwd", { taskId });

    equal(refused, "BACKEND_DIRECTORY_MISSING");
    equal(next.output, `${folder}\n`);
  });
}

function variableTests({ check: test }: ContractContext): void {
  test("exported variables stay, whatever they hold, and others do not", async ({ backend }) => {
    const value = ` it's "a" $b \`c\` \\d\n\te é😀 `;
    await backend.exec(`export KEPT='${value.replaceAll("'", "'\\''")}'; LOST=1`, { taskId });
    const { output } = await backend.exec('printf "%s|%s" "$KEPT" "${LOST-unset}"', { taskId });

    equal(output, `${value}|unset`);
  });

  test("a variable that was unset stays so", async ({ backend }) => {
    await backend.exec("export A=1 B=2", { taskId });
    await backend.exec("unset A", { taskId });
    const { output } = await backend.exec('echo "${A-none} $B ${HOME:+home}"; unset HOME', { taskId });
    const later = await backend.exec('echo "${HOME-none}"', { taskId });

    equal(output, "none 2 home\n");
    equal(later.output, "none\n");
  });

  test("variables given for one command are not kept", async ({ backend }) => {
    await backend.exec("export A=old", { taskId });
    const given = await backend.exec('echo "$A $B"; export C=3', { taskId, env: { A: "it's", B: "new" } });
    const after = await backend.exec('echo "$A ${B-none} $C"', { taskId });

    equal(given.output, "it's new\n");
    equal(after.output, "old none 3\n");
  });
}

function endingTests({ check: test }: ContractContext): void {
  test("the state stays after exit, set -e and a failing last command", async ({ backend, folder }) => {
    const exits = [
      "export A=1; cd /; exit 3",
      "set -e; export A=2; cd /usr; false; echo no",
      "export A=3; cd /; false",
    ];
    const seen: unknown[] = [];
    for (const command of exits) {
      const { exitCode } = await backend.exec(command, { taskId });
      const { output } = await backend.exec(`echo "$A $PWD"; cd '${folder}'`, { taskId });
      seen.push([exitCode, output]);
    }

    deepEqual(seen, [
      [3, "1 /\n"],
      [1, "2 /usr\n"],
      [1, "3 /\n"],
    ]);
  });

  test("the state stays beside an exit trap and a trace of the command's own", async ({ backend }) => {
    const { output } = await backend.exec("trap 'echo bye' EXIT; export A=1; cd /; set -x; :", { taskId });
    const next = await backend.exec('echo "$A $PWD"', { taskId });

    equal(output, output.startsWith("++") ? "++ :\nbye\n" : "+ :\nbye\n");
    equal(next.output, "1 /\n");
  });

  test("a command that kills or replaces its own shell leaves the state as it was", async ({ backend }) => {
    await backend.exec("export A=1; cd /", { taskId });
    await backend.exec("export A=2; cd /usr; kill -9 $$", { taskId });
    await backend.exec("export A=3; cd /usr; exec true", { taskId });
    const { output } = await backend.exec('echo "$A $PWD"', { taskId });

    equal(output, "1 /\n");
  });

  test("a read-only variable in the state does no harm", async ({ backend }) => {
    await backend.exec("readonly FIXED=1; export FIXED A=1", { taskId });
    await backend.exec("export A=2", { taskId });
    const { output } = await backend.exec('echo "$FIXED $A"', { taskId });

    equal(output, "1 2\n");
  });
}

function sharingTests({ check: test, isSlow = false }: ContractContext): void {
  test("tasks do not share their state", async ({ backend, folder }) => {
    await backend.exec("cd /; export A=1", { taskId: "one" });
    const { output } = await backend.exec('echo "${A-none} $PWD"', { taskId: "two" });

    equal(output, `none ${folder}\n`);
  });

  test("commands of one task at once all see its state and leave one whole state, never a mixture", async ({
    backend,
  }) => {
    await backend.exec("export KEPT=kept", { taskId });
    for (let round = 0; round < (isSlow ? 1 : 4); round += 1) {
      const results = await Promise.all(
        Array.from({ length: isSlow ? 12 : 20 }, (_, index) =>
          backend.exec(`export A=${index} B=${index} C="${"x".repeat(5_000)}"; echo "$KEPT"`, { taskId }),
        ),
      );
      const { output } = await backend.exec('echo "$A $B ${#C}"', { taskId });
      const [a, b, length] = output.trim().split(" ");
      deepEqual([...new Set(results.map((result) => result.output))], ["kept\n"]);
      equal(a, b);
      equal(length, "5000");
    }
  });
}

export function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : error;
}
