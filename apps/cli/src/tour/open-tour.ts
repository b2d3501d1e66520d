import type { AgentEvent } from "@hermes/agent-loop";
import { loadSettings, type LoadedSettings } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import { createRuntime } from "@hermes/runtime";
import type { OpenSession } from "@hermes/runtime";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTourModel, tourNotice, tourScenes } from "./tour-script.ts";

export interface OpenTourOptions {
  readonly env: Environment;
  /** Leaves the scratch folder where it is. @default false */
  readonly keep?: boolean | undefined;
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** A walk through Hermes without a model: the loop, the tools and the store are real, the answers are scripted. */
export interface Tour extends AsyncDisposable {
  /** Those of a new home. */
  readonly loaded: LoadedSettings;
  /** To be shown first: that no model is thinking here. */
  readonly notice: string;
  /** Holds everything that the tour makes; `work` is where the tools work. Removed when the tour is disposed. */
  readonly folder: string;
  readonly work: string;
  /** To be run one after another, each once. */
  readonly steps: readonly TourStep[];
}

export interface TourStep {
  /** What the person says. */
  readonly prompt: string;
  run(options?: { readonly signal?: AbortSignal | undefined }): AsyncIterable<AgentEvent>;
}

/** Prepares the tour in a scratch folder with a home of its own; nothing outside of it is touched. */
export async function openTour({ env, keep = false, onWarning }: OpenTourOptions): Promise<Tour> {
  const folder = await mkdtemp(join(await realpath(env["TMPDIR"] ?? tmpdir()), "hermes-tour-"));
  const [home, work] = [join(folder, "home"), join(folder, "work")];
  await mkdir(work);
  await writeFile(join(work, "welcome.txt"), "A file that was here before.\n");
  const ownEnv = { ...withoutHermes(env), HERMES_HOME: home };
  const scenes = tourScenes({ work, kept: keep });
  const loaded = await loadSettings({ env: ownEnv });
  const runtime = createRuntime({
    loaded,
    cwd: work,
    env: ownEnv,
    platform: "cli",
    model: createTourModel(scenes),
    onWarning,
  });
  let session: OpenSession | undefined;

  async function* play(prompt: string, afresh: boolean, signal?: AbortSignal): AsyncGenerator<AgentEvent> {
    if (afresh) {
      await session?.[Symbol.asyncDispose]();
      session = undefined;
    }
    session ??= await runtime.openSession();
    yield* session.agent.run(prompt, { signal });
  }

  return {
    loaded,
    notice: tourNotice,
    folder,
    work,
    steps: scenes.map(({ prompt, afresh }) => ({
      prompt,
      run: ({ signal } = {}) => play(prompt, afresh, signal),
    })),
    async [Symbol.asyncDispose]() {
      try {
        await runtime[Symbol.asyncDispose]();
      } finally {
        if (!keep) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The person's own switches (yolo, limits, a model) have no say in the tour. */
function withoutHermes(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("HERMES_")));
}
