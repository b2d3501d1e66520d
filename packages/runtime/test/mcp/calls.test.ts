import { scripted } from "@hermes/models";
import type { ScriptedCall } from "@hermes/models";
import type { ApprovalRequest } from "@hermes/registry";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resultsIn } from "../support/scripted-runtime.ts";
import { approverWith, mcpPlace } from "./mcp-place.ts";
import type { FakeTool, McpPlace, TestServer } from "./mcp-place.ts";

const call = (name: string, args: ScriptedCall["arguments"] = {}): ScriptedCall => ({
  name: `mcp_box_${name}`,
  arguments: args,
});

/** A place with one server that was agreed to. */
async function withBox(...tools: readonly FakeTool[]): Promise<McpPlace & { readonly box: TestServer }> {
  const place = await mcpPlace();
  const box = place.server("box");
  await box.offer(...tools);
  await place.configure({ box: box.entry() });
  await place.agree("box");
  return { ...place, box, [Symbol.asyncDispose]: async () => await place[Symbol.asyncDispose]() };
}

async function chat(
  place: McpPlace,
  scope: "once" | "session" | "always" | "no",
  ...calls: readonly ScriptedCall[]
): Promise<{ readonly asked: readonly ApprovalRequest[]; readonly results: ReturnType<typeof resultsIn> }> {
  const asked: ApprovalRequest[] = [];
  const model = scripted([...calls.map((each) => ({ calls: [each] })), { text: "Done." }]);
  await using opened = await place.open(model, { approver: approverWith(scope, asked) });
  await opened.session.agent.chat("Go.");
  return { asked, results: resultsIn(model) };
}

test("a call is asked about, a yes for the session holds for the tool, and always for later sessions too", async () => {
  await using place = await withBox({ name: "move" }, { name: "burn" });

  const once = await chat(place, "once", call("move", { to: "a" }), call("move", { to: "b" }));
  const session = await chat(
    place,
    "session",
    call("move", { to: "a" }),
    call("move", { to: "b" }),
    call("burn"),
  );
  const always = await chat(place, "always", call("move", { to: "a" }), call("move", { to: "b" }));
  const later = await chat(place, "no", call("move", { to: "c" }), call("burn"));

  expect([once, session, always, later].map(({ asked }) => asked.length)).toEqual([2, 2, 1, 1]);
  expect(always.asked[0]).toMatchObject({ action: "mcp.call", rule: "mcp.call(box/move *)" });
  expect(later.results.map((result) => Object.keys(result)[0])).toEqual(["result", "error"]);
});

test("tools that a server says only read are asked about once for all of them", async () => {
  await using place = await withBox(
    { name: "look", annotations: { readOnlyHint: true } },
    { name: "list", annotations: { readOnlyHint: true } },
    { name: "move" },
  );

  const { asked } = await chat(place, "session", call("look"), call("list"), call("move"));

  expect(asked.map(({ summary }) => summary)).toEqual(["mcp_box_look {}", "mcp_box_move {}"]);
});

test("rules of the person decide about servers and tools by name", async () => {
  await using place = await withBox({ name: "move" }, { name: "burn" });
  const rules = { rules: { "mcp.call(box/move *)": "allow", mcp_box_burn: "deny" } };
  await writeFile(join(place.home, "permissions.yaml"), JSON.stringify(rules));

  const { asked } = await chat(place, "no", call("move"), call("burn"));

  expect(asked).toEqual([]);
  expect(await place.box.calls()).toEqual(["move {}"]);
});

test("what another source may have asked for needs a yes of its own, also where the tool was agreed to", async () => {
  await using place = await withBox({ name: "move" });
  const post = place.server("post");
  await post.offer({ name: "read" });
  await place.configure({ box: place.box.entry(), post: post.entry() });
  await place.agree("post");

  const { asked } = await chat(
    place,
    "always",
    call("move", { to: "a" }),
    { name: "mcp_post_read", arguments: {} },
    call("move", { to: "b" }),
  );

  expect(asked.map(({ tool, rule }) => [tool, rule])).toEqual([
    // What servers say of their tools was there when it was agreed to.
    ["mcp_box_move", "mcp.call(box/move *)"],
    ["mcp_post_read", undefined],
    ["mcp_box_move", undefined],
  ]);
  expect(asked[2]?.reason).toContain("This conversation holds text of mcp post");
});

test("arguments are brought into their types, and what surely does not fit is refused before anybody is asked", async () => {
  const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  await using place = await withBox({ name: "count", inputSchema });

  const { asked, results } = await chat(
    place,
    "once",
    call("count", { n: "3", more: 1 }),
    call("count", { n: {} }),
    call("count"),
  );

  expect(await place.box.calls()).toEqual(['count {"n":3,"more":1}']);
  expect(asked).toHaveLength(1);
  expect(results.slice(1).map(({ error }) => String(error))).toEqual([
    expect.stringContaining('"n" must be integer.'),
    expect.stringContaining('"n" is missing.'),
  ]);
});

test("pictures are shown, sounds are kept as files, and failures of a tool are errors", async () => {
  await using place = await withBox({ name: "picture" }, { name: "sound" }, { name: "fail" });
  const model = scripted([
    { calls: [call("picture")] },
    { calls: [call("sound")] },
    { calls: [call("fail")] },
    { text: "Done." },
  ]);
  await using opened = await place.open(model);

  await opened.session.agent.chat("Go.");

  const [picture, sound, fail] = resultsIn(model);
  expect(picture).toEqual({ result: "A dot.", images: "1 shown" });
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('"mediaType":"image/png"');
  const [file] = sound?.["files"] as readonly { readonly path: string }[];
  expect(file?.path.startsWith(place.home)).toBe(true);
  expect(await readFile(file?.path ?? "", "utf8")).toBe("RIFF");
  expect(fail).toEqual({ error: "No such issue." });
});

test("a picture is kept as a file where the model sees none", async () => {
  await using place = await withBox({ name: "picture" });
  const model = scripted([{ calls: [call("picture")] }, { text: "Done." }], { id: "deepseek-chat" });
  await using opened = await place.open(model);

  await opened.session.agent.chat("Go.");

  expect(resultsIn(model)).toEqual([
    { result: "A dot.", files: [{ path: expect.stringMatching(/\.png$/), type: "image/png" }] },
  ]);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('"mediaType":"image/png"');
});

test("resources and prompts are read by tools that wait behind the search", async () => {
  await using place = await withBox({ name: "move" });

  const { results } = await chat(
    place,
    "session",
    call("list_resources"),
    call("read_resource", { uri: "note://one" }),
    call("get_prompt", { name: "review", arguments: { file: "a.ts" } }),
  );

  expect(results[0]).toMatchObject({ resources: [{ uri: "note://one", name: "one" }] });
  expect(results[1]).toEqual({ result: "Read me." });
  expect(results[2]).toMatchObject({ messages: [{ content: { result: 'Review {"file":"a.ts"}.' } }] });
});
