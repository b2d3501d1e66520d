import { scripted } from "@hermes/models";
import type { ScriptedCall, ScriptedModel } from "@hermes/models";
import type { OpenSession, OpenSessionOptions, Runtime, SessionParent } from "../../src/index.ts";
import { resultsIn } from "../support/scripted-runtime.ts";

/** A session of a person in which calls were made, one after another, and something was said. */
export async function openParent(
  runtime: Runtime,
  {
    calls = [],
    says = "Hi.",
    ...options
  }: OpenSessionOptions & { readonly calls?: readonly ScriptedCall[]; readonly says?: string } = {},
): Promise<OpenSession> {
  const model = scripted([...calls.map((call) => ({ calls: [call] })), { text: "Hello." }]);
  const session = await runtime.openSession({ model, ...options });
  await session.agent.chat(says);
  return session;
}

/** A model that makes calls one after another, and then says that it is done. */
export function oneByOne(...calls: readonly ScriptedCall[]): ScriptedModel {
  return scripted([...calls.map((call) => ({ calls: [call] })), { text: "Done." }]);
}

export async function openChild(
  runtime: Runtime,
  parent: OpenSession,
  model: ScriptedModel,
  options: Partial<SessionParent> = {},
): Promise<OpenSession> {
  return await runtime.openSession({ model, parent: { sessionId: parent.id, depth: 1, ...options } });
}

/** What a child's calls gave, made one after another in a session that is closed then. */
export async function callsOfChild(
  runtime: Runtime,
  parent: OpenSession,
  calls: readonly ScriptedCall[],
  options: Partial<SessionParent> & { readonly task?: string } = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { task = "Do it.", ...rest } = options;
  const model = oneByOne(...calls);
  const child = await openChild(runtime, parent, model, rest);
  try {
    await child.agent.chat(task);
    return resultsIn(model);
  } finally {
    await child[Symbol.asyncDispose]();
  }
}
