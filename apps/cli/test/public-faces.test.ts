import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeSettings, environmentVariables, loadSettings } from "@hermes/config";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { openRuntime } from "../src/chat/open-runtime.ts";
import { exitCodes } from "../src/host.ts";
import { createProgram } from "../src/program.ts";
import { commandLines, commandsWith } from "./support/faces/command-lines.ts";
import { declaredTypes } from "./support/faces/declared-types.ts";
import { runJsonCommands } from "./support/faces/json-runs.ts";
import { toolText } from "./support/faces/parameters.ts";
import { hostOf } from "./support/faces/run-here.ts";
import { cliFolder, newPerson } from "./support/hermes.ts";

const docs = join(cliFolder, "..", "..", "docs");
const decisions = "docs/decisions/0011-public-faces.md";

/** Holds a face against its list, and the list against the lines of the decisions. */
async function expectFace(name: string, text: string): Promise<void> {
  const how = `If this is meant, run \`pnpm --filter @hermes/cli faces\`, and add a line to ${decisions}`;
  const file = join(docs, "reference", "faces", `${name}.txt`);
  await expect(
    `${text.trim()}\n`,
    `A public face changed: docs/reference/faces/${name}.txt. ${how}.`,
  ).toMatchFileSnapshot(file);
  expectLine(name, text, how);
}

/** A list that stands on a page already needs no second one. */
function expectPage(name: string, page: string, text: string): void {
  expectLine(name, text, `The list is ${page}. If this is meant, add a line to ${decisions}`);
}

function expectLine(name: string, text: string, how: string): void {
  const state = createHash("sha256").update(text.trim()).digest("hex").slice(0, 8);
  const line = `- ${name} ${state}: `;
  const lines = readFileSync(join(cliFolder, "..", "..", decisions), "utf8").split("\n");
  const isNamed = lines.some((each) => each.startsWith(line) && each.length > line.length);
  expect(isNamed, `A public face changed: ${name}. ${how}: \`${line}<what changed, and why>\`.`).toBe(true);
}

function types(
  file: string,
  ...names: readonly string[]
): readonly { readonly file: string; readonly name: string }[] {
  return names.map((name) => ({ file, name }));
}

/** Every command, also those that are declared when one of them is asked for. */
async function allCommands(): Promise<Command> {
  const program = createProgram(hostOf(newPerson()), () => undefined);
  // Without a command they print their help, which ends it with an error of commander's.
  const gateway = ["gateway", "pairing", "send", "whatsapp", "slack", "signal"];
  for (const name of [
    "sessions",
    "mcp",
    "cron",
    "wake",
    "config",
    "setup",
    "profile",
    "plugins",
    "hooks",
    ...gateway,
  ])
    await program.parseAsync([name], { from: "user" }).catch(() => undefined);
  return program;
}

test("settings keep their keys, types and defaults", () => {
  const rows = describeSettings().map((row) => `${row.key} ${row.type} ${row.default ?? ""}`);

  expectPage("settings", "docs/reference/settings.md", rows.join("\n"));
});

test("variables of the environment keep their names, and the settings that they overrule", () => {
  const rows = environmentVariables.map(({ name, setting = "" }) => `${name} ${setting}`);

  expectPage("environment", "docs/reference/environment.md", rows.join("\n"));
});

test("codes of errors and exit codes stay as they are", () => {
  const page = readFileSync(join(docs, "errors.md"), "utf8");
  const codes = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code);
  const exits = Object.entries(exitCodes).map(([name, code]) => `${name} ${code}`);

  expect(codes.length).toBeGreaterThan(50);
  expectPage(
    "errors",
    "docs/errors.md, and the exit codes are in apps/cli/src/host.ts",
    [...codes, ...exits].join("\n"),
  );
});

test("events of a turn, of a session, of a stream and of a transcript keep their types and fields", async () => {
  const roots = [
    ...types("agent-loop/src/agent-event.ts", "AgentEvent"),
    ...types("agent-loop/src/controller/controller-event.ts", "ControllerEvent"),
    ...types("agent-loop/src/journal/session-journal.ts", "JournalEntry", "SessionHead"),
    ...types("agent-loop/src/journal/session-notices.ts", "Notice"),
    ...types("models/src/model.ts", "ModelEvent"),
  ];

  await expectFace("events", declaredTypes(roots, { follow: true }));
});

test("hooks keep their names, and what they are told and may answer", async () => {
  const roots = [
    ...types(
      "agent-loop/src/hooks/agent-hooks.ts",
      "AgentHooks",
      "HookContext",
      "HookRefusal",
      "HookedPrompt",
    ),
    ...types("agent-loop/src/hooks/held-work.ts", "BegunTurn", "AskedRequest", "RequestChange"),
    ...types("registry/src/tool.ts", "ToolHooks", "PendingCall", "FinishedCall"),
  ];

  await expectFace("hooks", declaredTypes(roots, { follow: false }));
});

test("commands keep their names, arguments and flags", async () => {
  const program = await allCommands();

  expect(program.commands.filter(({ commands }) => commands.length > 0).length).toBeGreaterThan(5);
  await expectFace("commands", commandLines(program));
});

test("tools keep their names and parameters", async () => {
  const person = newPerson();
  // With it `execute_code` offers Python too; it is not started.
  writeFileSync(join(person.project, "python3"), "", { mode: 0o755 });
  const host = hostOf(person, { env: { PATH: person.project } });
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, { loaded, onWarning: () => undefined });
  const registry = await runtime.tools();
  const tools = registry.names().flatMap((name) => registry.get(name) ?? []);

  await expectFace("tools", tools.map(toolText).join("\n\n"));
});

test(
  "what commands print as JSON keeps its keys and types, and their exit codes",
  { timeout: 60_000 },
  async () => {
    const shapes = await runJsonCommands();

    const commands = commandsWith("--json", await allCommands());
    for (const command of commands)
      expect(
        [...shapes.keys()].some((title) => title.startsWith(command)),
        `${command} --json is not run.`,
      ).toBe(true);
    await expectFace("json", [...shapes].map(([title, shape]) => `${title}: ${shape}`).join("\n\n"));
  },
);
