import { expect, test } from "vitest";
import {
  Agent,
  buildSystemPrompt,
  createClarifyTool,
  createTodoTool,
  defaultGuidance,
  defaultIdentity,
} from "../src/index.ts";
import type { PromptLayer } from "../src/index.ts";
import { echoTool, script } from "./support.ts";

const layers: readonly PromptLayer[] = [
  { kind: "context", name: "AGENTS.md", text: "Use tabs.\n" },
  { kind: "memory", name: "memory", text: "Likes tea." },
  { kind: "environment", name: "environment", text: "Linux." },
];

test("layers are joined in order behind the built-in identity and guidance", () => {
  expect(buildSystemPrompt({ layers })).toBe(
    [defaultIdentity, defaultGuidance, "Use tabs.", "Likes tea.", "Linux."].join("\n\n"),
  );
});

test("context files and memory can be left out", () => {
  const prompt = buildSystemPrompt({ layers, skipContextFiles: true, skipMemory: true });

  expect(prompt).not.toMatch(/Use tabs|Likes tea/);
  expect(prompt).toContain("Linux.");
});

test("an identity of one's own takes the place of the built-in one, and an empty one leaves it out", () => {
  expect(
    buildSystemPrompt({ layers: [{ kind: "identity", name: "SOUL.md", text: "You are Ada." }] }),
  ).toMatch(/^You are Ada\.\n\n# How/);
  expect(
    buildSystemPrompt({
      layers: [
        { kind: "identity", name: "none", text: "" },
        { kind: "guidance", name: "none", text: "" },
      ],
    }),
  ).toBe("");
});

test("without tools the guidance about them is left out", async () => {
  const model = script([{ text: "a" }]);

  await new Agent({ model }).chat("Hi");

  expect(model.requests[0]?.system).toBe(defaultIdentity);
});

test("a prompt given as text is sent as it is", async () => {
  const model = script([{ text: "a" }]);

  await new Agent({ model, prompt: "  Just this.\n", tools: [echoTool()] }).chat("Hi");

  expect(model.requests[0]?.system).toBe("  Just this.\n");
});

test("identity and guidance together stay under 500 tokens", () => {
  expect((defaultIdentity.length + defaultGuidance.length) / 4).toBeLessThanOrEqual(500);
});

test("the whole head with the tools of this package stays small", async () => {
  const model = script([{ text: "a" }]);

  await new Agent({ model, tools: [createTodoTool(undefined), createClarifyTool(undefined)] }).chat("Hi");

  const { system = "", tools = [] } = model.requests[0] ?? {};
  expect((system.length + JSON.stringify(tools).length) / 4).toBeLessThanOrEqual(1_300);
});
