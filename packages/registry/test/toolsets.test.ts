import { expect, test } from "vitest";
import { defineToolset, HermesError } from "../src/index.ts";
import { createRegistry, plainTool } from "./registry-fixture.ts";
import type { WarnedRegistry } from "./registry-fixture.ts";

const toolsets = [
  defineToolset({ name: "web", description: "Search the web and read pages" }),
  defineToolset({ name: "debugging", description: "Find faults", includes: ["terminal", "file", "web"] }),
];

function house(): WarnedRegistry {
  const tools = [
    plainTool("terminal", { toolset: "terminal" }),
    plainTool("read_file", { toolset: "file" }),
    plainTool("web_search", { toolset: "web", requiresEnv: ["SEARCH_KEY"] }),
    plainTool("web_extract", { toolset: "web" }),
    plainTool("mine", { toolset: "plugin" }),
  ];
  return createRegistry(tools, { toolsets });
}

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

test("without a selection every tool is meant, as with all and *", () => {
  const { registry } = house();

  expect(registry.resolve()).toEqual(registry.names());
  expect(registry.resolve({ enabled: ["all"] })).toEqual(registry.names());
  expect(registry.resolve({ enabled: ["*"] })).toEqual(registry.names());
  expect(registry.resolve({ enabled: [] })).toEqual([]);
});

test("what is disabled is taken from what is enabled, whatever the order", () => {
  const { registry } = house();

  expect(registry.resolve({ enabled: ["file", "web"], disabled: ["web"] })).toEqual(["read_file"]);
  expect(registry.resolve({ disabled: ["all"] })).toEqual([]);
  expect(registry.resolve({ disabled: ["web", "plugin"] })).toEqual(["read_file", "terminal"]);
});

test("a preset holds what is offered on its platform", () => {
  const phone = plainTool("vibrate", { toolset: "phone", platforms: ["telegram"] });
  const { registry } = createRegistry([plainTool("terminal"), phone], {
    toolsets: ["cli", "telegram"].map((platform) =>
      defineToolset({ name: `hermes-${platform}`, description: "", platform }),
    ),
  });

  expect(registry.resolve({ enabled: ["hermes-cli"] })).toEqual(["terminal"]);
  expect(registry.resolve({ enabled: ["hermes-telegram"] })).toEqual(["terminal", "vibrate"]);
});

test("a toolset is found by its aliases, with tools or without", () => {
  const { registry } = createRegistry([plainTool("look", { toolset: "vision" })], {
    toolsets: [
      defineToolset({ name: "vision", description: "", aliases: ["vision_tools"] }),
      defineToolset({ name: "tts", description: "", aliases: ["tts_tools"] }),
    ],
  });

  expect(registry.resolve({ enabled: ["vision_tools", "tts_tools"] })).toEqual(["look"]);
});

test("bundles include others to any depth, and circles end", () => {
  const { registry } = house();
  registry.addToolset(defineToolset({ name: "one", description: "", includes: ["two"] }));
  registry.addToolset(
    defineToolset({ name: "two", description: "", includes: ["one", "file"], tools: ["mine"] }),
  );

  expect(registry.resolve({ enabled: ["one"] })).toEqual(["mine", "read_file"]);
  expect(registry.resolve({ enabled: ["debugging"] })).toEqual([
    "read_file",
    "terminal",
    "web_extract",
    "web_search",
  ]);
});

test("a toolset comes and goes at run time", () => {
  const { registry, warnings } = house();
  registry.addToolset(defineToolset({ name: "mcp-github", description: "GitHub", tools: ["mine"] }));

  expect(registry.resolve({ enabled: ["mcp-github"] })).toEqual(["mine"]);
  registry.addToolset(defineToolset({ name: "mcp-github", description: "Again", tools: ["terminal"] }));
  expect(registry.resolve({ enabled: ["mcp-github"] })).toEqual(["terminal"]);
  expect(warnings).toEqual(['The toolset "mcp-github" takes the place of one with the same name.']);
  expect(registry.removeToolset("mcp-github")).toBe(true);
  expect(registry.removeToolset("mcp-github")).toBe(false);
  expect(HermesError.is(thrownBy(() => registry.resolve({ enabled: ["mcp-github"] })))).toBe(true);
});

test("an unknown toolset is named with the nearest one", async () => {
  const { registry } = house();

  expect(thrownBy(() => registry.resolve({ enabled: ["termnal"] }))).toMatchObject({
    code: "TOOLSET_NOT_FOUND",
    message: 'No toolset named "termnal".',
    hint: 'Did you mean "terminal"?',
  });
  await expect(registry.definitions({ disabled: ["nonsense-name"] })).rejects.toMatchObject({
    code: "TOOLSET_NOT_FOUND",
    hint: expect.stringContaining("plugin"),
  });
});

test("every name that a selection may use is listed", () => {
  const { registry } = house();

  expect(registry.toolsetNames()).toEqual(expect.arrayContaining(["debugging", "file", "plugin", "web"]));
});

test.each(["", "all", "*"])("a toolset can't be named %j", (name) => {
  expect(() => defineToolset({ name, description: "" })).toThrow(TypeError);
});

test("the report tells for each toolset what is available, and which variables are missing", async () => {
  const { registry } = house();
  registry.register(plainTool("gone", { toolset: "remote", available: () => false }));
  registry.register(plainTool("page", { toolset: "browser", available: async () => "Chromium is missing" }));
  registry.addToolset(defineToolset({ name: "mcp-x", description: "From a server", tools: ["mine"] }));

  const reports = await registry.toolsets({ env: {} });

  expect(reports.map(({ name }) => name)).toEqual([
    ...["browser", "file", "mcp-x", "plugin", "remote", "terminal", "web"],
  ]);
  expect(reports[0]).toMatchObject({
    available: false,
    unavailable: [{ tool: "page", reason: "Chromium is missing" }],
  });
  expect(reports.find(({ name }) => name === "web")).toEqual({
    name: "web",
    description: "Search the web and read pages",
    tools: ["web_extract", "web_search"],
    available: true,
    missingEnv: ["SEARCH_KEY"],
    unavailable: [{ tool: "web_search", reason: "SEARCH_KEY not set" }],
  });
  expect(reports.find(({ name }) => name === "remote")).toMatchObject({
    available: false,
    unavailable: [{ tool: "gone", reason: "not available here" }],
  });
  expect(reports.find(({ name }) => name === "mcp-x")).toMatchObject({
    tools: ["mine"],
    description: "From a server",
  });
});
