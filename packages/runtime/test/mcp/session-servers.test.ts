import { scripted } from "@hermes/models";
import type { ScriptedModel } from "@hermes/models";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callingModel, requestOf, resultsIn, runtimeIn } from "../support/scripted-runtime.ts";
import { mcpPlace, TestServer, until } from "./mcp-place.ts";

const toolNames = (model: ScriptedModel, index = 0): readonly string[] =>
  requestOf(model, index).tools.map(({ name }) => name);

/** Everything that stands before the messages, of all requests. */
const prefixes = (model: ScriptedModel): ReadonlySet<string> =>
  new Set(model.requests.map(({ system, tools }) => JSON.stringify([system, tools])));

const search = { name: "tool_search", arguments: { query: "move" } };
const move = { name: "tool_call", arguments: { name: "mcp_box_move", arguments: { to: "attic" } } };

test("a remembered server is offered without being started, and started by the first call", async () => {
  await using place = await mcpPlace();
  const server = place.server("box");
  await server.offer({ name: "move" });
  await place.configure({ box: server.entry() }, { tools: { max_tokens: 20_000 } });
  await place.agree("box");
  const before = await server.starts();
  const model = callingModel({ name: "mcp_box_move", arguments: { to: "attic" } });
  await using opened = await place.open(model);

  const atStart = await server.starts();
  await opened.session.agent.chat("Move it.");

  expect([atStart, await server.starts()]).toEqual([before, before + 1]);
  expect(resultsIn(model)).toEqual([{ result: 'move: {"to":"attic"}' }]);
  expect(toolNames(model)).toEqual(expect.arrayContaining(["mcp_box_move", "tool_search", "tool_call"]));
  expect(requestOf(model, 1).messages.at(-1)).toMatchObject({
    provenance: [{ source: "mcp", name: "box" }],
    notes: [expect.stringContaining("untrusted content")],
  });
});

test("a server that was never listed is connected beside the first request, and its tools enter the running conversation", async () => {
  await using place = await mcpPlace();
  const server = place.server("box");
  await server.offer({ name: "move" });
  await place.configure({ box: server.entry() });
  const model = scripted([{ text: "Hello." }, { calls: [search] }, { calls: [move] }, { text: "Done." }]);
  await using opened = await place.open(model);

  await opened.session.agent.chat("Hi.");
  const mcp = await opened.runtime.mcp();
  await until(async () => (await mcp.list())[0]?.tools === 1);
  await until(async () => (await opened.session.agent.waitingNotices()).length > 0);
  await opened.session.agent.chat("Move it.");

  const told = JSON.stringify(requestOf(model, 1).messages);
  expect(told).toContain('The MCP server \\"box\\" now offers');
  expect(await server.calls()).toEqual(['move {"to":"attic"}']);
  expect(prefixes(model).size).toBe(1);
  expect(requestOf(model, 0).tools.find(({ name }) => name === "tool_search")?.description).toContain(
    "tools of the MCP server box",
  );
});

test("a tool that went answers that it did, and works again when it is back, behind the same prefix", async () => {
  await using place = await mcpPlace();
  const server = place.server("box");
  await server.offer({ name: "move" }, { name: "look" });
  await place.configure({ box: server.entry() });
  await place.agree("box");
  const turn = [{ calls: [move] }, { text: "Done." }];
  const model = scripted([...turn, ...turn, { calls: [search] }, ...turn]);
  await using opened = await place.open(model);
  const { agent } = opened.session;
  const count = async (): Promise<number | undefined> =>
    (await (await opened.runtime.mcp()).list())[0]?.tools;

  await agent.chat("Once.");
  await server.offer({ name: "look" });
  await until(async () => (await count()) === 1);
  await agent.chat("Twice.");
  const [gone] = resultsIn(model).slice(1);
  await server.offer({ name: "move" }, { name: "look" });
  await until(async () => (await count()) === 2);
  await agent.chat("Again.");

  expect(gone).toMatchObject({ error: 'The MCP server "box" does not offer "move" any more.' });
  expect(await server.calls()).toHaveLength(2);
  expect(prefixes(model).size).toBe(1);
  const all = JSON.stringify(model.requests.at(-1)?.messages);
  expect(all).toContain("does not offer mcp_box_move any more");
});

test("with --mcp the tools are in the first request, and the entry needs no further yes", async () => {
  await using place = await mcpPlace();
  // Where there is a jail it can read the project, and write nothing.
  const server = new TestServer(join(place.project, "server-box"));
  await server.offer({ name: "move" });
  const program = join(import.meta.dirname, "tool-server.mjs");
  const model = callingModel({ name: "mcp_box_move", arguments: { to: "attic" } });
  await using opened = await place.open(model, {
    loaded: await (await place.configure({}, { tools: { max_tokens: 20_000 } }), place.settings()),
    mcp: [`box='${process.execPath}' "${program}" ${server.folder}`],
  });

  await opened.session.agent.chat("Move it.");

  expect(toolNames(model)).toContain("mcp_box_move");
  expect(opened.asked.map(({ action }) => action)).toEqual(["mcp.call"]);
  expect(resultsIn(model)).toEqual([{ result: 'move: {"to":"attic"}' }]);
});

test("entries that can't be used are warned of and leave the others alone; safe mode switches all off", async () => {
  await using place = await mcpPlace();
  const server = place.server("good");
  await server.offer({ name: "move" });
  const variable = "${" + "NOT_SET}";
  await place.configure({
    good: server.entry(),
    both: { command: "x", url: "https://x.example" },
    unset: { url: "https://x.example", headers: { Authorization: variable } },
    off: server.entry({ enabled: false }),
  });
  await using runtime = await runtimeIn(place);
  await using safe = await runtimeIn(place, { env: { ...place.env, HERMES_SAFE_MODE: "1" } });

  const list = await (await runtime.mcp()).list();
  const off = await (await safe.mcp()).list();

  expect(list.map(({ name, enabled, problem }) => [name, enabled, problem])).toEqual([
    ["both", true, "it has both a command and a url"],
    ["good", true, undefined],
    ["off", false, undefined],
    ["unset", true, `${variable} is not set in the environment or .env`],
  ]);
  expect(runtime.warnings).toContain(`The MCP server "both" can't be used: it has both a command and a url.`);
  expect(off.every(({ enabled }) => !enabled)).toBe(true);
});

test("of a server that is switched off by its toolset nothing is offered or started", async () => {
  await using place = await mcpPlace();
  const [box, post] = [place.server("box"), place.server("post")];
  await Promise.all([box, post].map((server) => server.offer({ name: "move" })));
  await place.configure({ box: box.entry(), post: post.entry() }, { tools: { max_tokens: 20_000 } });
  await place.agree("box", "post");
  const model = scripted([{ text: "Hello." }]);

  await using opened = await place.open(model, { flags: { toolsets: ["mcp-post"] } });
  await opened.session.agent.chat("Hi.");

  expect(toolNames(model).filter((name) => name.startsWith("mcp_"))).toEqual(["mcp_post_move"]);
  expect([...(opened.session.agent.offered ?? [])].filter((name) => name.startsWith("mcp_box"))).toEqual([]);
});

test("a server that is gone and back is told once each, to the person and to the model", async () => {
  await using place = await mcpPlace();
  const server = place.server("box");
  await server.offer({ name: "move" });
  await place.configure({ box: server.entry() });
  await place.agree("box");
  const model = scripted([{ calls: [move] }, { text: "Done." }, { text: "I see." }, { text: "Good." }]);
  await using opened = await place.open(model);
  const { agent } = opened.session;
  const { warnings } = opened.runtime;

  await agent.chat("Move it.");
  await server.stop();
  await until(() => warnings.some((warning) => warning.includes('"box" is gone')));
  await agent.chat("And now?");
  await writeFile(join(server.folder, "stop"), "");
  await until(() => warnings.includes('The MCP server "box" is back.'));
  await until(async () => (await agent.waitingNotices()).length > 0);
  await agent.chat("And now?");

  const told = JSON.stringify(model.requests.at(-1)?.messages);
  expect(told.split("can't be reached now")).toHaveLength(2);
  expect(told.split("is back")).toHaveLength(2);
  expect(warnings.filter((warning) => warning.includes("is gone"))).toHaveLength(1);
});
