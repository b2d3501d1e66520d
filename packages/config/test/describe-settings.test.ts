import { expect, test } from "vitest";
import { describeSettings, environmentVariables, loadSettings } from "../src/index.ts";

test("every setting has a type and a description", () => {
  const rows = describeSettings();

  expect(rows.filter(({ description }) => description === "")).toEqual([]);
  expect(rows.filter(({ type }) => type === "any")).toEqual([]);
  expect(rows).toContainEqual({
    key: "agent.max_turns",
    type: "whole number",
    default: "90",
    description: "Requests to the model that one message may cause.",
  });
  expect(rows.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      "model.default",
      "auxiliary.<name>.provider",
      "models.<name>.price.input",
      "toolsets",
    ]),
  );
  expect(rows.find(({ key }) => key === "state.synchronous")?.type).toBe("normal | full");
  expect(rows.find(({ key }) => key === "toolsets")?.type).toBe("list of strings");
});

test("the defaults that are described are those that are loaded", async () => {
  const { settings } = await loadSettings({ env: {}, homedir: "/nonexistent" });

  for (const { key, default: value } of describeSettings()) {
    if (key.includes("<name>")) continue;
    const loaded = key.split(".").reduce<unknown>((part, name) => Reflect.get(Object(part), name), settings);
    expect([key, JSON.stringify(loaded)]).toEqual([key, value]);
  }
});

test("every variable has a meaning, and those that overrule a setting name one that exists", () => {
  const keys = new Set(describeSettings().map(({ key }) => key));

  expect(environmentVariables.filter(({ meaning }) => meaning === "")).toEqual([]);
  for (const { setting } of environmentVariables) if (setting !== undefined) expect(keys).toContain(setting);
  expect(new Set(environmentVariables.map(({ name }) => name)).size).toBe(environmentVariables.length);
});
