import { parseManifest, pluginKinds } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry";
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../property-runs.ts";

const head = "name: tides\nversion: 1.0.0\ndescription: Tells the tides.\n";

test.each([
  ["name: Tides\nversion: 1.0.0\ndescription: x\n", "name: a name has small letters"],
  ["name: tides\nversion: one\ndescription: x\n", "version: a version is as 1.0.0"],
  ["name: tides\nversion: 1.0.0\n", "description:"],
  [`${head}main: ../../elsewhere.ts\n`, "main: main is a module below its folder"],
  [`${head}main: /etc/passwd\n`, "main: main is a module below its folder"],
  [`${head}main: index.sh\n`, "main: main is a module below its folder"],
  [`${head}provides: { tool: [tides] }\n`, 'Unrecognized key: "tool"'],
  [`${head}provides: { tools: [high-tides] }\n`, "a tool's name has small letters"],
  [`${head}provides: { hooks: [before_all] }\n`, 'there is no event "before_all"'],
  [`${head}may: { hosts: ["https://example.org"] }\n`, "a host is name or name:port"],
  [`${head}may: { variables: ["path"] }\n`, "a variable has capital letters"],
  [`${head}may: { write: ["../.."] }\n`, "a folder is absolute or begins with ~"],
  [`${head}may: { run: ["/bin/rm"] }\n`, "a program is a name on the PATH"],
  [`${head}may: { everything: true }\n`, 'Unrecognized key: "everything"'],
  [
    `${head}settings: { days: { type: number, description: x, default: three } }\n`,
    "settings.days.default: a default of its type: a number",
  ],
  [`${head}settings: { days: { type: date, description: x } }\n`, "settings.days.type"],
  ["name: [\n", "is no manifest"],
  [`${head}author: *someone\n`, "it has an alias"],
  ["- 1\n", "is no manifest"],
  ["", "is no manifest"],
])("a manifest that is wrong is told where and why (%#)", (text, words) => {
  expect(() => parseManifest(text, "tides/plugin.yaml")).toThrow(
    expect.objectContaining({ code: "PLUGIN_BAD_MANIFEST", message: expect.stringContaining(words) }),
  );
});

test("what a manifest does not say is nothing", () => {
  const { provides, may, settings, main } = parseManifest(head, "tides/plugin.yaml");

  expect(pluginKinds.flatMap((kind) => provides[kind])).toEqual([]);
  expect(may).toEqual({ hosts: [], variables: [], write: [], run: [] });
  expect([settings, main]).toEqual([{}, "index.ts"]);
});

test("no text but a manifest is taken for one, and none breaks the reader", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: "binary" })), (text) => {
      try {
        parseManifest(text, "plugin.yaml");
      } catch (error) {
        return HermesError.is(error) && error.code === "PLUGIN_BAD_MANIFEST";
      }
      return false;
    }),
    propertyRuns(5_000),
  );
});
