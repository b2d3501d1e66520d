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
