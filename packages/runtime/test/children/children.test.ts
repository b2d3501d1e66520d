import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { processOwner } from "@hermes/agent-loop";
import { SessionController } from "@hermes/agent-loop/controller";
import type { ChildResult } from "@hermes/agent-loop/delegate";
import { scripted } from "@hermes/models";
import type { ModelRequest, ScriptedAnswer, ScriptedModel } from "@hermes/models";
import { expect, test } from "vitest";
import { storedChildren } from "../../src/child/stored-children.ts";
import type { OpenSession } from "../../src/index.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "../support/temporary-place.ts";

async function collect<Event>(events: AsyncIterable<Event>): Promise<readonly Event[]> {
  const all: Event[] = [];
  for await (const event of events) all.push(event);
  return all;
}

type Answers = (request: ModelRequest, round: number) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** One model for all: who is asked is told by the prompt, and its round by the answers before. */
function cast(parent: Answers, child: Answers): ScriptedModel {
  return scripted(async (request) => {
    const round = request.messages.filter(({ role }) => role === "assistant").length;
    return await (request.system.includes("works for another agent") ? child : parent)(request, round);
  });
}

function call(name: string, args: Readonly<Record<string, unknown>>): ScriptedAnswer {
  return { calls: [{ name, arguments: args }] };
}

/** Calls one after another, then an end. */
function steps(...answers: readonly ScriptedAnswer[]): Answers {
  return (_request, round) => answers[round] ?? { text: "Done." };
}

const shell = (command: string) => call("terminal", { command });

function lastResult(session: OpenSession) {
  const found = session.agent.messages.findLast((message) => message.role === "tool");
  return found?.role === "tool" ? JSON.parse(found.content) : undefined;
}

/** The task that a request of a child is about. */
function goalOf({ messages }: ModelRequest): string {
  const [first] = messages;
  const part = first?.role === "user" ? first.content[0] : undefined;
  return part?.type === "text" ? part.text : "";
}

async function config(place: TemporaryPlace, settings: object): Promise<void> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), JSON.stringify(settings));
}

test("one child works in the shell of its parent and gives back what it wrote", async () => {
  await using place = await temporaryPlace();
  const model = cast(
    steps(
      shell("mkdir sub && cd sub && export WHO=parent"),
      call("delegate_task", { goal: "Write." }),
      shell("pwd; echo $THERE"),
    ),
    steps(
      shell('echo "$WHO" > who.txt; export THERE=yes'),
      call("write_file", { path: "note.txt", content: "x" }),
      call("report", { outcome: "done", findings: ["It is written."] }),
    ),
  );
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
  await using session = await runtime.openSession();

  await session.agent.chat("Go.");

  expect(readFileSync(join(place.project, "sub", "who.txt"), "utf8")).toBe("parent\n");
  expect(lastResult(session).output).toBe(`${join(place.project, "sub")}\nyes\n`);
  const [record] = await session.children.list();
  expect(record?.end?.result).toMatchObject({
    ...{ status: "done", findings: ["It is written."], rounds: 4 },
    files: { written: ["note.txt"] },
  });
  expect((await runtime.store()).sessions.get(record?.id ?? "")).toMatchObject({ platform: "subagent" });
});

test("children of a batch have shells of their own in the folder of their parent", async () => {
  await using place = await temporaryPlace();
  const model = cast(
    steps(
      shell("mkdir sub && cd sub"),
      call("delegate_task", { tasks: [{ goal: "a" }, { goal: "b" }] }),
      shell("pwd; echo ${X:-none}"),
    ),
    (request, round) => [shell(`export X=1; pwd > ${goalOf(request)}.txt; cd /`)][round] ?? { text: "Done." },
  );
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
  await using session = await runtime.openSession();

  await session.agent.chat("Go.");

  const folder = join(place.project, "sub");
  for (const name of ["a", "b"])
    expect(readFileSync(join(folder, `${name}.txt`), "utf8")).toBe(`${folder}\n`);
  expect(lastResult(session).output).toBe(`${folder}\nnone\n`);
});

test("children that race for one budget spend no more than it, and each says what is left", async () => {
  await using place = await temporaryPlace();
  await config(place, { budget: { tree: { requests: 9 } } });
  const model = cast(
    steps(call("delegate_task", { tasks: [{ goal: "a" }, { goal: "b" }, { goal: "c" }] })),
    () => shell("true"),
  );
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
  await using session = await runtime.openSession();

  for await (const _event of session.agent.run("Go.")) continue;

  const { spending } = await runtime.store();
  const { settled, reserved } = spending.spent(session.id, Date.now()).tree;
  expect([settled.requests, reserved.requests, model.requests.length]).toEqual([9, 0, 9]);
  const results: readonly ChildResult[] = lastResult(session).results;
  for (const result of results)
    expect(result).toMatchObject({ status: "partial", error: { code: "SPEND_LIMIT_REACHED" } });
});

test("a session that is closed interrupts its children, tells of it when it is open again, and they go on", async () => {
  await using place = await temporaryPlace();
  let isAgain = false;
  let id = "";
  const model = cast(
    (_request, round) =>
      isAgain
        ? ([undefined, undefined, call("delegate_control", { action: "resume", id })][round] ?? {
            text: "Well.",
          })
        : (([call("delegate_task", { goal: "Slow.", background: true })][round] ?? {
            text: "It runs.",
          }) as ScriptedAnswer),
    (_request, round) =>
      isAgain ? { text: "Now it is done." } : round === 0 ? shell("echo half") : { hang: true },
  );
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
  const session = await runtime.openSession();
  await session.agent.chat("Go.");
  await expect.poll(() => session.children.running[0]?.rounds).toBe(2);
  await session[Symbol.asyncDispose]();

  isAgain = true;
  await using again = await runtime.openSession({ resume: session.id });
  const [record] = await again.children.list();
  id = record?.id ?? "";
  expect(record?.state).toBe("interrupted");
  await again.agent.chat("Go on.");

  const told =
    JSON.stringify(again.agent.messages).split(`The child ${id} has ended: interrupted`).length - 1;
  expect(told).toBe(1);
  const child = await again.children.get(id);
  await expect.poll(async () => (await again.children.get(id)).state).toBe("done");
  expect(child.run).toBe(2);
  expect((await again.children.get(id)).end?.result.summary).toBe("Now it is done.");
});

test("nothing that a child started goes on after it", async () => {
  await using place = await temporaryPlace();
  const model = cast(
    steps(call("delegate_task", { tasks: [{ goal: "a" }] })),
    steps(
      call("terminal", { command: "echo $$ > pid; exec sleep 1000", background: true }),
      shell("sleep 0.1; echo $$ > shell"),
    ),
  );
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
  await using session = await runtime.openSession();

  await session.agent.chat("Go.");

  for (const file of ["pid", "shell"]) {
    const pid = Number(readFileSync(join(place.project, file), "utf8"));
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 30_000 }).toBe(false);
  }
});

test("a child in a role that may delegate has children of its own, and an interrupt ends all of them", async () => {
  await using place = await temporaryPlace();
  await mkdir(join(place.home, "agents"), { recursive: true });
  const role =
    "---\nname: lead\ndescription: Leads others.\ntools: terminal, delegate_task\n---\nDivide the work.";
  await writeFile(join(place.home, "agents", "lead.md"), role);
  const delegate = (goal: string) => call("delegate_task", { goal, role: "lead" });
  const model = cast(steps(delegate("top")), (request, round) => {
    const has = request.tools.some(({ name }) => name === "delegate_task");
    return has && round === 0 ? delegate("below") : { hang: true };
  });
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
  await using session = await runtime.openSession();

  const stop = new AbortController();
  const ended = session.agent.chat("Go.", { signal: stop.signal }).catch(() => undefined);
  await expect.poll(() => model.requests.length).toBe(3);
  const [top] = session.children.running;
  stop.abort();
  await ended;
  await expect.poll(() => session.children.running).toEqual([]);

  const [record] = await session.children.list();
  expect(record).toMatchObject({ id: top?.id, depth: 1, state: "interrupted", role: "lead" });
  expect(await session.children.list()).toMatchObject([
    { id: top?.id, depth: 1 },
    { parentId: top?.id, depth: 2, state: "interrupted" },
  ]);
});

test("the result of a child counts what its own children used, of this run alone", async () => {
  await using place = await temporaryPlace();
  await mkdir(join(place.home, "agents"), { recursive: true });
  await writeFile(
    join(place.home, "agents", "lead.md"),
    "---\nname: lead\ndescription: Leads.\ntools: delegate_task\n---\nLead.",
  );
  const usage = {
    inputTokens: 100,
    outputTokens: 10,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costUsd: 0.01,
  };
  const model = cast(steps(call("delegate_task", { goal: "top", role: "lead" })), (request, round) => {
    const isTop = request.tools.some(({ name }) => name === "delegate_task");
    return {
      ...(isTop && round === 0 ? call("delegate_task", { goal: "below" }) : { text: "Done." }),
      usage,
    };
  });
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();

  await session.agent.chat("Go.");

  const [top, below] = await session.children.list();
  expect(lastResult(session)).toMatchObject({ tokens: { input: 300, output: 30 }, cost_usd: 0.03 });
  expect(below?.end?.result).toMatchObject({ tokens: { input: 100, output: 10 }, cost_usd: 0.01 });
  const again = await session.children.sendInput(top?.id ?? "", "And?");
  if (again.steered) throw new Error("It had ended.");
  expect((await again.run.ended).result).toMatchObject({
    tokens: { input: 100, output: 10 },
    cost_usd: 0.01,
  });
});

test("a role that there is not is said to the model, with those there are", async () => {
  await using place = await temporaryPlace();
  const model = cast(steps(call("delegate_task", { goal: "a", role: "nobody" })), steps());
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();

  await session.agent.chat("Go.");

  expect(lastResult(session)).toMatchObject({ status: "failed", error: { code: "RUNTIME_NO_ROLE" } });
});

test("a person has something done in the background, sees it among the agents, and ends it", async () => {
  await using place = await temporaryPlace();
  const model = cast(steps(), () => ({ hang: true }));
  await using runtime = await runtimeIn(place, { model });
  await using controller = new SessionController({ openSession: (choice) => runtime.openSession(choice) });
  const session = await controller.open();
  const said = async (line: string): Promise<string> => {
    const events = await collect(controller.run(line));
    return events
      .flatMap((event) => (event.type === "command-reply" ? (event.reply.lines ?? []) : []))
      .join("\n");
  };

  expect(await said("/agents")).toBe("This conversation has no agents.");
  await writeFile(join(place.project, "AGENTS.md"), "The word is heron.");
  const started = await said("/background Read @AGENTS.md, and tell what it says.");
  const [running] = session.children.running;
  expect(started).toContain(running?.id);
  expect(await said("/tasks")).toMatch(/Read @AGENTS.md, and tell.* · thinks · round \d/);
  await expect.poll(() => model.requests.length).toBe(1);
  expect(JSON.stringify(model.requests[0]?.messages)).toContain("The word is heron.");
  expect(await said(`/agents stop ${running?.id}`)).toContain("interrupted");
  expect(await said(`/agents ${running?.id}`)).toContain("interrupted");
  const [failure] = await collect(controller.run("/agents nobody"));
  expect(failure).toMatchObject({ type: "failure", error: { code: "CHILD_NOT_FOUND" } });
  await said("/bg Go on for ever.");
  expect(await collect(controller.close())).toContainEqual(
    expect.objectContaining({ type: "warning", code: "CHILD_INTERRUPTED" }),
  );
});

test("children are no conversations: no list shows them unasked, and none is the latest", async () => {
  await using place = await temporaryPlace();
  const model = cast(steps(call("delegate_task", { goal: "a" })), steps());
  await using runtime = await runtimeIn(place, { model });
  const session = await runtime.openSession();
  await session.agent.chat("Go.");
  const [child] = await session.children.list();
  await session[Symbol.asyncDispose]();

  const { sessions } = await runtime.store();
  expect(sessions.list().map(({ id }) => id)).toEqual([session.id]);
  expect(sessions.list({ platform: "subagent" }).map(({ id }) => id)).toEqual([child?.id]);
  expect(sessions.list({ children: true })).toHaveLength(2);
  expect(sessions.unsummarized({ before: Infinity }).map(({ id }) => id)).not.toContain(child?.id);
  await using latest = await runtime.openSession({ resume: "latest" });
  expect(latest.id).toBe(session.id);
});

test("housekeeping ends a child whose process died, whoever's it was", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { model: cast(steps(), steps()), housekeepingAfterMs: 0 });
  const records = storedChildren(await runtime.store());
  const owner = { ...processOwner(), pid: 2 ** 22 + 1 };
  await records.start({
    ...{ id: "lost", run: 1, parentId: "elsewhere", depth: 1, background: true, shared: false },
    ...{ goal: "a", owner, startedAt: 1, state: "running" },
  });
  await using session = await runtime.openSession();

  await session.agent.chat("Go.");

  await expect.poll(async () => (await records.get("lost"))?.state).toBe("orphaned");
  expect((await runtime.store()).journal.notices.waiting("elsewhere")).toHaveLength(1);
});

test("records go with the session of the child or of its parent, and one that says something else is left alone", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, {
    model: cast(steps(call("delegate_task", { tasks: [{ goal: "a" }, { goal: "b" }] })), steps()),
  });
  await using session = await runtime.openSession();
  await session.agent.chat("Go.");
  const store = await runtime.store();
  const records = storedChildren(store);
  const [one, other] = await records.list();

  store.transaction(({ run }) => run("UPDATE children_runs SET record = '{}' WHERE id = ?", other?.id ?? ""));
  expect(await records.list()).toEqual([one]);
  store.sessions.delete(one?.id ?? "");
  expect(await records.get(one?.id ?? "")).toBeUndefined();
  store.sessions.delete(session.id);
  expect(store.read(({ all }) => all("SELECT * FROM children_runs"))).toEqual([]);
});
