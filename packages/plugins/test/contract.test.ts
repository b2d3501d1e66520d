import { fileURLToPath } from "node:url";
import {
  checkDescription,
  pluginDescription,
  pluginKinds,
  readPlugin,
  startUnheld,
} from "@hermes/plugins/host";
import { checkFolder } from "@hermes/plugins/testing";
import { expect, test } from "vitest";

const start = startUnheld({ env: process.env });
const emptyDescription = pluginDescription.parse({});
const everyKind = fileURLToPath(new URL("fixtures/every-kind", import.meta.url));

test("a plug-in with a part of each kind keeps to the contract", async () => {
  const checks = await checkFolder(everyKind, { start });

  expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([]);
  const { manifest } = await readPlugin(everyKind);
  const checked = pluginKinds.filter((kind) => checks.some(({ what }) => what.startsWith(`${kind}.`)));
  expect([...checked, "skins"]).toEqual(pluginKinds);
  expect(pluginKinds.filter((kind) => manifest.provides[kind].length === 0)).toEqual([]);
});

const bad = (name: string): string => fileURLToPath(new URL(`fixtures/bad/${name}`, import.meta.url));

test("what a manifest lies about is found", async () => {
  const checks = await checkFolder(bad("lies-in-its-manifest"), { start });

  expect(checks.find(({ what }) => what === "it gives what its manifest names")?.problem).toBe(
    [
      "its module gives tools.terminal, which is not named",
      "tools.tides is named, and its module does not give it",
      "its module gives hooks.pre_tool_call, which is not named",
      "hooks.on_turn_end is named, and its module does not give it",
    ].join("; "),
  );
  const { manifest } = await readPlugin(bad("lies-in-its-manifest"));
  expect(() => checkDescription(manifest, emptyDescription)).toThrow(
    expect.objectContaining({
      code: "PLUGIN_BAD_MODULE",
      message: expect.stringContaining("tools.weather is named"),
    }),
  );
});

test("answers of another form are found", async () => {
  const checks = await checkFolder(bad("wrong-shapes"), { start });

  const problems = Object.fromEntries(checks.map(({ what, problem }) => [what, problem ?? "none"]));
  expect(problems).toMatchObject({
    "sections.tides.text answers in its form": expect.stringContaining("expected string"),
    "hooks.pre_tool_call answers in its form": expect.stringContaining(
      "answered pre_tool_call with what is no answer",
    ),
    "contextEngines.empty.compress answers in its form": expect.stringContaining(
      "The answer is not of its form",
    ),
    "search.almanac.search answers in its form": expect.stringContaining("0.url"),
    "backends.box.command answers in its form": "It wants to start rm, which is not under may.run.",
  });
});

test("a plug-in that ignores that it is told to stop is found", async () => {
  const checks = await checkFolder(bad("never-stops"), { start });

  expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([
    {
      what: "hooks.on_turn_end stops when it is told to",
      problem: expect.stringContaining("Hand context.signal on"),
    },
  ]);
});

test("a module that can't be loaded gets one check", async () => {
  const checks = await checkFolder(bad("throws"), { start });

  expect(checks).toEqual([
    {
      what: "its module is loaded, and says what it gives",
      problem: expect.stringContaining("The moon is full."),
    },
  ]);
});

test("a plug-in can't have the name of another", async () => {
  await expect(readPlugin(bad("squats"))).rejects.toMatchObject({ code: "PLUGIN_BAD_MANIFEST" });
});

test("examples that are none are told with their place", async () => {
  await expect(checkFolder(bad("wrong-examples"), { start })).rejects.toMatchObject({
    code: "PLUGIN_BAD_EXAMPLES",
    message: expect.stringContaining("0.call"),
  });
});
