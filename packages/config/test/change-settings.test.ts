import fc from "fast-check";
import { expect, test } from "vitest";
import { changeSettings } from "../src/index.ts";

const set = (value: string) => [{ path: ["model", "default"], value }] as const;

test("a setting is changed where it stands; comments, order and all else stay", async () => {
  const text =
    "# mine\ntoolsets: [web] # why\nmodel:\n  # the good one\n  default: a\n  provider: openai\n\ndisplay: {show_reasoning: yes}\n";

  expect(await changeSettings(text, set("b"), "config.yaml")).toBe(text.replace("default: a", "default: b"));
});

test.each([
  ["", "model:\n  default: b\n"],
  ["# empty\n", "# empty\n\nmodel:\n  default: b\n"],
  ["model: a\n", "model:\n  default: b\n"],
  ["model:\nagent: {max_turns: 3}\n", "model:\n  default: b\nagent: {max_turns: 3}\n"],
])("%j becomes %j", async (text, after) => {
  expect(await changeSettings(text, set("b"), "config.yaml")).toBe(after);
});

test("a section is written as a whole, and takes the place of the one before it", async () => {
  const text = "# mine\nmcp_servers:\n  files: {command: old} # gone\n  other: {url: http://x}\n";
  const value = { command: "npx", args: ["-y", "server files"], profile: { hosts: ["*"] } };
  const { parse } = await import("yaml");

  const changed = await changeSettings(text, [{ path: ["mcp_servers", "files"], value }], "f");

  expect(parse(changed)).toEqual({ mcp_servers: { files: value, other: { url: "http://x" } } });
  expect(changed).toContain("# mine\n");
});

test("a setting without a value is taken away", async () => {
  const text = "model:\n  default: a\n  base_url: http://x/v1\n";

  expect(await changeSettings(text, [{ path: ["model", "base_url"], value: undefined }], "f")).toBe(
    "model:\n  default: a\n",
  );
});

test.each(["model: [a]\n", "model: {default: a\n"])("%j is not changed", async (text) => {
  await expect(changeSettings(text, set("b"), "config.yaml")).rejects.toMatchObject({
    code: "CONFIG_INVALID",
  });
});

test("any name of a model comes back as it was written", async () => {
  const { parse } = await import("yaml");
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1 }), async (name) => {
      expect(parse(await changeSettings("model: a # x\n", set(name), "f"))).toEqual({
        model: { default: name },
      });
    }),
    { numRuns: 50 },
  );
});
