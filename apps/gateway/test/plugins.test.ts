import { loadSettings } from "@hermes/config";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { knownPlatforms } from "../src/index.ts";
import { freePort, heard, newPerson, serve } from "./support.ts";
import type { Person } from "./support.ts";

/** The source of a platform, whose connection fails as `error` says. */
function platformSource(more = "", begin = "export default"): string {
  return `${begin} () => ({
    name: "toy", label: "Toy",
    settings: { safeParse: (data) => ({ success: true, data }) },
    environment: { TOY_KEY: "key" },
    limits: { text: 10, caption: 5, editEveryMs: 1, fileBytes: 1, buttonsPerRow: 1 },
    can: { edit: false, buttons: false, threads: false, files: false, codeBlocks: false },
    progress: "off", length: (text) => text.length, render: (text) => ({ text, plain: text }),
    isConfigured: () => true,
    connect: async () => { throw Object.assign(new Error("Toy refuses."), { code: "PLATFORM_UNAUTHORISED", hint: "Get a key." }); },
    ${more}
  });`;
}

function write({ home }: Person, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

function withModule(name: string, module: string): string {
  return `platforms:\n  ${name}:\n    module: ${JSON.stringify(module)}\n`;
}

async function known({ env }: Person) {
  const { platforms, problems } = await knownPlatforms(await loadSettings({ env }));
  return { names: platforms.map(({ name }) => name), problems };
}

test.each([
  ["a file of the home", "./plugins/toy.js", { "plugins/toy.js": platformSource() }],
  [
    "a file in TypeScript",
    "plugins/toy.ts",
    { "plugins/toy.ts": `const a: number = 1;\n${platformSource()}` },
  ],
  ["an export named platform", "./toy.mjs", { "toy.mjs": platformSource("", "export const platform =") }],
  [
    "a package with an entry for import alone",
    "hermes-toy",
    {
      "node_modules/hermes-toy/package.json": `{"type":"module","exports":{".":{"types":"./i.d.ts","import":"./i.js"}}}`,
      "node_modules/hermes-toy/i.js": platformSource(),
    },
  ],
  [
    "a package of CommonJS",
    "@me/toy",
    {
      "node_modules/@me/toy/package.json": `{"main":"i.js"}`,
      "node_modules/@me/toy/i.js": platformSource("", "module.exports ="),
    },
  ],
] as const)("a platform is loaded from %s", async (_, module, files) => {
  const person = newPerson();
  for (const [path, text] of Object.entries(files)) write(person, path, text);
  person.configure(withModule("toy", module));

  const { names, problems } = await known(person);

  expect(problems).toEqual([]);
  expect(names).toContain("toy");
});

test.each([
  ["toy", "hermes-none", "", "The package hermes-none is not installed", "npm install --prefix"],
  ["toy", "./none.js", "", "There is no file", "Write a path"],
  ["telegram", "./toy.js", platformSource(), "telegram comes with Hermes", "another name"],
  ["other", "./toy.js", platformSource(), "a platform with another name: toy", "platforms.toy"],
  ["toy", "./toy.js", "export default 1;", "it is no object", "Mend the module"],
  ["toy", "./toy.js", "export const a = 1;", "neither a default nor platform", "Mend the module"],
  ["toy", "./toy.js", platformSource("connect: 1"), "connect is no function", "Mend the module"],
  [
    "toy",
    "./toy.js",
    platformSource("limits: { text: 0 }"),
    "limits.text is not more than 0",
    "Mend the module",
  ],
  ["toy", "./toy.js", "throw new Error('not today')", "not today", "Mend the module"],
  ["toy", "./toy.js", "export default (", "could not be loaded", "Mend the module"],
])(
  "%s with the module %s that is %j is a problem, and the others are there",
  async (name, module, source, reason, hint) => {
    const person = newPerson();
    write(person, "toy.js", source);
    write(person, "package.json", `{"type":"module"}`);
    person.configure(withModule(name, module));

    const { names, problems } = await known(person);

    expect(problems).toEqual([
      { name, label: name, reason: expect.stringContaining(reason), hint: expect.stringContaining(hint) },
    ]);
    expect(names).toEqual(expect.arrayContaining(["local", "telegram"]));
  },
);

test("a plug-in is served, and an error of its own class that says its code is one for good", async () => {
  const person = newPerson();
  write(person, "toy.mjs", platformSource());
  person.configure(withModule("toy", "./toy.mjs"));
  const gateway = serve(person);

  await gateway.line("toy: failed: Toy refuses. Get a key.");
  await gateway.line("local: ready");
});

test.each(["settings", "isConfigured", "takesCalls", "callPaths"])(
  "a plug-in whose %s throws is a problem, and the others are served",
  async (name) => {
    const thrown = "() => { throw new Error('broken today\\nat line 1'); }";
    const more = name === "settings" ? `settings: { safeParse: ${thrown} }` : `${name}: ${thrown}`;
    const person = newPerson({ WEBHOOK_PORT: String(await freePort()) });
    write(person, "toy.mjs", platformSource(name === "callPaths" ? `takesCalls: () => true, ${more}` : more));
    person.configure(withModule("toy", "./toy.mjs"));
    const gateway = serve(person);

    await gateway.line("toy: failed: Its settings could not be read: broken today Mend the module");
    await gateway.line("local: ready");
  },
);

test("a module that a session wrote into the settings is not loaded until the person takes it up", async () => {
  const person = newPerson();
  person.configure("# mine\n");
  write(person, "toy.mjs", `globalThis.toyWasLoaded = true;\n${platformSource()}`);
  const gateway = serve(person, [
    { calls: [{ name: "todo", arguments: { todos: [] } }] },
    { text: "Noted." },
  ]);
  await gateway.line("local: ready");
  await heard(await gateway.tell("Note it"), "Noted.");

  person.configure(withModule("toy", "./toy.mjs"));
  gateway.reload();
  await gateway.line("config.yaml was changed while a session was open");
  await gateway.line("local: ready");

  expect(gateway.said.join("\n")).not.toContain("toy");
  expect(globalThis).not.toHaveProperty("toyWasLoaded");
});
