import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import type { OpenSessionOptions, RuntimeFlags } from "../src/index.ts";
import { userRights } from "../src/api/user-rights.ts";
import { requestOf, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

interface Offered {
  readonly flags?: RuntimeFlags;
  readonly open?: OpenSessionOptions;
}

/** What the first request of a session describes, without what the search of tools is. */
async function offered(config: string, { flags, open }: Offered = {}): Promise<readonly string[]> {
  await using place = await temporaryPlace();
  await mkdir(place.home);
  await writeFile(join(place.home, "config.yaml"), config);
  const model = scripted([{ text: "Yes." }]);
  await using runtime = await runtimeIn(place, { model, ...(flags && { flags }) });
  await using session = await runtime.openSession(open);
  await session.agent.chat("Hello");
  return requestOf(model, 0)
    .tools.map(({ name }) => name)
    .filter((name) => !name.startsWith("tool_"));
}

function from(platform: string): OpenSessionOptions {
  return { origin: { platform, entryPoint: "chat" } };
}

const file = ["patch", "read_file", "search", "write_file"];

test("what the settings name for a platform holds for its sessions, and toolsets for the others", async () => {
  const config = "toolsets: [todo]\nplatform_toolsets: {telegram: [file]}\n";

  expect(await offered(config)).toEqual(["todo"]);
  expect(await offered(config, { open: from("telegram") })).toEqual(file);
  expect(await offered(config, { open: from("cron") })).toEqual(["todo"]);
});

test("toolsets of a flag go before those of the platform, and what is switched off stays off", async () => {
  const config = "platform_toolsets: {cli: [file, todo]}\ndisabled_toolsets: [todo]\n";

  expect(await offered(config)).toEqual(file);
  expect(await offered(config, { flags: { toolsets: ["clarify"] } })).toEqual(["clarify"]);
});

test("an empty list for a platform means no tools", async () => {
  expect(await offered("platform_toolsets: {cli: []}\n")).toEqual([]);
});

test.each(["api", "api-server", "api_server"])("sessions of the API have those of %s", async (key) => {
  expect(await offered(`platform_toolsets: {${key}: [todo]}\n`, { open: from("api") })).toEqual(["todo"]);
});

test("what somebody may have at most is never more than the platform has", async () => {
  const tier = { toolsets: ["clarify", "todo"], areDefaultToolsets: true, areToolsetsOfTier: true };
  const open = { ...from("telegram"), ...tier };

  expect(await offered("platform_toolsets: {telegram: [todo, terminal]}\n", { open })).toEqual(["todo"]);
  expect(await offered("platform_toolsets: {telegram: [file]}\n", { open })).toEqual([]);
  expect(await offered("platform_toolsets: {telegram: [hermes-telegram]}\n", { open })).toEqual([
    "clarify",
    "todo",
  ]);
  expect(await offered("toolsets: [file]\n", { open })).toEqual(["clarify", "todo"]);
});

test("a user of the API has no more than the platform has", async () => {
  await using place = await temporaryPlace();
  const { settings } = await place.settings();
  const { folder: _, ...rights } = userRights({ settings, home: place.home, user: "ann" });

  const open = { ...from("api"), ...rights };

  expect(await offered("platform_toolsets: {api: [todo, file]}\n", { open })).toEqual(["todo"]);
});

test("a child has no more than the platform of its parent has", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home);
  await writeFile(
    join(place.home, "config.yaml"),
    "platform_toolsets: {telegram: [todo, file, delegation]}\n",
  );
  const child = scripted([{ text: "Done." }]);
  await using runtime = await runtimeIn(place, { model: scripted([]) });
  await using parent = await runtime.openSession(from("telegram"));
  const of = { parent: { sessionId: parent.id, depth: 1, tools: ["terminal", "read_file"] }, model: child };

  await using session = await runtime.openSession(of);
  await session.agent.chat("Read it.");

  expect(requestOf(child, 0).tools.map(({ name }) => name)).toEqual(["read_file", "report"]);
});

test("an unknown toolset of a platform is an error there alone, with the setting and the nearest name", async () => {
  const config = "platform_toolsets: {telegram: [flie]}\n";

  await expect(offered(config, { open: from("telegram") })).rejects.toMatchObject({
    code: "TOOLSET_NOT_FOUND",
    message: expect.stringMatching(
      /^No toolset named "flie", which platform_toolsets\.telegram in .*config\.yaml names\.$/,
    ),
    hint: expect.stringContaining('Did you mean "file"?'),
  });
  expect((await offered(config)).length).toBeGreaterThan(3);
});

test("toolsets without tools here, and MCP servers that went, are passed over in the list of a platform", async () => {
  expect(await offered("platform_toolsets: {cli: [todo, spotify, mcp, mcp-gone]}\n")).toEqual(["todo"]);
});

test("a list of a platform that leaves no tool, though it names some, is an error", async () => {
  await expect(offered("platform_toolsets: {cli: [spotify]}\n")).rejects.toMatchObject({
    code: "RUNTIME_NO_TOOLS",
  });
});
