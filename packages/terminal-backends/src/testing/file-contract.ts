import { deepEqual, equal, ok } from "node:assert/strict";
import type { ContractContext } from "./contract-context.ts";
import { codeOf } from "./shell-state-contract.ts";

const taskId = "task";
const options = { taskId };

/** Reading and writing files where the commands run. */
export function fileContract(context: ContractContext): void {
  pathTests(context);
  writeTests(context);
  readTests(context);
  moveTests(context);
}

function pathTests({ check: test }: ContractContext): void {
  test("bytes of any value come back as they were written", async ({ backend }) => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) & 255);
    await backend.writeFile("data.bin", bytes, options);

    deepEqual(new Uint8Array(await backend.readFile("data.bin", options)), bytes);
    const { output } = await backend.exec("wc -c < data.bin", options);
    equal(Number(output), 300_000);
  });

  test("relative paths start in the working directory of the task, ~ at home", async ({
    backend,
    folder,
  }) => {
    await backend.exec("mkdir a; cd a; export HOME", options);
    await backend.writeFile("b.txt", text("b"), options);
    const home = await backend.exec('printf %s "$HOME"', options);

    equal(await backend.resolve("../c/./d", options), `${folder}/c/d`);
    equal(await backend.resolve("x", { taskId: "other" }), `${folder}/x`);
    equal(await backend.resolve("~/y", options), `${home.output}/y`);
    equal((await backend.exec("cat b.txt", options)).output, "b");
  });

  test("names with blanks, quotes, line breaks and letters of any script work", async ({ backend }) => {
    const name = `a b'c"d\n-$e 漢😀.txt`;
    await backend.writeFile(`-dir/${name}`, text("x"), options);

    equal(new TextDecoder().decode(await backend.readFile(`-dir/${name}`, options)), "x");
    deepEqual(await backend.list("-dir", options), [{ name, kind: "file" }]);
    equal((await backend.exec('cat ./-dir/"$NAME"', { ...options, env: { NAME: name } })).output, "x");
  });
}

function writeTests({ check: test, isSlow = false }: ContractContext): void {
  test("missing folders are made", async ({ backend }) => {
    await backend.writeFile("a/b/c.txt", text("c"), options);

    equal((await backend.exec("cat a/b/c.txt", options)).output, "c");
  });

  test("the mode of a file stays, and a new one gets that of the shell", async ({ backend }) => {
    await backend.exec("touch made; echo old > run.sh; chmod 751 run.sh", options);
    await backend.writeFile("run.sh", text("new"), options);
    await backend.writeFile("fresh", text("new"), options);

    equal((await backend.stat("run.sh", options))?.mode, 0o751);
    equal((await backend.stat("fresh", options))?.mode, (await backend.stat("made", options))?.mode);
  });

  test("a write goes through symbolic links, also to a file that is not there yet", async ({ backend }) => {
    await backend.exec(
      "mkdir real; echo old > real/a; ln -s real/a link; ln -s link second; ln -s real/b dangling",
      options,
    );
    await backend.writeFile("second", text("new"), options);
    await backend.writeFile("dangling", text("b"), options);

    equal(
      (await backend.exec("cat real/a real/b; [ -L second ] && [ -L link ] && echo links", options)).output,
      "newblinks\n",
    );
  });

  test("a write that fails leaves the old file and no other", async ({ backend }) => {
    await backend.exec("mkdir folder; echo old > file", options);

    equal(await backend.writeFile("folder", text("x"), options).catch(codeOf), "FILE_IS_DIRECTORY");
    equal(await backend.writeFile("file/below", text("x"), options).catch(codeOf), "FILE_NOT_DIRECTORY");
    equal((await backend.exec("cat file; ls -A", options)).output, "old\nfile\nfolder\n");
  });

  test("who reads during writes sees the old bytes or the new ones", async ({ backend }) => {
    const versions = ["a", "b"].map((letter) => text(letter.repeat(200_000)));
    await backend.writeFile("file", text("a".repeat(200_000)), options);
    let writing = true;
    const writes = (async () => {
      for (let round = 0; round < (isSlow ? 4 : 20); round += 1) {
        await backend.writeFile("file", versions[round % 2] ?? text(""), options);
      }
      writing = false;
    })();
    while (writing) {
      const seen = new TextDecoder().decode(await backend.readFile("file", options));
      ok(/^(a{200000}|b{200000})$/.test(seen), `${seen.length} characters`);
    }
    await writes;
  });
}

function readTests({ check: test }: ContractContext): void {
  test("reading says why it can't", async ({ backend }) => {
    await backend.exec("mkdir folder; mkfifo pipe; printf 12345 > file", options);

    equal(await backend.readFile("missing", options).catch(codeOf), "FILE_NOT_FOUND");
    equal(await backend.readFile("folder", options).catch(codeOf), "FILE_IS_DIRECTORY");
    equal(await backend.readFile("pipe", options).catch(codeOf), "FILE_ACCESS");
    equal(await backend.readFile("file", { ...options, maxBytes: 4 }).catch(codeOf), "FILE_TOO_LARGE");
    equal(await backend.readFile("file\0", options).catch(codeOf), "FILE_NAME_INVALID");
    equal((await backend.readFile("file", { ...options, maxBytes: 5 })).length, 5);
  });

  test("an aborted signal stops file operations with its reason", async ({ backend }) => {
    const reason = new Error("enough");
    const aborted = { taskId, signal: AbortSignal.abort(reason) };

    equal(await backend.readFile("a", aborted).catch((error: unknown) => error), reason);
    equal(await backend.writeFile("a", text("a"), aborted).catch((error: unknown) => error), reason);
    equal(await backend.stat("a", aborted).catch((error: unknown) => error), reason);
    equal(await backend.list(".", aborted).catch((error: unknown) => error), reason);
  });

  test("many files at once give each its own bytes, facts and failure", async ({ backend }) => {
    const names = Array.from({ length: 150 }, (_, index) => `it's ${index}\n`);
    const script = `i=0; while [ $i -lt 150 ]; do printf 'a\\000\\377%s\\n' $i > "it's $i\n"; i=$((i+1)); done; mkdir f`;
    await backend.exec(script, options);
    const controller = new AbortController();
    const [bytes, facts, ...others] = await Promise.all([
      Promise.all(names.map((name) => backend.readFile(name, options))),
      Promise.all(names.map((name) => backend.stat(name, options))),
      backend.readFile("missing", options).catch(codeOf),
      backend.readFile("f", options).catch(codeOf),
      backend.stat("missing", options),
      backend.list("f", options),
      backend.readFile(names[100] ?? "", { ...options, maxBytes: 5 }).catch(codeOf),
      backend.readFile(names[1] ?? "", { ...options, signal: controller.signal }).catch(codeOf),
    ]);

    deepEqual(
      bytes.map((each) => Buffer.from(each).toString("latin1")),
      names.map((_, index) => `a\0\xff${index}\n`),
    );
    deepEqual(
      facts.map((each) => each?.sizeBytes),
      names.map((_, index) => 4 + `${index}`.length),
    );
    deepEqual(others, ["FILE_NOT_FOUND", "FILE_IS_DIRECTORY", undefined, [], "FILE_TOO_LARGE", bytes[1]]);
  });

  test("stat describes what exists, and says when nothing does", async ({ backend }) => {
    await backend.exec("printf 12345 > file; mkdir folder; ln -s file link; ln -s nowhere dangling", options);
    const file = await backend.stat("file", options);
    const { output } = await backend.exec("date +%s", options);

    deepEqual([file?.kind, file?.sizeBytes], ["file", 5]);
    ok(Math.abs((file?.modifiedAtMs ?? 0) - Number(output) * 1000) < 60_000);
    equal((await backend.stat("folder", options))?.kind, "directory");
    equal((await backend.stat("link", options))?.kind, "file");
    equal(await backend.stat("dangling", options), undefined);
    equal(await backend.stat("file/below", options), undefined);
  });

  test("a folder lists its entries by name with their kinds", async ({ backend }) => {
    await backend.exec("mkdir b; touch c .a; ln -s c d; mkfifo e", options);

    deepEqual(await backend.list(".", options), [
      { name: ".a", kind: "file" },
      { name: "b", kind: "directory" },
      { name: "c", kind: "file" },
      { name: "d", kind: "symlink" },
      { name: "e", kind: "other" },
    ]);
    equal(await backend.list("missing", options).catch(codeOf), "FILE_NOT_FOUND");
    equal(await backend.list("c", options).catch(codeOf), "FILE_NOT_DIRECTORY");
  });
}

function moveTests({ check: test }: ContractContext): void {
  test("files, links and empty folders are removed, and whole folders when that is said", async (place) => {
    const { backend } = place;
    await backend.exec(
      "mkdir -p full/deep empty; echo a > a; echo b > full/deep/b; ln -s full link",
      options,
    );
    await backend.remove("a", options);
    await backend.remove("empty", options);
    await backend.remove("link", { ...options, recursive: true });

    equal((await backend.exec("ls; cat full/deep/b", options)).output, "full\nb\n");
    equal(await backend.remove("full", options).catch(codeOf), "FILE_NOT_EMPTY");
    equal(await backend.remove("missing", options).catch(codeOf), "FILE_NOT_FOUND");
    await backend.remove("full", { ...options, recursive: true });
    deepEqual(await backend.list(".", options), []);
  });

  test("a rename moves files, links and folders, makes folders, and replaces a file", async ({ backend }) => {
    await backend.exec(
      "mkdir -p from/deep; echo a > a; echo b > b; echo c > from/deep/c; ln -s a link",
      options,
    );
    await backend.rename("a", "b", options);
    await backend.rename("from", "new/to", options);
    await backend.rename("link", "moved", options);

    const { output } = await backend.exec("cat b new/to/deep/c; ls; readlink moved", options);
    equal(output, "a\nc\nb\nmoved\nnew\na\n");
    equal(await backend.rename("missing", "x", options).catch(codeOf), "FILE_NOT_FOUND");
    equal(await backend.rename("b", "new", options).catch(codeOf), "FILE_IS_DIRECTORY");
    equal(await backend.rename("new", "b", options).catch(codeOf), "FILE_NOT_DIRECTORY");
  });

  test("bytes, modes and odd names survive a rename", async ({ backend }) => {
    const [from, to] = [`a 'b"\n漢.bin`, "-x/ -y\n😀"];
    await backend.writeFile(from, Uint8Array.of(0, 255, 10, 13), options);
    await backend.exec('chmod 700 "$NAME"', { ...options, env: { NAME: from } });
    await backend.rename(from, to, options);

    deepEqual([...(await backend.readFile(to, options))], [0, 255, 10, 13]);
    equal((await backend.stat(to, options))?.mode, 0o700);
    await backend.remove("-x", { ...options, recursive: true });
    deepEqual(await backend.list(".", options), []);
  });
}

function text(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}
