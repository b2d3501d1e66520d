import type { ClarifyQuestion } from "@hermes/agent-loop";
import { scripted } from "@hermes/models";
import type { ScriptedCall } from "@hermes/models";
import type { ApprovalRequest } from "@hermes/registry";
import { expect, test } from "vitest";
import type { HomeMcp } from "../../src/index.ts";
import { requestOf, resultsIn } from "../support/scripted-runtime.ts";
import { approverWith, mcpPlace } from "./mcp-place.ts";
import type { McpPlace } from "./mcp-place.ts";

const call = (name: string, args: ScriptedCall["arguments"] = {}): ScriptedCall => ({
  name: `mcp_box_${name}`,
  arguments: args,
});

async function withBox(entry: object = {}): Promise<McpPlace> {
  const place = await mcpPlace();
  const box = place.server("box");
  await box.offer({ name: "form" }, { name: "think" }, { name: "move" });
  await place.configure({ box: box.entry(entry) });
  await place.agree("box");
  return place;
}

test("what a server asks for is put to the person one field at a time, and never what is a password", async () => {
  await using place = await withBox();
  const questions: ClarifyQuestion[] = [];
  const model = scripted([
    { calls: [call("form")] },
    { calls: [call("form", { secret: true })] },
    { text: "Done." },
  ]);
  await using opened = await place.open(model, {
    async clarifier(question) {
      questions.push(question);
      const answer = question.choices.includes("Yes") ? "Yes" : (question.choices[0] ?? "Oslo");
      return { answered: true, answer };
    },
  });

  await opened.session.agent.chat("Go.");

  const [accepted, refused] = resultsIn(model).map(({ result }) => JSON.parse(String(result)));
  expect(accepted).toEqual({ action: "accept", content: { city: "Oslo", fast: true, secret: "Oslo" } });
  expect(refused.action).not.toBe("accept");
  expect(questions).toHaveLength(3);
  expect(questions[0]?.question).toBe('The MCP server "box" asks: Where to?\nCity');
});

test("where nobody is there, what a server asks for is cancelled", async () => {
  await using place = await withBox();
  const model = scripted([{ calls: [call("form")] }, { text: "Done." }]);
  await using opened = await place.open(model);

  await opened.session.agent.chat("Go.");

  expect(JSON.parse(String(resultsIn(model)[0]?.["result"]))).toEqual({ action: "cancel" });
});

test("a server has a model asked only where its entry says so, after one yes, within its limits, and it is paid for", async () => {
  await using place = await withBox({ sampling: { enabled: true, max_rpm: 2, max_tokens_cap: 50 } });
  const asked: ApprovalRequest[] = [];
  const answer = { text: "Forty-two." };
  const model = scripted([
    ...[0, 1].flatMap(() => [{ calls: [call("think")] }, answer]),
    { calls: [call("think")] },
    { text: "Done." },
  ]);
  await using opened = await place.open(model, { approver: approverWith("session", asked) });

  await opened.session.agent.chat("Go.");
  const usage = await opened.runtime.usage({ sessionId: opened.session.id });

  const results = resultsIn(model).map(({ result }) => JSON.parse(String(result)));
  expect(results[0]).toMatchObject({ content: { text: "Forty-two." } });
  expect(JSON.stringify(results[2])).toContain("more than 2 times in a minute");
  expect(asked.map(({ action }) => action)).toEqual(["mcp.call", "mcp.sample"]);
  expect(requestOf(model, 1)).toMatchObject({ maxOutputTokens: 50, tools: [] });
  // Four of the turn, and two that the server had asked.
  expect([model.requests.length, usage.calls]).toEqual([6, 6]);
});

test("a server whose entry does not allow it, and one that may ask other models only, get no answer of a model", async () => {
  await using silent = await withBox();
  await using picky = await withBox({ sampling: { enabled: true, allowed_models: ["another"] } });
  const answers = await Promise.all(
    [silent, picky].map(async (place) => {
      const model = scripted([{ calls: [call("think")] }, { text: "Done." }]);
      await using opened = await place.open(model);
      await opened.session.agent.chat("Go.");
      expect(model.requests).toHaveLength(2);
      return JSON.stringify(resultsIn(model)[0]);
    }),
  );

  expect(answers[1]).toContain("not among those that this server may have asked");
  expect(answers[0]).not.toContain("Done.");
});

test("a prompt of a server is entered by a slash command, as text of that server", async () => {
  await using place = await withBox();
  await using opened = await place.open(scripted([]));
  const mcp = await opened.runtime.mcp();

  const commands = await opened.runtime.prompts.commands();
  const message = await mcp.messageOf("mcp_box_review", "a.ts be kind");
  const named = await mcp.messageOf("box:review", "tone=kind a.ts");

  expect(commands).toEqual([{ name: "mcp_box_review", summary: "box: Reviews it. (file [tone])" }]);
  expect(message).toMatchObject({ provenance: [{ source: "mcp", name: "box" }] });
  expect(textOf(message)).toBe(
    '/mcp_box_review a.ts be kind\n\nThe MCP server "box" gives this text for it:\nReview {"file":"a.ts","tone":"be kind"}.',
  );
  expect(textOf(named)).toContain('{"tone":"kind","file":"a.ts"}');
  await expect(mcp.messageOf("mcp_box_review", "")).rejects.toMatchObject({ code: "MCP_REFUSED" });
  expect(await mcp.messageOf("mcp_box_other", "")).toBeUndefined();
});

test("a child has the servers of its parent, or those that it was given", async () => {
  await using place = await withBox();
  const post = place.server("post");
  await post.offer({ name: "move" });
  await place.configure({ box: place.server("box").entry(), post: post.entry() });
  await place.agree("post");
  await using opened = await place.open(scripted([]));
  const { runtime, session } = opened;
  const parent = { sessionId: session.id, depth: 1 };

  const all = await runtime.openSession({ parent });
  const some = await runtime.openSession({ parent: { ...parent, tools: ["file", "mcp-post"] } });
  await Promise.all([all.agent.open(), some.agent.open()]);
  const before = servers(some.agent.offered);
  await post.offer({ name: "move" }, { name: "late" });
  await place.server("box").offer({ name: "late" });
  const mcp = await runtime.mcp();
  for (const name of ["box", "post"]) await mcp.catalogue(name, { signal: AbortSignal.timeout(30_000) });

  expect([servers(all.agent.offered), before]).toEqual([["box", "post"], ["post"]]);
  expect(servers(some.agent.offered)).toEqual(["post"]);
  expect([...(some.agent.offered ?? [])]).toContain("mcp_post_late");
});

function servers(names: ReadonlySet<string> | undefined): readonly string[] {
  const found = [...(names ?? [])].flatMap((name) => /^mcp_(box|post)_/.exec(name)?.[1] ?? []);
  return [...new Set(found)].sort();
}

function textOf(message: Awaited<ReturnType<HomeMcp["messageOf"]>>): string {
  return (message?.content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}
