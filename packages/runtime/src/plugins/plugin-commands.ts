import type { PluginManifest } from "@hermes/plugins/host";
import type { Provenance } from "@hermes/registry";
import { z } from "zod";
import { provenanceOf } from "./plugin-provenance.ts";
import type { UsedPlugin, WorkspacePlugins } from "./workspace-plugins.ts";

/** What can be typed after a slash. */
export interface PluginCommandFacts {
  /** Without the slash. */
  readonly name: string;
  readonly summary: string;
  /** Name of the plug-in. */
  readonly plugin: string;
}

/** What a command answers: one of both, or neither. */
export interface PluginCommandAnswer {
  /** For the person. */
  readonly text?: string | undefined;
  /** For the agent, in the person's name. */
  readonly prompt?: string | undefined;
  /** Where the prompt comes from. */
  readonly provenance: readonly Provenance[];
}

export interface PluginCommandOptions {
  readonly signal: AbortSignal;
  readonly sessionId?: string | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** Commands of plug-ins as what is typed after a slash. */
export interface PluginCommands {
  commands(): Promise<readonly PluginCommandFacts[]>;
  /**
   * @returns Undefined where there is none of that name.
   * @throws {HermesError} as `RunningPlugin.call`
   */
  run(name: string, args: string, options: PluginCommandOptions): Promise<PluginCommandAnswer | undefined>;
}

const longest = 100_000;

const answers = z.object({
  text: z.string().max(longest).optional(),
  prompt: z.string().max(longest).optional(),
});

/**
 * @param plugins Undefined: there is none.
 * @param cwd Folder of the work.
 */
export function pluginCommands(
  plugins: () => Promise<WorkspacePlugins | undefined>,
  cwd: () => Promise<string>,
): PluginCommands {
  return {
    commands: async () => ((await plugins())?.used ?? []).flatMap(commandsOf),
    async run(name, args, options) {
      const plugin = (await plugins())?.provider("commands", name);
      if (plugin === undefined) return undefined;
      const call = { ...options, cwd: await cwd(), timeoutMs: commandTakesMs };
      const answer = await plugin.running.call(["commands", name, "run"], { args }, call);
      const { wrongAnswer } = await import("./wrong-answer.ts");
      const read = answers.safeParse(answer ?? {});
      if (!read.success) throw wrongAnswer(plugin.manifest.name, `the command "${name}"`, read.error);
      return { ...read.data, provenance: provenanceOf(plugin.manifest) };
    },
  };
}

/** A person waits for it, and can end it. */
const commandTakesMs = 300_000;

function commandsOf({
  manifest,
  description,
}: Pick<UsedPlugin, "description"> & {
  readonly manifest: Pick<PluginManifest, "name">;
}): readonly PluginCommandFacts[] {
  return Object.entries(description.commands).map(([name, { summary }]) => ({
    name,
    summary,
    plugin: manifest.name,
  }));
}
