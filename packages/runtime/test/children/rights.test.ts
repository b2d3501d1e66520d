import { scripted } from "@hermes/models";
import type { ScriptedModel } from "@hermes/models";
import { expect, test } from "vitest";
import type { OpenSession, OpenSessionOptions, Runtime, SessionParent } from "../../src/index.ts";
import { requestOf, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";

/** A session of a person in which something was said. */
async function openParent(runtime: Runtime, options: OpenSessionOptions = {}): Promise<OpenSession> {
  const session = await runtime.openSession({ model: scripted([{ text: "Hello." }]), ...options });
  await session.agent.chat("Hi.");
  return session;
}

async function openChild(
  runtime: Runtime,
  parent: OpenSession,
  model: ScriptedModel,
  options: Partial<SessionParent> = {},
): Promise<OpenSession> {
  return await runtime.openSession({ model, parent: { sessionId: parent.id, depth: 1, ...options } });
}

test("a child belongs to its parent, and knows nothing of the person", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place);
  const parent = await openParent(runtime);
  const model = scripted([{ text: "Done." }]);
  const child = await openChild(runtime, parent, model);

  await child.agent.chat("Count the files.");

  expect(child.agent.head).toMatchObject({ parentId: parent.id, platform: "subagent", cwd: place.project });
  const { system, tools } = requestOf(model, 0);
  expect(system).toContain("works for another agent");
  expect(system).not.toContain("Last session");
  const names = tools.map(({ name }) => name);
  expect(names).toContain("terminal");
  expect(names.filter((name) => /clarify|memory|learning|skill_manage/.test(name))).toEqual([]);
});
