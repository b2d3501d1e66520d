import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contextLines } from "../src/render/context-lines.ts";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import { hermes, newPerson } from "./support/hermes.ts";
import { propertyRuns } from "./support/property-runs.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

test("hermes context shows what a new conversation begins with, then what the newest of the folder holds", async () => {
  const person = await personWithModel([{ text: "Two, or so. ".repeat(40) }]);
  writeFileSync(join(person.project, "AGENTS.md"), "Use tabs.\n");

  const before = await hermes(person, ["context"]);
  await hermes(person, ["-q", "How many files are here?"]);
  const after = await hermes(person, ["context"]);
  const asNew = await hermes(person, ["context", "--new", "--json"]);

  expect(before).toMatchObject({ code: 0, stderr: "" });
  expect(before.stdout).toMatch(/^A new conversation here\nscripted: ~ [\d.]+k of /);
  expect(before.stdout).toMatch(/\nPrompt: ~ [\d.]+k?\n(.+\n)*context files .+\n/);
  expect(before.stdout).not.toContain("\nMessages:");
  // A pipe gets what every reader knows.
  expect(before.stdout).toMatch(/^[\n -~]+$/);
  expect(after.stdout).toMatch(/^How many files are here\?\n/);
  expect(after.stdout).toMatch(/\nMessages: ~ \d+\nanswers .+\nyour words /);
  expect(JSON.parse(asNew.stdout)).toMatchObject({ session: null, counted: false, model: "scripted" });
});

test("hermes context finds a conversation by its title, and says so where there is none", async () => {
  const person = await personWithModel([{ text: "Fine." }]);
  const none = await hermes(person, ["context", "krakow"]);
  await hermes(person, ["-q", "Trip to Krakow"]);

  const found = await hermes(person, ["context", "krakow", "--json"]);

  expect(none).toMatchObject({ code: 1 });
  expect(none.stderr).toContain('No conversation has the id or the title "krakow".');
  const { parts, tokens, title } = JSON.parse(found.stdout) as {
    readonly parts: readonly { readonly tokens: number; readonly name: string }[];
    readonly tokens: number;
    readonly title: string;
  };
  expect(title).toBe("Trip to Krakow");
  expect(parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(tokens);
  expect(parts.map(({ name }) => name)).toContain("environment");
});

test("hermes context without a model says how to choose one", async () => {
  const outcome = await hermes(newPerson(), ["context"]);

  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toMatch(/model/);
});

test.skipIf(!hasTerminals)("/context draws the window, before and after something was said", async () => {
  const person = await personWithModel([{ text: "Hello." }]);
  const terminal = openTestTerminal(person, ["chat"]);
  await terminal.ready();
  terminal.type("/context\r");
  await terminal.shows("older messages are condensed");
  await terminal.ready();
  terminal.type("Hi\r");
  await terminal.shows("Hello.");
  await terminal.ready();
  terminal.type("/context\r");
  await terminal.shows("your words");
  await terminal.ready();
  terminal.type("/quit\r");

  expect(await terminal.exitCode).toBe(0);
  expect(person.server.requests).toHaveLength(1);
});

test("no line is wider than the terminal, whatever fills the window", () => {
  const part = fc.record({
    group: fc.constantFrom("prompt" as const, "tools" as const, "messages" as const),
    kind: fc.constantFrom("context", "toolset", "person", "result"),
    name: fc.string({ unit: "grapheme", maxLength: 60 }),
    tokens: fc.nat(2_000_000),
  });
  const usage = fc.record({
    model: fc.string({ unit: "grapheme", maxLength: 60 }).map((name) => name.replace(/\p{C}/gu, "")),
    contextWindow: fc.integer({ min: 1, max: 2_000_000 }),
    tokens: fc.nat(4_000_000),
    counted: fc.boolean(),
    parts: fc.array(part, { maxLength: 30 }),
    outputReserve: fc.nat(32_768),
    condenseAt: fc.option(fc.nat(2_000_000), { nil: undefined }),
    free: fc.nat(2_000_000),
  });
  fc.assert(
    fc.property(usage, fc.integer({ min: 20, max: 140 }), fc.boolean(), (filled, columns, ascii) => {
      for (const line of contextLines(filled, { columns, ascii, style: createStyle(false) })) {
        expect(columnsOf(line)).toBeLessThanOrEqual(columns);
      }
    }),
    propertyRuns(),
  );
});
