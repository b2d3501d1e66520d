import { attachMemory } from "@hermes/memory/provider";
import type { MemoryProvider } from "@hermes/memory/provider";
import { allowAll, defineTool, ToolRegistry } from "@hermes/registry";
import { expect, test } from "vitest";
import { z } from "zod";
import { buildRegistry } from "../../src/build-registry.ts";
import { openSessionMemory } from "../../src/memory/session-memory.ts";
import { lazy } from "../../src/lazy.ts";
import { createParts } from "../../src/create-parts.ts";
import { openSessionSkills } from "../../src/skills/session-skills.ts";
import { temporaryPlace } from "../support/temporary-place.ts";

/** A memory with tools of these names, and nothing else to say. */
function providerWith(...names: readonly string[]): MemoryProvider {
  const tool = (name: string) =>
    defineTool({
      name,
      toolset: "x",
      description: "From elsewhere.",
      input: z.object({}),
      execute: () => ({}),
    });
  return {
    name: "elsewhere",
    check: async () => undefined,
    start: async () => undefined,
    promptBlock: async () => "",
    prefetch: async () => "",
    sync: async () => undefined,
    beforeCompression: async () => "",
    tools: () => names.map(tool),
    stop: async () => undefined,
  };
}

test("a tool of an external memory takes no name of ours, and that is said", async () => {
  await using place = await temporaryPlace();
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const loaded = await place.settings();
  const noTools = async () => new ToolRegistry({ guard: allowAll });
  const all = createParts(
    { loaded, cwd: place.project, env: place.env, platform: "cli", onWarning },
    noTools,
  );
  const parts = all.of();
  const session = { sessionId: "s1", home: place.home, platform: "cli" };
  const provider = providerWith("memory", "read_file", "recall_more");
  const memory = {
    ...(await openSessionMemory(parts, async () => "s1")),
    external: lazy(async () => attachMemory({ provider, session, onWarning })),
  };

  const registry = await buildRegistry(parts, {
    todo: undefined,
    clarifier: undefined,
    memory: async () => memory,
    skills: async () => await openSessionSkills(parts),
  });

  const toolsetOf = (name: string): string | undefined => registry.get(name)?.toolset;
  expect(["memory", "read_file", "recall_more"].map(toolsetOf)).toEqual([
    "memory",
    "file",
    "external_memory",
  ]);
  expect(warnings).toEqual([
    'The tool "read_file" of "file" takes the place of the one of "external_memory".',
    'The tool "memory" of "memory" takes the place of the one of "external_memory".',
  ]);
  await memory.external().then(async (attached) => await attached.close());
  await all.close();
});
