import { scripted } from "@hermes/models";
import type { ScriptedModel } from "@hermes/models";
import { needs } from "@hermes/tooling/prerequisites";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestOf, resultsIn, runtimeIn } from "../support/scripted-runtime.ts";
import { approverWith, mcpPlace, until } from "./mcp-place.ts";
import type { McpPlace, TestServer } from "./mcp-place.ts";

const move = { name: "mcp_box_move", arguments: { to: "attic" } };
const found = { name: "tool_call", arguments: { name: "mcp_box_move", arguments: { to: "attic" } } };
const signal = (): AbortSignal => AbortSignal.timeout(30_000);

async function withServer(): Promise<McpPlace & { readonly box: TestServer }> {
  const place = await mcpPlace();
  const box = place.server("box");
  await box.offer({ name: "move" });
  return { ...place, box, [Symbol.asyncDispose]: async () => await place[Symbol.asyncDispose]() };
}

/** The names and schemas of the tools in a request. */
const offered = (model: ScriptedModel, index: number): string =>
  JSON.stringify(requestOf(model, index).tools);

test("a resumed session has the tools of its servers as before, without starting one", async () => {
  await using place = await withServer();
  await place.configure({ box: place.box.entry() }, { tools: { max_tokens: 20_000 } });
  await place.agree("box");
  const first = scripted([{ calls: [move] }, { text: "Done." }]);
  const opened = await place.open(first);
  await opened.session.agent.chat("Move it.");
  const { sessionId } = opened.session.agent;
  await opened[Symbol.asyncDispose]();
  const starts = await place.box.starts();

  const later = scripted([{ text: "It is in the attic." }, { calls: [move] }, { text: "Done." }]);
  await using runtime = await runtimeIn(place, { model: later, approver: approverWith("once", []) });
  await using session = await runtime.openSession({ resume: sessionId });
  await session.agent.chat("Where is it?");
  const startsOfTalk = (await place.box.starts()) - starts;
  await session.agent.chat("Move it again.");

  expect(startsOfTalk).toBe(0);
  expect(offered(later, 0)).toBe(offered(first, 0));
  expect(JSON.stringify(requestOf(later, 0).messages)).toContain("move: {");
  expect(await place.box.calls()).toHaveLength(2);
});

test("a script calls no tool of a server, also of one that came late, and is told what to do instead", async (context) => {
  needs(context, "python3");
  await using place = await withServer();
  await place.configure({ box: place.box.entry() });
  const code = `import hermes_tools\nprint(hermes_tools._call("mcp_box_move", {"to": "attic"}))`;
  const script = { name: "execute_code", arguments: { code } };
  const model = scripted([{ text: "Hello." }, { calls: [script] }, { text: "Done." }]);
  await using opened = await place.open(model);
  await opened.session.agent.chat("Hi.");
  await until(async () => (await (await opened.runtime.mcp()).list())[0]?.tools === 1);

  await opened.session.agent.chat("Move it.");

  expect(JSON.stringify(resultsIn(model))).toContain(
    "mcp_box_move is not available in execute_code. Use it as a normal call.",
  );
  expect(await place.box.calls()).toEqual([]);
});

test("a server that is written while a session runs is there after a reload, and one that is taken out is gone", async () => {
  await using place = await withServer();
  const project = async (mcpServers: object): Promise<void> =>
    await writeFile(join(place.project, ".mcp.json"), JSON.stringify({ mcpServers }));
  await project({});
  const turn = [{ calls: [found] }, { text: "Done." }];
  const model = scripted([{ text: "Hello." }, ...turn, ...turn]);
  await using opened = await place.open(model);
  const mcp = await opened.runtime.mcp();
  await opened.session.agent.chat("Hi.");

  await project({ box: place.box.entry() });
  await mcp.reload();
  await mcp.allow("box", true);
  await until(async () => (await mcp.list())[0]?.tools === 1);
  await opened.session.agent.chat("Move it.");
  const calls = await place.box.calls();
  await project({});
  await mcp.reload();
  await opened.session.agent.chat("Move it.");

  expect(calls).toEqual(['move {"to":"attic"}']);
  expect(await place.box.calls()).toEqual(calls);
  expect(offered(model, 0)).toBe(offered(model, 4));
});

test("servers that somebody writes into the settings while a session runs wait for a yes, and a reload says so", async () => {
  await using place = await withServer();
  await place.configure({ box: place.box.entry() });
  await using opened = await place.open(scripted([{ text: "Hello." }]));
  await opened.session.agent.chat("Hi.");

  await place.configure({ other: place.box.entry() });
  const reports = await (await opened.runtime.mcp()).reload();

  expect(reports.map(({ name }) => name)).toEqual(["box"]);
  expect(opened.runtime.warnings.join()).toContain("until you agree to that");
});

test("a yes and a no of another process count at the next use", async () => {
  await using place = await withServer();
  await mkdir(place.home, { recursive: true });
  const entry = place.box.entry();
  await writeFile(join(place.project, ".mcp.json"), JSON.stringify({ mcpServers: { box: entry } }));
  await using here = await runtimeIn(place);
  await using there = await runtimeIn(place);
  const [mine, theirs] = [await here.mcp(), await there.mcp()];
  const call = async (): Promise<string> =>
    await mine.call("box", "move", {}, { signal: signal() }).then(
      () => "called",
      (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "?"),
    );

  await mine.allow("box", false);
  const before = await call();
  await theirs.allow("box", true);
  const allowed = await call();
  await theirs.allow("box", false);
  const refused = await call();
  await theirs.allow("box", true);

  expect([before, allowed, refused, await call()]).toEqual([
    "MCP_NOT_ALLOWED",
    "called",
    "MCP_NOT_ALLOWED",
    "called",
  ]);
});
