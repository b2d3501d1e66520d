import { allowAll, defineTool, defineToolset, ToolRegistry } from "@hermes/registry";
import { expect, test } from "vitest";
import { z } from "zod";
import { builtinToolsets } from "../src/builtin-toolsets.ts";

function registryWith(tools: Readonly<Record<string, string>>): ToolRegistry {
  const registry = new ToolRegistry({ guard: allowAll, toolsets: builtinToolsets() });
  for (const [name, toolset] of Object.entries(tools)) {
    const execute = (): object => ({});
    registry.register(defineTool({ name, toolset, description: name, input: z.object({}), execute }));
  }
  return registry;
}

const registry = registryWith({
  terminal: "terminal",
  read_file: "file",
  web_search: "web",
  web_extract: "web",
});

test.each(["cli", "telegram", "homeassistant", "email", "api-server", "cron", "gateway"])(
  "the preset of %s holds every tool",
  (platform) => {
    expect(registry.resolve({ enabled: [`hermes-${platform}`] })).toEqual(registry.names());
  },
);

test("the preset of web hooks holds nothing that runs commands or reads files", () => {
  expect(registry.resolve({ enabled: ["hermes-webhook"] })).toEqual(["web_extract", "web_search"]);
});

test("the preset of editors has what helps to write software, and the servers that there are", () => {
  const registry = registryWith({
    ...{ terminal: "terminal", write_file: "file", web_search: "web", mcp_notes_read: "mcp-notes" },
    ...{ text_to_speech: "tts", image_generate: "image_gen", ha_call_service: "homeassistant" },
  });
  registry.addToolset(defineToolset({ name: "mcp", description: "all servers", includes: ["mcp-notes"] }));

  expect(registry.resolve({ enabled: ["hermes-acp"] })).toEqual([
    ...["mcp_notes_read", "terminal", "web_search", "write_file"],
  ]);
});

test.each([
  ["web_tools", "web"],
  ["terminal_tools", "terminal"],
  ["file_tools", "file"],
])("the old name %s means %s", (old, current) => {
  expect(registry.resolve({ enabled: [old] })).toEqual(registry.resolve({ enabled: [current] }));
});

test.each(["vision_tools", "moa_tools", "image_tools", "skills_tools", "browser_tools", "tts_tools"])(
  "the old name %s is known without tools",
  (old) => {
    expect(registry.resolve({ enabled: [old] })).toEqual([]);
  },
);
