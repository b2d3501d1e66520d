import { HermesError } from "@hermes/registry";
import { hookAnswers } from "../hooks/hook-answers.ts";
import type { PluginManifest } from "../manifest/plugin-manifest.ts";
import type { PluginCallOptions, RunningPlugin } from "../process/plugin-process.ts";
import { formProblem, isStream } from "./answer-forms.ts";
import { containsAll } from "./contains-all.ts";
import type { PluginExample } from "./plugin-examples.ts";

/** Items of a stream that may have no end. */
const maxItems = 1_000;

/** @returns What is wrong; undefined: all is as the example says. */
export async function runExample(
  plugin: RunningPlugin,
  manifest: PluginManifest,
  example: PluginExample,
  options: PluginCallOptions,
): Promise<string | undefined> {
  try {
    const answer = await answerOf(plugin, manifest, example, options);
    if (example.fails !== undefined)
      return `It should fail with "${example.fails}", and gives ${shown(answer)}`;
    if (example.gives === undefined || containsAll(answer, example.gives)) return undefined;
    return `It should give ${shown(example.gives)}, and gives ${shown(answer)}`;
  } catch (error) {
    options.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    const isExpected = example.fails !== undefined && HermesError.is(error) && error.code === "PLUGIN_FAILED";
    return isExpected && message.includes(example.fails ?? "") ? undefined : message;
  }
}

async function answerOf(
  plugin: RunningPlugin,
  manifest: PluginManifest,
  { call, params, gives }: PluginExample,
  options: PluginCallOptions,
): Promise<unknown> {
  if (!isStream(call)) {
    const answer = await plugin.call(call, params, options);
    if (call[0] === "hooks") checkHook(call[1] ?? "", answer);
    return checked(manifest, call, answer);
  }
  const items: unknown[] = [];
  // A messenger listens for ever: so many items as are expected are taken.
  const wanted = call[0] === "platforms" && Array.isArray(gives) ? gives.length : maxItems;
  for await (const item of plugin.stream(call, params, options)) {
    items.push(checked(manifest, call, item));
    if (items.length >= wanted) break;
  }
  return items;
}

function checked(manifest: PluginManifest, call: readonly string[], answer: unknown): unknown {
  const problem = formProblem(manifest, call, answer);
  if (problem !== undefined) throw new TypeError(problem);
  return answer;
}

function checkHook(event: string, answer: unknown): void {
  if (Object.hasOwn(hookAnswers, event)) hookAnswers[event as keyof typeof hookAnswers](answer); // it is a key of it
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 300);
}
