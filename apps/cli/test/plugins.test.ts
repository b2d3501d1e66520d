import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test, vi } from "vitest";
import { hermes, newPerson, outcomeOf, startHermes } from "./support/hermes.ts";
import { installed, writePlugin, yesTo } from "./support/plugins.ts";

test("a folder is shown, agreed to by its digest, listed and run", async () => {
  const person = newPerson();
  writePlugin(person.project, "greeter", {
    manifest: "author: Ada\nprovides: {programs: [greet]}\nmay: {variables: [GREET_KEY]}\n",
    parts: `{ programs: { greet: { summary: "Greet", async *run({ args }) { yield \`Hello \${args[0]}!\\n\`; return 3; } } } }`,
  });

  const shown = await hermes(person, ["plugins", "install", "./greeter", "--no-jail"]);
  const typed = /: (hermes plugins install .*)$/m.exec(shown.stderr)?.[1] ?? "";
  const made = await hermes(person, typed.split(" ").slice(1));
  const list = await hermes(person, ["plugin", "list"]);
  const ran = await hermes(person, ["greet", "Ada"]);

  expect(shown).toMatchObject({ code: 1, stdout: expect.stringMatching(/^greeter 1\.0\.0: It greets\.\n/) });
  for (const row of [
    /^ {2}author {2}Ada$/m,
    /^ {2}gives {3}program greet$/m,
    /^ {2}may {5}runs as you: no jail holds it$/m,
    /^NO JAIL: its process runs as you/m,
    /^ {2}unset {3}GREET_KEY: hermes config set GREET_KEY$/m,
  ])
    expect(shown.stdout).toMatch(row);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("Installed greeter 1.0.0 in ") });
  expect(list.stdout).toMatch(/^greeter +1\.0\.0 +used +home +program greet$/m);
  expect(ran).toMatchObject({ code: 3, stdout: "Hello Ada!\n", stderr: "" });
});

test("a plug-in is switched off and on, and removed", async () => {
  const person = newPerson();
  const folder = writePlugin(person.project, "greeter");
  await installed(person, folder);

  const off = await hermes(person, ["plugins", "disable", "greeter"]);
  const gone = await hermes(person, ["greet"]);
  const on = await hermes(person, ["plugins", "enable", "greeter", ...(await yesTo(folder))]);
  const asked = await hermes(person, ["plugins", "remove", "greeter"]);
  const removed = await hermes(person, ["plugins", "remove", "greeter", "--yes"]);

  expect(off).toMatchObject({ code: 0, stdout: expect.stringContaining("greeter is not used.") });
  expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining("unknown command 'greet'") });
  expect(on).toMatchObject({ code: 0, stdout: "greeter is used from the next conversation on.\n" });
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("add --yes") });
  expect(removed).toMatchObject({ code: 0, stdout: "Removed greeter.\n" });
  expect(existsSync(join(person.home, "plugins", "greeter"))).toBe(false);
  expect(existsSync(folder)).toBe(true);
});

test("in a jail a plug-in that was installed runs, and writes nowhere else", async (context) => {
  needs(context, "bwrap");
  const person = newPerson();
  const folder = writePlugin(person.project, "writer", {
    manifest: "provides: {programs: [scribble]}\n",
    parts: `{ programs: { scribble: { summary: "Write", async *run(_call, { cwd, folder }) {
      const { writeFile } = await import("node:fs/promises");
      for (const place of [folder, cwd]) yield await writeFile(place + "/mark", "x").then(() => "written ", () => "refused ");
    } } } }`,
  });
  const { stderr } = await hermes(person, ["plugins", "install", folder]);
  const digest = /--digest (\w+)/.exec(stderr)?.[1] ?? "";

  const made = await hermes(person, ["plugins", "install", folder, "--yes", "--digest", digest]);
  const ran = await hermes(person, ["scribble"]);

  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(ran).toMatchObject({ code: 0, stdout: "written refused " });
  expect(existsSync(join(person.project, "mark"))).toBe(false);
});

test("files that changed between the look and the yes are not installed", async () => {
  const person = newPerson();
  const folder = writePlugin(person.project, "greeter");
  const seen = await yesTo(folder);
  writeFileSync(join(folder, "more.ts"), "export {};\n");

  const yes = await hermes(person, ["plugins", "install", folder, ...seen]);

  expect(yes).toMatchObject({ code: 1, stderr: expect.stringContaining("greeter is not what you agree to") });
  expect(existsSync(join(person.home, "plugins", "greeter"))).toBe(false);
});

test("a new version is shown with what it changes, and takes the place of the old one", async () => {
  const person = newPerson();
  const first = writePlugin(join(person.project, "old"), "greeter");
  await installed(person, first);
  const second = writePlugin(join(person.project, "new"), "greeter", {
    version: "2.0.0",
    manifest: "provides: {commands: [hello, bye]}\nmay: {hosts: [example.com]}\n",
    parts: `{ commands: { hello: { summary: "Hello", run: () => ({}) }, bye: { summary: "Bye", run: () => ({}) } } }`,
  });

  const shown = await hermes(person, ["plugins", "install", second]);
  await installed(person, second);
  const list = await hermes(person, ["plugins", "list", "--json"]);

  expect(shown.stdout).toMatch(/^It takes the place of 1\.0\.0:$/m);
  for (const change of ["+ gives: command bye", "- gives: program greet", "+ may: reaches example.com"])
    expect(shown.stdout).toContain(`  ${change}\n`);
  expect(JSON.parse(list.stdout)).toMatchObject([
    {
      name: "greeter",
      version: "2.0.0",
      state: "used",
      source: second,
      provides: { commands: ["hello", "bye"] },
    },
  ]);
});

test("one whose files were changed is not used, and the list says what to do", async () => {
  const person = newPerson();
  await installed(person, writePlugin(person.project, "greeter"));
  writeFileSync(join(person.home, "plugins", "greeter", "index.ts"), "export default {};\n");

  const list = await hermes(person, ["plugins", "list"]);
  const ran = await hermes(person, ["greet"]);

  expect(list.stdout).toMatch(/^greeter +1\.0\.0 +changed/m);
  expect(list.stdout).toContain("hermes plugins enable greeter");
  expect(ran.code).toBe(2);
});

test.each<[string, readonly string[], number, string]>([
  ["a plug-in that is not there", ["show", "greetr"], 1, 'Did you mean "greeter"?'],
  ["a command that is not there", ["instal"], 2, "Did you mean install?"],
  ["a folder that is not there", ["install", "./nothing"], 1, "There is no folder or archive"],
  [
    "a package without its sign",
    ["install", "hermes-plugin-x"],
    1,
    "hermes plugins install npm:hermes-plugin-x",
  ],
  ["an address of a package", ["install", "npm:git+https://example.com/x.git"], 1, "names no package"],
  ["a folder without a manifest", ["install", "."], 1, "plugin.yaml"],
  ["a yes without a digest", ["install", "./greeter", "--yes"], 2, "--yes needs the digest"],
  ["a new one of a bad name", ["create", "Wetter!"], 2, "small letters"],
  ["a new one in a folder that is there", ["create", "greeter"], 1, "already"],
  ["a new one of no kind", ["create", "x", "--kind", "tool,serch"], 2, "Did you mean search?"],
])("%s is an error that says what to do", async (_what, args, code, words) => {
  const person = newPerson();
  writePlugin(person.project, "greeter");
  writePlugin(join(person.project, ".hermes", "plugins"), "greeter");

  const outcome = await hermes(person, ["plugins", ...args]);

  expect(outcome).toMatchObject({ code, stderr: expect.stringContaining(words) });
  expect(readdirSync(person.project).toSorted()).toEqual([".hermes", "greeter"]);
  expect(existsSync(join(person.home, "plugins"))).toBe(false);
});

test("a plug-in can't have the name of a command of Hermes", async () => {
  const person = newPerson();
  const folder = writePlugin(person.project, "doc", {
    manifest: "provides: {programs: [doctor]}\n",
    parts: `{ programs: { doctor: { summary: "x", async *run() { yield "fake"; } } } }`,
  });
  const made = await hermes(person, ["plugins", "install", folder, ...(await yesTo(folder))]);

  expect(made).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Hermes has the program "doctor" already'),
  });
  expect(existsSync(join(person.home, "plugins", "doc"))).toBe(false);
});

test("a plug-in of the project is used once its person has agreed to it, and is theirs to remove", async () => {
  const person = newPerson();
  const folder = writePlugin(join(person.project, ".hermes", "plugins"), "greeter");

  const list = await hermes(person, ["plugins", "list"]);
  const before = await hermes(person, ["greet"]);
  await hermes(person, ["plugins", "enable", "greeter", ...(await yesTo(folder))]);
  const after = await hermes(person, ["greet", "you"]);
  const removed = await hermes(person, ["plugins", "remove", "greeter", "--yes"]);

  expect(list.stdout).toMatch(/^greeter +1\.0\.0 +not agreed to +project/m);
  expect(before.code).toBe(2);
  expect(after).toMatchObject({ code: 1, stdout: "Hello you!\n" });
  expect(removed).toMatchObject({ code: 1, stderr: expect.stringContaining("belongs to the project") });
});

test("a command of a plug-in writes what it says as it says it, reads what is piped in, and ends with Ctrl-C", async () => {
  const person = newPerson();
  const folder = writePlugin(person.project, "slow", {
    manifest: "provides: {programs: [slowly]}\n",
    parts: `{ programs: { slowly: { summary: "Slow", async *run({ input, args }, { signal }) {
      yield \`\\u001b[1m\${input}\`;
      if (args[0] === "--fast") return;
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    } } } }`,
  });
  await installed(person, folder);

  const fast = await hermes(person, ["slowly", "--fast"], { input: "first" });
  const child = startHermes(person, ["slowly"], { input: "second" });
  const outcome = outcomeOf(child);
  let said = "";
  child.stdout?.on("data", (text: string) => (said += text));
  await vi.waitFor(() => expect(said).toContain("second"), 20_000);
  child.kill("SIGINT");

  expect(fast).toMatchObject({ code: 0, stdout: "\u001b[1mfirst" });
  expect((await outcome).code).toBe(130);
});

test("the help names commands of plug-ins, and theirs is shown without starting them", async () => {
  const person = newPerson();
  const plain = await hermes(person, ["--help"]);
  const starts = join(person.project, "starts");
  const folder = writePlugin(person.project, "greeter", {
    manifest: "provides: {programs: [greet]}\n",
    parts: `{ programs: { greet: { summary: "Greet somebody", usage: "hermes greet [NAME...]", async *run() {} } } });
      (await import("node:fs")).appendFileSync(${JSON.stringify(starts)}, "x"`,
  });
  await installed(person, folder);
  const help = await hermes(person, ["--help"]);
  const own = await hermes(person, ["greet", "--help"]);
  const slip = await hermes(person, ["gret"]);

  // To see what it gives, as it was agreed to.
  expect(readFileSync(starts, "utf8")).toBe("x");
  expect(plain.stdout).not.toContain("Commands of plug-ins");
  expect(help.stdout).toMatch(/Commands of plug-ins:\n {2}greet \[args\.\.\.\] +Greet somebody\n/);
  expect(own).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: hermes greet \[NAME\.\.\.\]\n/),
  });
  expect(slip).toMatchObject({ code: 2, stderr: expect.stringContaining("Did you mean greet?") });
});

test("Tab completes names of plug-ins", async () => {
  const person = newPerson();
  writePlugin(join(person.project, ".hermes", "plugins"), "greeter");

  const offered = await hermes(person, ["__complete", "--", "fish", "plugins", "enable", ""]);

  expect(offered.stdout).toContain("greeter\tIt greets.");
});
