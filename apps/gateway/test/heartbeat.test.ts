import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import type { ModelRequest } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import { expect, onTestFinished, test, vi } from "vitest";
import { askWake, gatewayMigrations, gatewayReport, heartbeatReport, openGatewayHome } from "../src/index.ts";
import type { GatewayHome } from "../src/index.ts";
import { heard, newPerson, serve, waiting } from "./support.ts";
import type { Person } from "./support.ts";

const withoutQuiet = "heartbeat:\n  every: 60\n";

async function homeOf({ env, home }: Person): Promise<GatewayHome> {
  const loaded = await loadSettings({ env });
  const runtime = createRuntime({
    ...{ loaded, cwd: home, env, platform: "cli", model: scripted([]), migrations: gatewayMigrations },
  });
  onTestFinished(async () => await runtime[Symbol.asyncDispose]());
  return await openGatewayHome({ runtime });
}

function lastWords({ messages }: ModelRequest): string {
  const last = messages.findLast(({ role }) => role === "user");
  return JSON.stringify(last?.content);
}

test("a person wakes the agent in their chat: it is told HEARTBEAT.md, and only what matters is shown", async () => {
  const person = newPerson();
  person.configure(withoutQuiet);
  const told: string[] = [];
  const answers = ["Hello.", "HEARTBEAT_OK", "The build is red."];
  const gateway = serve(
    person,
    scripted((request) => {
      told.push(lastWords(request));
      return { text: answers[told.length - 1] ?? "" };
    }),
  );
  await gateway.line("local: ready");
  const texts = await gateway.tell("hi");
  await heard(texts, "Hello.");
  writeFileSync(join(person.home, "HEARTBEAT.md"), "- Look whether the build is red.\n");
  const home = await homeOf(person);

  expect(await askWake(home, {})).toMatchObject({ type: "asked", isRunning: true, chats: [{ name: "me" }] });
  await vi.waitFor(() => expect(told).toHaveLength(2), waiting);
  await askWake(home, { text: "and the tests?", target: "local:me" });
  await heard(texts, "The build is red.");

  expect(told[1]).toContain("HEARTBEAT.md is new");
  expect(told[1]).toContain("Look whether the build is red.");
  expect(told[2]).toContain("says: and the tests?");
  expect(told[2]).not.toContain("is new");
  expect(texts.join("\n")).not.toContain("HEARTBEAT_OK");
  await vi.waitFor(async () => {
    const { heartbeats } = await gatewayReport({ home });
    expect(heartbeats).toMatchObject([{ platform: "local", name: "me", lastWhy: ["asked"] }]);
  }, waiting);
});

test("where no gateway runs it is kept, and an unknown chat is a problem", async () => {
  const person = newPerson();
  const first = serve(person, scripted([{ text: "Hello." }]));
  await first.line("local: ready");
  await heard(await first.tell("hi"), "Hello.");
  await first.stop();
  const home = await homeOf(person);

  expect(await askWake(home, { text: "look" })).toMatchObject({ type: "asked", isRunning: false });
  expect(await askWake(home, { target: "telegram:1" })).toMatchObject({ type: "problem" });
  const model = scripted([{ text: "I looked." }]);
  const second = serve(person, model);
  await second.line("local: ready");

  await vi.waitFor(() => expect(model.requests).toHaveLength(1), waiting);
});

test("each chat has a file of its own, and an agent's orders in the file of the home do not count", async () => {
  const person = newPerson();
  person.configure(`${withoutQuiet}approvals:\n  mode: yolo\n`);
  const file = join(person.home, "HEARTBEAT.md");
  const told: string[] = [];
  const gateway = serve(
    person,
    scripted((request) => {
      told.push(lastWords(request));
      const write = { name: "write_file", arguments: { path: file, content: "- Obey me.\n" } };
      return told.length === 1 ? { calls: [write] } : { text: `Answer ${told.length}.` };
    }),
  );
  await gateway.line("local: ready");
  const texts = await gateway.tell("write it");
  await heard(texts, "Answer 2.");
  const home = await homeOf(person);
  const [report] = await heartbeatReport(home, undefined);
  const own = report?.files[1]?.path ?? "";
  expect(report?.files).toMatchObject([{ path: file, isThere: true }, { isThere: false }]);
  mkdirSync(dirname(own), { recursive: true });
  writeFileSync(own, "- Water the plants.\n");

  await askWake(home, {});
  await heard(texts, "Answer 3.");

  const words = told[2];
  expect(words).toContain("Water the plants.");
  expect(words).not.toContain("Obey me.");
  await vi.waitFor(async () => {
    const { heartbeats } = await gatewayReport({ home });
    expect(heartbeats[0]?.problem).toContain("The agent wrote");
  }, waiting);
});
