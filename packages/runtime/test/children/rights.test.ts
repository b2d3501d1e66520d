import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { defineTool } from "@hermes/registry";
import type { ApprovalRequest, Approver, Tool } from "@hermes/registry";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Role } from "../../src/index.ts";
import { requestOf, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { callsOfChild, oneByOne, openChild, openParent } from "./family.ts";

const run = (command: string) => ({ name: "terminal", arguments: { command } });

/** Tools of an embedding program; what they were called with is in `called`. */
function personalTools(): { readonly tools: readonly Tool[]; readonly called: string[] } {
  const called: string[] = [];
  const personal = (name: string, toolset: string): Tool =>
    defineTool({
      name,
      toolset,
      description: `Does ${name}.`,
      audience: "person",
      input: z.looseObject({}),
      execute: () => {
        called.push(name);
        return { done: true };
      },
    });
  return { tools: [personal("send_message", "messaging"), personal("delegate_task", "delegation")], called };
}

const role = (more: Partial<Role> = {}): Role => ({
  name: "helper",
  description: "Helps.",
  tools: undefined,
  model: undefined,
  instructions: "Help.",
  source: "home",
  path: "/home/agents/helper.md",
  ...more,
});

test("a child belongs to its parent, and knows nothing of the person", async () => {
  await using place = await temporaryPlace();
  await mkdir(join(place.home, "memories"), { recursive: true });
  await writeFile(join(place.home, "memories", "MEMORY.md"), "The person likes tea.");
  await writeFile(join(place.project, "AGENTS.md"), "Use tabs.");
  await using runtime = await runtimeIn(place);
  const parent = await openParent(runtime);
  const model = scripted([{ text: "Done." }]);
  const child = await openChild(runtime, parent, model, { role: role({ instructions: "Count slowly." }) });

  await child.agent.chat("Count the files.");

  expect(child.agent.head).toMatchObject({ parentId: parent.id, platform: "subagent", cwd: place.project });
  expect(parent.agent.head?.system).toContain("likes tea");
  const { system } = requestOf(model, 0);
  expect(system).toContain("works for another agent");
  expect(system).toContain("Count slowly.");
  expect(system).toContain("Use tabs.");
  expect(system).not.toMatch(/likes tea|Last session|# Skills/);
});

describe("what a parent may not, its child may not", () => {
  test.each([
    ["a path that a rule denies", { name: "write_file", arguments: { path: "secret/a.txt", content: "x" } }],
    ["the same with a command", run("echo x > secret/a.txt")],
    ["what nobody has allowed", run("rm -rf data")],
  ])("%s", async (_, call) => {
    await using place = await temporaryPlace({ outsideOfScratch: true });
    await mkdir(join(place.project, "secret"));
    await mkdir(join(place.project, "data"));
    await mkdir(place.home, { recursive: true });
    await writeFile(join(place.home, "permissions.yaml"), "deny:\n  - file.write(secret/**)\n");
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime, { calls: [call] });

    const [result] = await callsOfChild(runtime, parent, [call]);

    expect(result).toHaveProperty("error");
    expect(parent.agent.messages.some((each) => each.role === "tool" && each.isError === true)).toBe(true);
    expect(existsSync(join(place.project, "secret", "a.txt"))).toBe(false);
    expect(existsSync(join(place.project, "data"))).toBe(true);
  });

  test("in the mode plan it changes nothing, also once the mode is switched while it works", async () => {
    await using place = await temporaryPlace({ outsideOfScratch: true });
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime, { mode: "plan" });
    const write = (path: string) => ({ name: "write_file", arguments: { path, content: "x" } });

    const [planned] = await callsOfChild(runtime, parent, [write("a.txt")]);
    const model = scripted([
      { calls: [write("b.txt")] },
      { text: "Done." },
      { calls: [write("c.txt")] },
      { text: "Done." },
    ]);
    await using child = await openChild(runtime, parent, model);
    const permissions = await runtime.permissions();
    permissions.setMode("ask", { sessionId: parent.id });
    await child.agent.chat("Write b.");
    permissions.setMode("plan", { sessionId: parent.id });
    await child.agent.chat("Write c.");

    expect(planned?.["error"]).toContain("plan");
    expect(["a.txt", "b.txt", "c.txt"].map((name) => existsSync(join(place.project, name)))).toEqual([
      ...[false, true, false],
    ]);
    expect(permissions.mode(child.id)).toBe("plan");
  });

  test.each([
    ["mode", { mode: "yolo" }],
    ["folder", { folder: "/" }],
    ["backend", { backend: "docker" }],
    ["approver", { approver: async () => ({ approved: true, scope: "once" }) as const }],
    ["toolsets", { toolsets: ["all"] }],
  ])("it has the %s of its parent, and can't be opened with another one", async (_, choice) => {
    await using place = await temporaryPlace();
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime);

    const opening = runtime.openSession({ ...choice, parent: { sessionId: parent.id, depth: 1 } });

    await expect(opening).rejects.toMatchObject({ code: "RUNTIME_CHILD_CHOICE" });
  });

  test("a child of a session that is not open is refused", async () => {
    await using place = await temporaryPlace();
    await using runtime = await runtimeIn(place);

    const opening = runtime.openSession({ parent: { sessionId: "20260101_000000_abcdef", depth: 1 } });

    await expect(opening).rejects.toMatchObject({ code: "RUNTIME_NO_PARENT" });
  });
});

describe("tools of a person's session", () => {
  const names = ["clarify", "memory", "learning", "skill_manage", "send_message", "delegate_task"];

  test("a child can neither see, find, nor call them, by whatever name or way", async () => {
    await using place = await temporaryPlace();
    const { tools, called } = personalTools();
    await using runtime = await runtimeIn(place, { tools, flags: { mode: "yolo" } });
    const parent = await openParent(runtime);
    const inScript = (code: string) => ({ name: "execute_code", arguments: { code, language: "python" } });
    const calls = [
      ...names.map((name) => ({ name, arguments: { content: "x", target: "memory", action: "add" } })),
      { name: "tool_call", arguments: { name: "send_message", arguments: {} } },
      { name: "functions.send-message", arguments: {} },
      { name: "SendMessage", arguments: {} },
      ...["send_message()", "delegate_task()", "memory(action='add', target='memory', content='x')"].map(
        (call) => inScript(`import hermes_tools\nhermes_tools.${call}`),
      ),
    ];
    const model = oneByOne(...calls);
    await using child = await openChild(runtime, parent, model);
    await child.agent.chat("Send it.");

    const offered = child.agent.offered ?? new Set();
    expect(names.filter((name) => parent.agent.offered?.has(name))).toEqual(names);
    expect(names.filter((name) => offered.has(name))).toEqual([]);
    expect(JSON.stringify(requestOf(model, 0).tools)).not.toContain("send_message");
    const results = child.agent.messages.flatMap((each) => (each.role === "tool" ? [each.content] : []));
    expect(results).toHaveLength(calls.length);
    for (const [index, result] of results.slice(0, names.length).entries())
      expect(result).toContain(names[index]);
    for (const result of results) expect(result).toMatch(/error/);
    expect(called).toEqual([]);
    expect(existsSync(join(place.home, "memories", "MEMORY.md"))).toBe(false);
  });

  test.each([
    ["the bundle of everything", ["all"]],
    ["a preset", ["hermes-cli"]],
    ["their own toolset", ["messaging", "delegation", "memory", "skills", "clarify"]],
    ["their own names", names],
  ])("asking for %s does not bring them in", async (_, asked) => {
    await using place = await temporaryPlace();
    const { tools } = personalTools();
    await using runtime = await runtimeIn(place, { tools });
    const parent = await openParent(runtime);
    const open = async (more: Partial<Role>) => {
      await using child = await openChild(runtime, parent, scripted([{ text: "Done." }]), {
        ...(more.source === undefined ? { tools: asked } : { role: role({ tools: asked, ...more }) }),
      });
      await child.agent.chat("Go.");
      return names.filter((name) => child.agent.offered?.has(name));
    };

    expect(await open({})).toEqual([]);
    expect(await open({ source: "project" })).toEqual([]);
  });

  test("a role of the home grants those that it names one by one", async () => {
    await using place = await temporaryPlace();
    const { tools, called } = personalTools();
    await using runtime = await runtimeIn(place, {
      tools,
      approver: async () => ({ approved: true, scope: "once" }),
    });
    const parent = await openParent(runtime);
    const granting = role({ tools: ["send_message", "memory", "terminal"] });
    const model = oneByOne(
      { name: "send_message", arguments: {} },
      { name: "memory", arguments: { action: "add", target: "memory", content: "The port is 8080." } },
    );
    await using child = await openChild(runtime, parent, model, { role: granting });
    await child.agent.chat("Send it, and note the port: The port is 8080.");

    expect([...(child.agent.offered ?? [])].toSorted()).toEqual([
      "memory",
      "report",
      "send_message",
      "terminal",
    ]);
    expect(called).toEqual(["send_message"]);
    expect(await readFile(join(place.home, "memories", "MEMORY.md"), "utf8")).toContain("8080");
  });

  test("a child has what was asked for of what its parent has, and its own child no more than it", async () => {
    await using place = await temporaryPlace();
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime, { toolsets: ["file", "todo"] });
    const all = async (parentId: string, asked?: readonly string[], as?: Role) => {
      const session = await runtime.openSession({
        model: scripted([{ text: "Done." }]),
        parent: { sessionId: parentId, depth: 1, tools: asked, role: as },
      });
      await session.agent.chat("Go.");
      return { id: session.id, names: [...(session.agent.offered ?? [])].toSorted() };
    };

    const child = await all(parent.id, ["file", "terminal"]);
    const narrower = await all(
      parent.id,
      ["file"],
      role({ tools: ["read_file", "terminal", "no_such_tool"] }),
    );
    const grandchild = await all(narrower.id);

    expect(child.names).toEqual(["patch", "read_file", "report", "search", "write_file"]);
    expect(narrower.names).toEqual(["read_file", "report"]);
    expect(grandchild.names).toEqual(["read_file", "report"]);
    expect(runtime.warnings.filter((text) => text.includes("no_such_tool"))).toHaveLength(1);
    await expect(all(parent.id, ["no_such_tool"])).rejects.toMatchObject({ code: "TOOLSET_NOT_FOUND" });
  });

  test("a tool for children is theirs alone", async () => {
    await using place = await temporaryPlace();
    const report = defineTool({
      ...{ name: "report", toolset: "delegation", description: "Reports.", audience: "child" },
      input: z.object({}),
      execute: () => ({}),
    });
    await using runtime = await runtimeIn(place, { tools: [report] });
    const parent = await openParent(runtime);
    await using child = await openChild(runtime, parent, scripted([{ text: "Done." }]), {
      tools: ["terminal"],
    });
    await child.agent.chat("Go.");

    expect(parent.agent.offered?.has("report")).toBe(false);
    expect([...(child.agent.offered ?? [])]).toEqual(["report", "terminal"]);
  });
});

describe("what a person answers", () => {
  function answering(scope: "once" | "session"): {
    readonly approver: Approver;
    readonly asked: ApprovalRequest[];
  } {
    const asked: ApprovalRequest[] = [];
    return {
      asked,
      approver: async (request) => {
        asked.push(request);
        return { approved: true, scope };
      },
    };
  }

  const clean = run("mkdir -p data && rm -rf data");

  test("a question of a child comes to whoever answers for its parent, and names the child", async () => {
    await using place = await temporaryPlace({ outsideOfScratch: true });
    const { approver, asked } = answering("once");
    await using runtime = await runtimeIn(place, { approver });
    const parent = await openParent(runtime);
    await using child = await openChild(runtime, parent, oneByOne(clean), {
      label: "Clean the data\nfolder",
    });
    await child.agent.chat("Clean.");

    expect(asked).toMatchObject([{ sessionId: child.id }]);
    expect(asked[0]?.reason).toContain('The child agent "Clean the data folder" asks: ');
    const { audit } = await runtime.store();
    expect(audit.list({ limit: 1 })).toMatchObject([{ sessionId: child.id, decision: "allowed" }]);
  });

  test.each(["parent", "child"])(
    "a yes for the session to the %s holds for the other one, and after the child",
    async (first) => {
      await using place = await temporaryPlace({ outsideOfScratch: true });
      const { approver, asked } = answering("session");
      await using runtime = await runtimeIn(place, { approver });
      const parent = await openParent(runtime, { calls: first === "parent" ? [clean] : [] });
      const model = scripted([{ calls: [clean] }, { text: "Done." }]);

      await callsOfChild(runtime, parent, [clean]);
      await callsOfChild(runtime, parent, [clean]);
      parent.use({ model });
      await parent.agent.chat("Again.");
      const other = await openParent(runtime, { calls: [clean] });

      expect(asked.map(({ sessionId }) => sessionId === other.id)).toEqual([false, true]);
    },
  );

  test("a yes that would come later is a no: a parent can't wait for it", async () => {
    await using place = await temporaryPlace({ outsideOfScratch: true });
    await mkdir(join(place.project, "data"));
    await using runtime = await runtimeIn(place, { approver: async () => ({ pending: true }) });
    const parent = await openParent(runtime);

    const [result] = await callsOfChild(runtime, parent, [run("rm -rf data")]);

    expect(result).toHaveProperty("error");
    expect(existsSync(join(place.project, "data"))).toBe(true);
  });

  test("closing a parent closes its children first", async () => {
    await using place = await temporaryPlace();
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime);
    const child = await openChild(runtime, parent, scripted([{ text: "Done." }]));
    const grandchild = await openChild(runtime, child, scripted([{ text: "Done." }]));

    await parent[Symbol.asyncDispose]();

    for (const closed of [child, grandchild])
      await expect(closed.agent.chat("Go on.")).rejects.toMatchObject({ code: "AGENT_CLOSED" });
    const orphan = runtime.openSession({ parent: { sessionId: child.id, depth: 2 } });
    await expect(orphan).rejects.toMatchObject({ code: "RUNTIME_NO_PARENT" });
  });

  test("a child that is opened again has its parent's rights, and its own tools", async () => {
    await using place = await temporaryPlace({ outsideOfScratch: true });
    await using runtime = await runtimeIn(place);
    const parent = await openParent(runtime, { mode: "plan" });
    const child = await openChild(runtime, parent, scripted([{ text: "Done." }]), { tools: ["terminal"] });
    await child.agent.chat("Go.");
    await child[Symbol.asyncDispose]();

    const model = oneByOne(run("touch made"), {
      name: "write_file",
      arguments: { path: "made", content: "" },
    });
    await using again = await runtime.openSession({
      ...{ model, resume: child.id },
      parent: { sessionId: parent.id, depth: 1, tools: ["terminal"] },
    });
    await again.agent.chat("Go on.");

    expect(again.id).toBe(child.id);
    expect(existsSync(join(place.project, "made"))).toBe(false);
    expect((await runtime.permissions()).mode(again.id)).toBe("plan");
  });
});
