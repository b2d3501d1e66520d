import { parseManifest, settingsOf } from "@hermes/plugins/host";
import { expect, test } from "vitest";

const manifest = parseManifest(
  `
name: tides
version: 1.0.0
description: Tells the tides.
settings:
  units: { type: string, description: metres or feet, default: metres }
  days: { type: number, description: how many days }
  moon: { type: boolean, description: whether the moon is told, default: true }
  places: { type: list, description: what is told, default: [Lima, Oslo] }
`,
  "plugin.yaml",
);

test("what a person set joins the defaults, and what has neither is left out", () => {
  expect(settingsOf(manifest, { units: "feet", moon: false })).toEqual({
    units: "feet",
    moon: false,
    places: ["Lima", "Oslo"],
  });
});

test.each([
  [{ unit: "feet" }, "tides.unit ", 'Did you mean "units"?'],
  [{ pace: 1, zzzzzzzz: 1 }, "tides.pace ", "places"],
  [{ units: 3 }, "tides.units ", "It takes a text: metres or feet"],
  [{ days: "3" }, "tides.days ", "It takes a number"],
  [{ moon: "yes" }, "tides.moon ", "It takes true or false"],
  [{ places: ["Lima", 3] }, "tides.places ", "It takes a list of texts"],
])("a setting that does not fit is told with what fits (%#)", (given, words, hint) => {
  expect(() => settingsOf(manifest, given)).toThrow(
    expect.objectContaining({
      code: "PLUGIN_BAD_SETTING",
      message: expect.stringContaining(words),
      hint: expect.stringContaining(hint),
    }),
  );
});
