import { HermesError, parseBySchema, toolError } from "@hermes/registry";
import type { KeptAnswer, Tool, ToolFinding } from "@hermes/registry";
import type { PluginDescription } from "@hermes/plugins/host";
import { provenanceOf } from "./plugin-provenance.ts";
import type { UsedPlugin } from "./workspace-plugins.ts";

export interface PluginToolsOptions {
  /** The plug-in as it is used now; undefined: it is not. */
  readonly now: () => UsedPlugin | undefined;
  /** Folder of the work. */
  readonly cwd: string;
}

type Facts = PluginDescription["tools"][string];

/** The toolset of a plug-in. */
export function toolsetOfPlugin(name: string): string {
  return `plugin-${name}`;
}

/** What a plug-in offers a model. Each call is judged as that of a tool which nothing is known of. */
export function pluginTools(plugin: UsedPlugin, options: PluginToolsOptions): readonly Tool[] {
  return Object.entries(plugin.description.tools).map(([name, facts]) =>
    toolOf(plugin, { name, facts }, options),
  );
}

const action = { name: "plugin.call", summary: "call a tool of a plug-in" };
const longestTimeMs = 60_000;

function toolOf(
  { manifest, digest }: UsedPlugin,
  { name, facts }: { readonly name: string; readonly facts: Facts },
  { now, cwd }: PluginToolsOptions,
): Tool {
  const { name: of } = manifest;
  const { readOnly: onlyReads = false, parameters, timeoutMs = longestTimeMs } = facts;
  return {
    ...{ name, toolset: toolsetOfPlugin(of), emoji: "🧩", requiresEnv: [], readOnly: false },
    ...(onlyReads ? { concurrency: "parallel" } : {}),
    provenance: provenanceOf(manifest)[0],
    ...{ maxResultChars: undefined, available: undefined, describe: undefined, cleanup: undefined },
    description: `Tool of the plug-in "${of}": ${facts.description}`,
    actions: [action],
    describeCall(args) {
      const json = JSON.stringify(args) ?? "";
      const kept = keptAnswer({ of, name, onlyReads, digest });
      return { action, argument: { kind: "text", text: `${of}/${name} ${json}`, shown: json, kept } };
    },
    findings: async () => [findingOf({ of, name, onlyReads })],
    detail: (args) => detailOf(args),
    parameters: () => parameters,
    parse: (args) => parseBySchema(args, parameters),
    async execute(args, { signal, sessionId, progress }) {
      const used = now();
      if (used === undefined || !Object.hasOwn(used.description.tools, name))
        return toolError(`The plug-in "${of}" is used no more, and "${name}" with it.`);
      try {
        return await used.running.call(["tools", name, "execute"], args, {
          ...{ signal, sessionId, timeoutMs, cwd },
          onProgress: progress && ((text) => progress({ text })),
        });
      } catch (error) {
        signal.throwIfAborted();
        if (!HermesError.is(error)) throw error;
        return toolError(error.message, { hint: error.hint });
      }
    },
  };
}

interface Called {
  readonly of: string;
  readonly name: string;
  readonly onlyReads: boolean;
}

/** One yes is enough for all that only reads. It ends with another version of the files. */
function keptAnswer({ of, name, onlyReads, digest }: Called & { readonly digest: string }): KeptAnswer {
  return onlyReads
    ? { rule: `plugin.call(${of}/*), where it only reads`, of: JSON.stringify([of, digest]) }
    : { rule: `plugin.call(${of}/${name} *)`, of: JSON.stringify([of, digest, name]) };
}

function findingOf({ of, name, onlyReads }: Called): ToolFinding {
  const reason = onlyReads
    ? `The plug-in "${of}" says that "${name}" only reads; nobody has checked that.`
    : `Nothing is known of what "${name}" of the plug-in "${of}" does.`;
  return { id: "tool.needs-approval", severity: "ask", reason };
}

const longestDetail = 80;

function detailOf(args: unknown): string | undefined {
  const text = JSON.stringify(args);
  if (text === undefined || text === "{}") return undefined;
  return text.length > longestDetail ? `${text.slice(0, longestDetail - 1)}…` : text;
}
