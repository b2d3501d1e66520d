import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import type { AgentHooks } from "@hermes/agent-loop";
import { scripted } from "@hermes/models";
import { callingModel, resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

test("hooks of the runtime come before those of a session, in front of the guard, and are told of the end", async () => {
  await using place = await temporaryPlace();
  const steps: string[] = [];
  const watch = (name: string): AgentHooks => ({
    name,
    sessionStart: () => void steps.push(`${name} start`),
    sessionEnd: () => void steps.push(`${name} end`),
    approvalRequest: () => void steps.push(`${name} asked`),
  });
  const strict: AgentHooks = {
    ...watch("session"),
    beforeToolCall: ({ args }) =>
      JSON.stringify(args).includes("git push") ? { block: "Nothing is pushed today." } : undefined,
  };
  const command = (text: string) => ({ name: "terminal", arguments: { command: text } });
  const model = callingModel(command("git push --force"), command("echo hello"));
  const runtime = await runtimeIn(place, {
    model,
    hooks: [watch("runtime")],
    approver: async () => ({ approved: true, scope: "once" }),
  });
  const session = await runtime.openSession({ hooks: [strict] });

  await session.agent.chat("go");
  await session[Symbol.asyncDispose]();
  await runtime[Symbol.asyncDispose]();

  expect(resultsIn(model)).toMatchObject([{ error: "Nothing is pushed today." }, { output: "hello\n" }]);
  expect(steps).toEqual(["runtime start", "session start", "runtime end", "session end"]);
  expect(runtime.warnings).toEqual([]);
});

test("what a hook has against a call holds for what is saved when a conversation ends", async () => {
  await using place = await temporaryPlace();
  const fact = { action: "add", target: "memory", content: "Prefers tea." };
  const answer = { text: "ok" };
  const model = scripted([answer, answer, answer, { calls: [{ name: "memory", arguments: fact }] }]);
  const seen: string[] = [];
  const runtime = await runtimeIn(place, { model });
  const hook: AgentHooks = {
    name: "no-memory",
    beforeToolCall: ({ tool }) => (seen.push(tool.name), { block: "Nothing is kept." }),
  };
  const session = await runtime.openSession({ hooks: [hook] });
  for (const said of ["one", "two", "three"]) await session.agent.chat(said);

  expect(await session.saveFacts({ signal: new AbortController().signal })).toEqual([]);

  expect(seen).toEqual(["memory"]);
  await session[Symbol.asyncDispose]();
  await runtime[Symbol.asyncDispose]();
});

test("hooks of the runtime hold turns, requests and calls of children too, and what is asked beside the turns", async () => {
  await using place = await temporaryPlace();
  const path = new AsyncLocalStorage<string>();
  const steps: string[] = [];
  const within = (step: string): string => {
    steps.push([path.getStore() ?? [], step].flat().join(" > "));
    return steps.at(-1) ?? "";
  };
  const hook: AgentHooks = {
    name: "paths",
    aroundTurn: async ({ parent }, next) =>
      await path.run(within(parent === undefined ? "turn" : "child"), next),
    aroundModelRequest: ({ purpose }, next) => path.run(within(purpose), next),
    aroundToolCall: async ({ tool }, next) => await path.run(within(tool.name), next),
  };
  const model = scripted([
    { calls: [{ name: "delegate_task", arguments: { goal: "Look." } }] },
    { text: "Found." },
    ...["Good.", "Well.", "So.", "Nothing to keep."].map((text) => ({ text })),
  ]);
  const runtime = await runtimeIn(place, { model, hooks: [hook] });
  const session = await runtime.openSession();

  await session.agent.chat("go");
  const { usage, childUsage } = session.agent;
  for (const said of ["two", "three"]) await session.agent.chat(said);
  steps.length = Math.min(steps.length, 6);
  await session.saveFacts({ signal: new AbortController().signal });
  await session[Symbol.asyncDispose]();
  await runtime[Symbol.asyncDispose]();

  const call = "turn > delegate_task";
  expect(steps).toEqual([
    "turn",
    "turn > turn",
    call,
    `${call} > child`,
    `${call} > child > turn`,
    "turn > turn",
    "memory",
  ]);
  expect([usage.outputTokens, childUsage.outputTokens].every((tokens) => tokens > 0)).toBe(true);
});
