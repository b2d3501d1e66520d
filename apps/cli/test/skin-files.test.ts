import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { colorRoles } from "../src/render/look.ts";
import { createStyle } from "../src/render/style.ts";
import { builtinSkins } from "../src/skin/builtin-skins.ts";
import { loadSkin, skinNames } from "../src/skin/load-skin.ts";
import { lookOf } from "../src/skin/look-of.ts";
import { parseSkin } from "../src/skin/parse-skin.ts";
import type { Skin } from "../src/skin/skin.ts";
import { newPerson } from "./support/hermes.ts";
import { propertyRuns } from "./support/property-runs.ts";

/** A folder with these skins in it, by name of the file. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(newPerson().home, "skins");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function luminance(color: string): number {
  const parts = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As WCAG 2 has it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test("there are nine skins, and every colour of theirs can be read on its background: 4.5 to 1 and more", () => {
  const ground = { dark: "#000000", light: "#ffffff" };
  const pale = builtinSkins.flatMap(({ name, background, colors }) =>
    Object.entries(colors).flatMap(([role, color]) =>
      background !== undefined && contrast(color ?? "", ground[background]) >= 4.5 ? [] : [`${name} ${role}`],
    ),
  );

  expect(builtinSkins.map(({ name }) => name)).toEqual([
    ...[
      "default",
      "ares",
      "mono",
      "slate",
      "daylight",
      "warm-lightmode",
      "poseidon",
      "sisyphus",
      "charizard",
    ],
  ]);
  expect(pale).toEqual([]);
  expect(builtinSkins.filter(({ background }) => background === "light").map(({ name }) => name)).toEqual([
    "daylight",
    "warm-lightmode",
  ]);
});

test("the skins that come with Hermes are what a file could say, and have every colour", () => {
  for (const { description, background, colors, spinner, branding, toolPrefix } of builtinSkins.slice(1)) {
    const file = stringify({
      ...{ description, background, colors, spinner, branding },
      ...(toolPrefix === undefined ? {} : { tool_prefix: toolPrefix }),
    });
    expect(parseSkin(file, "own")).toMatchObject({ ok: true, parsed: { warnings: [] } });
    expect(Object.keys(colors).toSorted()).toEqual(colorRoles.toSorted());
  }
});

test("a terminal gets as many colours as it knows, and none where it wants none", () => {
  const ares = builtinSkins.find(({ name }) => name === "ares") as Skin;
  const accent = (depth: number, enabled = true): string =>
    createStyle(enabled, { look: lookOf(ares, depth) }).cyan("x");

  expect(accent(24)).toBe("\u001b[38;2;232;96;60mx\u001b[39m");
  expect(accent(8)).toBe("\u001b[38;5;167mx\u001b[39m");
  expect(accent(4)).toBe("\u001b[91mx\u001b[39m");
  expect(accent(24, false)).toBe("x");
  expect(createStyle(true, { look: undefined }).cyan("x")).toBe(createStyle(true).cyan("x"));
});

test("what is painted within something painted leaves the rest of it in its colour", () => {
  const style = createStyle(true, { look: lookOf(builtinSkins[1] as Skin, 24) });

  const text = style.yellow(`a ${style.dim("b")} c`);

  expect(text.indexOf("38;2;240;177;60", text.indexOf("b"))).toBeGreaterThan(0);
});

test("a file is over what it extends, takes the place of one of ours, and never that of the default one", async () => {
  const folder = folderWith({
    "deep.yaml": "extends: poseidon\ncolors: {accent: '#ABCDEF'}\ntool_emojis: {terminal: 🐚}\n",
    "deeper.yml": "extends: deep\nbranding: {prompt: '~>', name: Ada}\nbanner: ['  ~~~  ']\n",
    "ares.yaml": "extends: ares\nspinner: {verbs: [resting]}\n",
    "default.yaml": "colors: {accent: '#ffffff'}\n",
    ".hidden.yaml": "",
  });

  const { skin, files } = await loadSkin("deeper", folder);

  expect(files).toEqual(["deeper.yml", "deep.yaml"]);
  expect(skin).toMatchObject({
    colors: { accent: "#ABCDEF", error: "#ff7a70" },
    branding: { prompt: "~>", name: "Ada" },
    toolEmojis: { terminal: "🐚" },
    toolPrefix: "≀",
    banner: ["  ~~~  "],
  });
  expect((await loadSkin("ares", folder)).skin.spinner).toEqual({
    faces: ["⚔", "†", "⚔", "‡"],
    verbs: ["resting"],
  });
  expect(await loadSkin("default", folder)).toMatchObject({ files: [], skin: { colors: {} } });
  expect((await skinNames(folder)).slice(9)).toEqual(["deep", "deeper"]);
});

test.each([
  ["a colour that is none", "name: x\ncolors:\n  accent: reddish\n", /line 3: "colors.accent" is no colour/],
  ["an escape sequence", 'branding: {prompt: "\\e[2J"}\n', /line 1: "branding.prompt" holds control/],
  ["a line that turns around", 'description: "a\\u202Eb"\n', /line 1: "description" holds control/],
  [
    "a face that is too wide",
    `spinner:\n  faces:\n  - ok\n  - ${"x".repeat(21)}\n`,
    /line 4: "spinner.faces.3?1?" is wider than 20/,
  ],
  ["text where a list belongs", "spinner: {verbs: singing}\n", /line 1: "spinner.verbs" is no array/],
  ["no YAML at all", "a: [1\nb: 2\n", /line \d: /],
  ["a text", "just words\n", /has no keys/],
  ["itself, by another", "extends: other\n", /leads back to own/],
])("a file with %s is refused with its line and key", async (_, text, said) => {
  const folder = folderWith({ "own.yaml": text, "other.yaml": "extends: own\n" });

  await expect(loadSkin("own", folder)).rejects.toMatchObject({
    code: "CLI_SKIN_INVALID",
    message: expect.stringMatching(said),
  });
});

test("a key that nobody knows is a warning with the nearest, and a name that nobody knows is refused with it", async () => {
  const folder = folderWith({ "own.yaml": "colors:\n  acent: '#ffffff'\nfoo: 1\n" });

  const { warnings } = await loadSkin("own", folder);

  expect(warnings).toEqual([
    expect.stringMatching(/own\.yaml, line 3: "foo" is unknown\.$/),
    expect.stringMatching(/own\.yaml, line 2: "colors.acent" is unknown\. Did you mean accent\?$/),
  ]);
  await expect(loadSkin("posiedon", folder)).rejects.toMatchObject({
    code: "CLI_NO_SKIN",
    hint: expect.stringContaining("Did you mean poseidon?"),
  });
  await expect(loadSkin("../../etc/passwd", folder)).rejects.toMatchObject({ code: "CLI_NO_SKIN" });
});

const odd = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\u001b]0;x\u0007", "\u009b2J", "\u202e", "⚔", "#ff0000", "&a [*a]"),
);
const value = fc.oneof(
  odd,
  fc.integer(),
  fc.constant(null),
  fc.array(odd, { maxLength: 4 }),
  fc.dictionary(odd, odd, { maxKeys: 3 }),
);
const keyed = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      "name",
      "extends",
      "banner",
      "tool_prefix",
      "tool_emojis",
      "colors",
      "spinner",
      "branding",
    ),
    odd,
  ),
  fc.oneof(
    value,
    fc.record(
      { accent: odd, faces: fc.array(odd), verbs: value, name: odd, prompt: odd },
      { requiredKeys: [] },
    ),
  ),
);
const file = fc.oneof(
  odd,
  keyed.map((tree) => stringify(tree)),
  fc.tuple(keyed, odd).map(([tree, more]) => JSON.stringify(tree) + more),
);

test("whatever a file holds, reading it throws nothing and lets no control character through", () => {
  fc.assert(
    fc.property(file, (text): void => {
      const result = parseSkin(text, "own");
      // oxlint-disable-next-line no-control-regex -- these are what must not come through
      const control = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
      if (!result.ok) {
        expect(result.problem).not.toMatch(control);
        return;
      }
      const { skin, warnings } = result.parsed;
      const shown = [...stringsIn({ ...skin, toolEmojis: Object.values(skin.toolEmojis) }), ...warnings];
      for (const each of shown) expect(each).not.toMatch(control);
      const look = lookOf(skin, 24);
      for (const paint of Object.values(look.paints))
        expect(paint("x")).toMatch(/^(?:\u001b\[1m)?\u001b\[38;2;[\d;]+mx/);
    }),
    { ...propertyRuns(), examples: [["spinner: {faces: ['a\u001b[2J']}"], ["banner: ['\u202e']"]] },
  );
});

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
