import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bin, cliFolder, hermes, newPerson, type Fixture, type Outcome } from "./support/hermes.ts";

interface Command {
  readonly person: Fixture;
  /** What it is made of; a new text takes the place of the old one, and keeps its time. */
  write(name: string, text: string): void;
  run(...args: readonly string[]): Promise<Outcome>;
  /** Where compiled code is kept. */
  readonly cache: string;
  kept(): readonly string[];
}

/** The executable with programs of the test's own behind it. */
function command(text: string): Command {
  const person = newPerson();
  const root = join(person.project, "installed");
  for (const folder of ["bin", "dist"]) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ["package.json", "bin/hermes.js", "bin/load.js"])
    copyFileSync(join(cliFolder, file), join(root, file));
  const cache = join(person.home, "cache", "code");
  const write = (name: string, code: string): void => {
    writeFileSync(join(root, "dist", name), code);
    utimesSync(join(root, "dist", name), 1_000, 1_000);
  };
  write("main.cjs", text);
  return {
    person,
    write,
    run: (...args) =>
      hermes(person, args, { bin: join(root, "bin", "hermes.js"), env: { NODE_COMPILE_CACHE: "" } }),
    cache,
    kept: () => readdirSync(cache).toSorted(),
  };
}

const says = (word: string): string => `exports.main = async () => { process.stdout.write("${word}"); };`;

test("compiled code is cached for its owner alone, and the next start reuses it unchanged", async () => {
  const { cache, kept, run } = command(says("one"));

  expect(await run("chat")).toMatchObject({ code: 0, stdout: "one" });

  const [file = ""] = kept();
  expect(kept()).toEqual([expect.stringMatching(/^main-\w+\.v8$/)]);
  const before = statSync(join(cache, file));
  expect([before.mode & 0o777, statSync(cache).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(await run("chat")).toMatchObject({ code: 0, stdout: "one" });
  expect(statSync(join(cache, file)).ino).toBe(before.ino);
});

test("code compiled by another command is added to the cache", async () => {
  const { cache, kept, run } = command(says("one"));
  await run("chat");
  const [file = ""] = kept();
  const before = statSync(join(cache, file)).ino;

  expect(await run("tools")).toMatchObject({ code: 0, stdout: "one" });

  expect(kept()).toEqual([file]);
  expect(statSync(join(cache, file)).ino).not.toBe(before);
});

test("a program that changed, with the same length and time, is run as it is now", async () => {
  const { run, write } = command(says("one"));
  await run("chat");

  write("main.cjs", says("two"));

  expect(await run("chat")).toMatchObject({ code: 0, stdout: "two" });
});

/** Changes 16 bytes. Negative: counted from the end. */
function overwrite(path: string, from: number): void {
  const bytes = readFileSync(path);
  bytes.subarray(from).fill(0, 0, 16);
  writeFileSync(path, bytes);
}

test.each([
  ["is half", (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ["is empty", (path: string) => truncateSync(path, 0)],
  ["somebody else wrote to", (path: string) => overwrite(path, -32)],
  [
    "is of another V8",
    (path: string) => {
      const { atime, mtime } = statSync(path);
      overwrite(path, 4_096);
      utimesSync(path, atime, mtime);
    },
  ],
])("cached code that %s is compiled again", async (_, harm) => {
  const { cache, kept, run } = command(says("one"));
  await run("chat");
  const [file = ""] = kept();
  const { size, ino } = statSync(join(cache, file));
  harm(join(cache, file));

  expect(await run("chat")).toMatchObject({ code: 0, stdout: "one", stderr: "" });

  const anew = statSync(join(cache, file));
  expect([anew.size, anew.ino === ino]).toEqual([size, false]);
  expect(await run("chat")).toMatchObject({ code: 0, stdout: "one" });
});

test("a start that fails writes no cache", async () => {
  const { person, run } = command("exports.main = async () => process.exit(3);");

  expect(await run("chat")).toMatchObject({ code: 3 });

  expect(readdirSync(person.home)).toEqual([]);
});

test("a start works when the cache can't be written", async () => {
  const { person, run } = command(says("one"));
  writeFileSync(join(person.home, "cache"), "");

  expect(await run("chat")).toMatchObject({ code: 0, stdout: "one", stderr: "" });
});

test("files load each other, once, and packages by their name", async () => {
  const { run, write } = command(
    `exports.main = async () => {
      const [{ count }, again, { sep }] = await Promise.all([hermesLoad("./part.cjs"), hermesLoad("./part.cjs"), hermesLoad("node:path")]);
      const shared = [require("./part.cjs").count(), require("node:path").sep, typeof require.resolve("node:path")];
      process.stdout.write([count(), again.count(), sep, ...shared, fileUrl.endsWith("dist/main.cjs")].join(" "));
    };`,
  );
  write("part.cjs", "let count = 0; exports.count = () => ++count;");

  expect(await run("chat")).toMatchObject({ code: 0, stdout: "2 3 / 1 / string true" });
});

test("an executable without its program says what to do", async () => {
  const { person } = command(says("one"));
  const lonely = join(person.project, "lonely");
  mkdirSync(join(lonely, "bin"), { recursive: true });
  for (const file of ["package.json", "bin/hermes.js", "bin/load.js"])
    copyFileSync(join(cliFolder, file), join(lonely, file));

  const { code, stderr } = await hermes(person, ["chat"], { bin: join(lonely, "bin", "hermes.js") });

  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("hermes is not built yet") });
});

test("a start of the real command caches all of its code", async () => {
  const person = newPerson();

  await hermes(person, ["tools", "list"], { bin, env: { NODE_COMPILE_CACHE: "" } });

  const files = readdirSync(join(person.home, "cache", "code"));
  expect(files).toContainEqual(expect.stringMatching(/^main-/));
});
