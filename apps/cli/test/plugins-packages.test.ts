import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson, outcomeOf, startHermes, type Fixture } from "./support/hermes.ts";
import { packed, startNpmRegistry, type PublishedPackage } from "./support/npm-registry.ts";

const manifest = {
  name: "hermes-plugin-greeter",
  version: "1.2.0",
  keywords: ["hermes-plugin"],
  type: "module",
};

const files = {
  "plugin.yaml": "name: greeter\nversion: 1.2.0\ndescription: It greets.\nprovides: {programs: [greet]}\n",
  "index.js": `import { word } from "greeting-words";
export default { programs: { greet: { summary: "Greet", async *run() { yield word; } } } };`,
};

/** What it needs has a script that nobody may run. */
const words: PublishedPackage = {
  manifest: {
    name: "greeting-words",
    version: "2.0.0",
    type: "module",
    exports: "./index.js",
    scripts: { postinstall: "touch ../../ran" },
  },
  files: { "index.js": "export const word = 'Hello from a package';" },
};

const greeter: PublishedPackage = {
  manifest: {
    ...manifest,
    dependencies: { "greeting-words": "^2.0.0" },
    scripts: { postinstall: "touch ran", preinstall: "touch ran" },
  },
  files: { ...files, "plugin.yaml": `${files["plugin.yaml"]}main: index.js\n` },
};

/** A person whose npm asks this registry, and whose temporary files are apart. */
function personOf(registry: string): Fixture & { readonly tmp: string } {
  const person = newPerson();
  const tmp = join(person.project, "..", "tmp");
  mkdirSync(tmp);
  writeFileSync(join(person.home, "..", ".npmrc"), `registry=${registry}/\nfund=false\n`);
  return { ...person, tmp, env: { ...person.env, TMPDIR: tmp } };
}

const leftIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith("hermes-plugin-"));

test("a package is fetched with what it needs, none of its scripts runs, and its exact version is kept", async () => {
  const { url } = await startNpmRegistry([greeter, words]);
  const person = personOf(url);

  const shown = await hermes(person, ["plugins", "install", "npm:hermes-plugin-greeter", "--no-jail"]);
  const left = leftIn(person.tmp);
  const typed = /: (hermes plugins install .*)$/m.exec(shown.stderr)?.[1] ?? "";
  const made = await hermes(person, typed.split(" ").slice(1));
  const list = await hermes(person, ["plugins", "list", "--json"]);
  const ran = await hermes(person, ["greet"]);

  expect(shown).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("source  npm:hermes-plugin-greeter@1.2.0\n"),
  });
  expect(left).toEqual([]);
  expect(typed).toContain("npm:hermes-plugin-greeter@1.2.0 --no-jail --yes --digest ");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(list.stdout)).toMatchObject([
    { name: "greeter", source: "npm:hermes-plugin-greeter@1.2.0" },
  ]);
  expect(ran).toMatchObject({ code: 0, stdout: "Hello from a package" });
  const place = join(person.home, "plugins", "greeter");
  expect(
    [place, join(place, "node_modules", "greeting-words")].map((folder) => existsSync(join(folder, "ran"))),
  ).toEqual([false, false]);
  expect(leftIn(person.tmp)).toEqual([]);
});

test.each<[string, PublishedPackage, string]>([
  [
    "without the keyword",
    { manifest: { ...manifest, keywords: [] }, files },
    'does not have the keyword "hermes-plugin"',
  ],
  ["without a manifest", { manifest, files: {} }, "it has no plugin.yaml"],
])("an archive %s is no plug-in", async (_what, given, words) => {
  const person = personOf("http://127.0.0.1:9");
  const path = join(person.project, "given.tgz");
  writeFileSync(path, packed(given));

  const outcome = await hermes(person, ["plugins", "install", "given.tgz"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(words) });
  expect(leftIn(person.tmp)).toEqual([]);
});

test("a package or a version that is not there, and a missing npm, are errors that say so", async () => {
  const { url } = await startNpmRegistry([greeter, words]);
  const person = personOf(url);

  const none = await hermes(person, ["plugins", "install", "npm:hermes-plugin-greter"]);
  const version = await hermes(person, ["plugins", "install", "npm:hermes-plugin-greeter@9.9.9"]);
  const noNpm = await hermes(person, ["plugins", "install", "npm:x"], { env: { PATH: person.project } });

  expect(none).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("the registry has no such package"),
  });
  expect(version).toMatchObject({ code: 1, stderr: expect.stringContaining("no such version") });
  expect(noNpm).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no npm here") });
  expect(leftIn(person.tmp)).toEqual([]);
});

test("Ctrl-C while a package is fetched leaves nothing behind", async () => {
  const { url, asked } = await startNpmRegistry([greeter, words], { silent: true });
  const person = personOf(url);

  const child = startHermes(person, ["plugins", "install", "npm:hermes-plugin-greeter"]);
  const outcome = outcomeOf(child);
  await asked;
  child.kill("SIGINT");

  expect((await outcome).code).toBe(130);
  expect(leftIn(person.tmp)).toEqual([]);
  expect(existsSync(join(person.home, "plugins"))).toBe(false);
});
