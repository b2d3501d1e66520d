import { HermesError } from "@hermes/registry";
import { descriptionProblems } from "../manifest/check-description.ts";
import type { PluginDescription } from "../manifest/plugin-description.ts";
import type { PluginManifest } from "../manifest/plugin-manifest.ts";
import type { RunningPlugin } from "../process/plugin-process.ts";
import { isStream } from "./answer-forms.ts";
import type { PluginExample } from "./plugin-examples.ts";
import { runExample } from "./run-example.ts";
import { sampleCalls } from "./sample-calls.ts";

/** What was looked at, for people. */
export interface PluginCheck {
  readonly what: string;
  /** Why it is not so. */
  readonly problem?: string | undefined;
}

export interface CheckPluginOptions {
  /** `readExamples(folder)`. Parts that may reach out, write or cost money are called with these alone. */
  readonly examples?: readonly PluginExample[] | undefined;
  /** Folder that the calls are told as that of the work. @default "/" */
  readonly cwd?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with each check as soon as it is made. */
  readonly onCheck?: ((check: PluginCheck) => void) | undefined;
}

/** Longest time of a call. */
const timeoutMs = 20_000;

/** Holds a plug-in against the contract: all checks that were made. One that can't be loaded gets no others. */
export async function checkPlugin(
  plugin: RunningPlugin,
  manifest: PluginManifest,
  options: CheckPluginOptions = {},
): Promise<readonly PluginCheck[]> {
  const made: PluginCheck[] = [];
  for await (const each of checks(plugin, manifest, options)) {
    made.push(each);
    options.onCheck?.(each);
  }
  return made;
}

async function* checks(
  plugin: RunningPlugin,
  manifest: PluginManifest,
  options: CheckPluginOptions,
): AsyncGenerator<PluginCheck, void, void> {
  const { examples = [], cwd = "/", signal = new AbortController().signal } = options;
  const call = { signal, timeoutMs, cwd, sessionId: "sample" };
  const loaded: { description?: PluginDescription } = {};
  yield await check("its module is loaded, and says what it gives", signal, async () => {
    loaded.description = await plugin.describe(call);
    return undefined;
  });
  const { description } = loaded;
  if (description === undefined) return;
  const differences = descriptionProblems(manifest, description);
  yield outcome("it gives what its manifest names", differences.join("; ") || undefined);

  const calls = [...sampleCalls(description, { cwd }), ...examples];
  for (const each of calls)
    yield await check(nameOf(each), signal, () => runExample(plugin, manifest, each, call));

  const [first] = calls.filter(({ fails }) => fails === undefined);
  if (first !== undefined) {
    yield await check(`${first.call.join(".")} answers two calls side by side`, signal, async () => {
      const problems = await Promise.all([1, 2].map(() => runExample(plugin, manifest, first, call)));
      return problems.find((problem) => problem !== undefined);
    });
    yield await check(`${first.call.join(".")} stops when it is told to`, signal, () =>
      stops(plugin, first, call),
    );
  }
  const tools = new Set(
    examples.filter(({ call: [kind] }) => kind === "tools").map((each) => each.call[1] ?? ""),
  );
  for (const tool of tools)
    yield await check(`tools.${tool} survives arguments that are rubbish`, signal, () =>
      survives(plugin, tool, call),
    );
}

async function check(
  what: string,
  signal: AbortSignal,
  look: () => Promise<string | undefined>,
): Promise<PluginCheck> {
  try {
    return outcome(what, await look());
  } catch (error) {
    signal.throwIfAborted();
    return outcome(what, error instanceof Error ? error.message : String(error));
  }
}

function outcome(what: string, problem: string | undefined): PluginCheck {
  return problem === undefined ? { what } : { what, problem };
}

function nameOf({ call, fails, gives }: PluginExample): string {
  const end =
    fails !== undefined
      ? "fails as its example says"
      : gives === undefined
        ? "answers in its form"
        : "gives what its example says";
  return `${call.join(".")} ${end}`;
}

type CallOptions = Parameters<RunningPlugin["call"]>[2];

/** A process that did not stop a call was ended, and is started again with the next one. */
async function stops(
  plugin: RunningPlugin,
  { call, params }: PluginExample,
  options: CallOptions,
): Promise<string | undefined> {
  const before = plugin.starts;
  const controller = new AbortController();
  const signal = AbortSignal.any([options.signal, controller.signal]);
  const stream = isStream(call) ? plugin.stream(call, params, { ...options, signal }) : undefined;
  const running = stream?.next() ?? plugin.call(call, params, { ...options, signal });
  setImmediate(() => controller.abort(new Error("It is told to stop.")));
  await running.catch(() => undefined);
  await stream?.return(undefined);
  await plugin.describe(options);
  return plugin.starts === before
    ? undefined
    : "It went on for more than a second, and was ended. Hand context.signal on.";
}

async function survives(
  plugin: RunningPlugin,
  tool: string,
  options: CallOptions,
): Promise<string | undefined> {
  const before = plugin.starts;
  for (const rubbish of [{}, { "": [{}], a: null, query: 7, text: { $: [] } }])
    await plugin.call(["tools", tool, "execute"], rubbish, options).catch((error: unknown) => {
      options.signal.throwIfAborted();
      if (!HermesError.is(error) || error.code !== "PLUGIN_FAILED") throw error;
    });
  return plugin.starts === before ? undefined : "Its process has ended.";
}
