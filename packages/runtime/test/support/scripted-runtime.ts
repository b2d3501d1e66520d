import { createRuntime } from "../../src/index.ts";
import type { OpenSessionOptions, Runtime, RuntimeFlags, RuntimeOptions } from "../../src/index.ts";
import { scripted } from "@hermes/models";
import type { ModelRequest, ScriptedCall, ScriptedModel } from "@hermes/models";
import type { TemporaryPlace } from "./temporary-place.ts";

/** A runtime in a temporary place, with warnings kept. */
export async function runtimeIn(
  place: TemporaryPlace,
  options: Partial<RuntimeOptions> = {},
): Promise<Runtime & { readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  const runtime = createRuntime({
    loaded: await place.settings(options.env),
    cwd: place.project,
    env: place.env,
    platform: "cli",
    onWarning: (message) => warnings.push(message),
    ...options,
  });
  return { ...runtime, warnings };
}

/** The first request of a new session, as the model gets it. */
export async function firstRequest(
  place: TemporaryPlace,
  options: {
    readonly flags?: RuntimeFlags;
    readonly env?: RuntimeOptions["env"];
    readonly open?: OpenSessionOptions;
  } = {},
): Promise<{ readonly request: ModelRequest; readonly warnings: readonly string[] }> {
  const model = scripted([{ text: "Hello." }]);
  const runtime = await runtimeIn(place, {
    model,
    flags: options.flags,
    ...(options.env && { env: options.env }),
  });
  try {
    const session = await runtime.openSession(options.open);
    await session.agent.chat("Hi");
    await session[Symbol.asyncDispose]();
    return { request: requestOf(model, 0), warnings: runtime.warnings };
  } finally {
    await runtime[Symbol.asyncDispose]();
  }
}

export function requestOf(model: ScriptedModel, index: number): ModelRequest {
  const request = model.requests[index];
  if (request === undefined) throw new Error(`There was no request ${index + 1}.`);
  return request;
}

/** A model that makes one batch of calls and then says that it is done. */
export function callingModel(...calls: readonly ScriptedCall[]): ScriptedModel {
  return scripted([{ calls }, { text: "Done." }]);
}

/** What the tools of the last batch answered, as data. */
export function resultsIn(model: ScriptedModel): readonly Readonly<Record<string, unknown>>[] {
  const messages = model.requests.at(-1)?.messages ?? [];
  return messages.flatMap((message) => (message.role === "tool" ? [JSON.parse(message.content)] : []));
}
