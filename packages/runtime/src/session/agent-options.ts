import type {
  Agent,
  AgentHooks,
  AgentOptions,
  CallRemarks,
  GuardrailOptions,
  ParentSession,
  SpendMeter,
  SpillStore,
} from "@hermes/agent-loop";
import type { Settings } from "@hermes/config";
import type { ExternalMemory } from "@hermes/memory/provider";
import type { Model } from "@hermes/models";
import type { Tool } from "@hermes/registry";
import { join } from "node:path";
import { compressorOf } from "../compression/session-compressor.ts";
import { fitPictures } from "../media/fit-pictures.ts";
import { maxPictureBytes } from "../media/max-picture-bytes.ts";
import { picturesInWords } from "../media/pictures-in-words.ts";
import { memoryOptions } from "../memory/memory-options.ts";
import type { SessionMemory } from "../memory/session-memory.ts";
import { sessionMentions } from "../mentions/session-mentions.ts";
import { approverOf } from "../permissions/approver-of.ts";
import { folderRemarks } from "../prompt/folder-remarks.ts";
import type { FolderRemarksOptions } from "../prompt/folder-remarks.ts";
import { namesPlugins } from "../plugins/names-plugins.ts";
import { skipsContext } from "../prompt/skips-context.ts";
import type { ChildParts, RuntimeParts } from "../runtime-parts.ts";
import type { SessionObserver } from "../sessions/session-observer.ts";
import { createFileSpill } from "../spill.ts";
import type { LoadedSession } from "./load-session.ts";
import { oneShotJournal } from "./one-shot-journal.ts";
import type { SessionModel } from "./session-model.ts";

export interface AgentParts {
  readonly loaded: LoadedSession;
  readonly model: SessionModel;
  readonly meter: SpendMeter;
  readonly observer: SessionObserver;
  readonly external: ExternalMemory | undefined;
  /** The agent that these options are for. */
  readonly agent: () => Agent;
}

/** What the agent of a session gets. */
export async function agentOptions(
  parts: RuntimeParts,
  { loaded, model, meter, observer, external, agent }: AgentParts,
): Promise<AgentOptions> {
  const { sessionId, state, tools, toolsets, mcp, prompt, todo, memory, buildPrompt } = loaded;
  const { child } = parts;
  const isOneShot = child === undefined && parts.options.flags?.oneShot === true;
  const compressor = compressorOf(parts, { state, sessionId, metered: model.forCompression });
  const remembering = await memoryOptions(parts, {
    ...{ model: model.forMemory, tools, external, memory, compressor, buildPrompt },
  });
  return {
    model: model.forAgent(),
    spending: meter,
    ...{ tools, toolsets, prompt, sessionId, todo },
    liveTools: mcp?.live,
    journal: isOneShot ? oneShotJournal(observer.journal) : observer.journal,
    exclusive: true,
    // The date, notes and what a workspace has change the prompt from day to day: a session keeps its own.
    onChangedHead: parts.givenTools === undefined ? "ignore" : "adopt",
    ...settingsOf(parts, () => model.current),
    spill: { write: (result) => spillOf(parts, agent().sessionId).write(result) },
    // A turn of a child can't end with a question: its parent waits for it.
    approvals: child === undefined ? state.approvals : undefined,
    parent: child && parentOf(child),
    children: {
      async usageOf(noticeIds) {
        const ofChildren = noticeIds.filter((id) => id.startsWith("child:"));
        if (ofChildren.length === 0) return undefined;
        return await (await parts.children.of(agent().sessionId))?.usageOf(ofChildren);
      },
    },
    ...remembering,
    // Last: a hook before it may have added a picture.
    hooks: [
      ...(remembering.hooks ?? []),
      ...(await pluginHooksOf(parts)),
      ...(parts.sight === undefined
        ? []
        : [fitPictures(parts.sight, parts.warn), picturesInWords(parts, parts.sight)]),
    ],
    remarks: remarksOf(parts, memory, { sessionId, messages: () => agent().messages }),
  };
}

async function pluginHooksOf(parts: RuntimeParts): Promise<readonly AgentHooks[]> {
  if (!namesPlugins(parts)) return [];
  const { pluginSessionHooks } = await import("../plugins/plugin-session-hooks.ts");
  return await pluginSessionHooks(parts);
}

/** What the agent gets from the settings, the flags and the place. */
function settingsOf(parts: RuntimeParts, model: () => Model): Partial<AgentOptions> {
  const { cwd, env, origin, warn, options } = parts;
  const { loaded, flags = {} } = options;
  const { settings } = loaded;
  return {
    ...{ cwd, env, origin, onWarning: warn },
    maxRounds: flags.maxTurns ?? settings.agent.max_turns,
    maxResultChars: settings.tool_output.max_result_chars,
    maxImageBytes: maxPictureBytes,
    maxToolTokens: settings.tools.max_tokens + sizeOf(parts.givenTools?.tools ?? []),
    approver: approverOf(parts),
    mentions:
      flags.skipMentions !== true && (parts.child === undefined || parts.child.parent.words !== undefined)
        ? sessionMentions(parts, {
            get contextWindow() {
              return model().contextWindow;
            },
            approver: approverOf(parts),
          })
        : undefined,
    guardrails: guardrailsOf(settings.tool_loop_guardrails),
    reasoningEffort: flags.effort ?? settings.model.reasoning_effort,
  };
}

/** In tokens, as the registry counts them. */
function sizeOf(tools: readonly Tool[]): number {
  const chars = tools.map(
    ({ name, description, parameters }) =>
      JSON.stringify({ name, description, parameters: parameters() }).length,
  );
  return Math.ceil(chars.reduce((sum, each) => sum + each, 0) / 4);
}

function guardrailsOf(rules: Settings["tool_loop_guardrails"]): GuardrailOptions {
  const after = (count: number): number => (rules.warnings_enabled ? count : Number.POSITIVE_INFINITY);
  const { exact_failure, same_tool_failure, idempotent_no_progress } = rules.warn_after;
  return {
    sameCallFailures: after(exact_failure),
    sameToolFailures: after(same_tool_failure),
    sameResults: after(idempotent_no_progress),
    hardStop: rules.hard_stop_enabled,
  };
}

/** What is known of an error, and what a folder says that a call touches. */
function remarksOf(
  parts: RuntimeParts,
  memory: SessionMemory | undefined,
  session: FolderRemarksOptions,
): readonly CallRemarks[] {
  return [
    ...(memory === undefined ? [] : [memory.watch]),
    ...(skipsContext(parts) ? [] : [folderRemarks(parts, session)]),
  ];
}

/** What the loop needs of the session that this one works for. */
function parentOf({ parent, of }: ChildParts): ParentSession {
  const { sessionId, taskId, provenance, words } = parent;
  return {
    ...{ sessionId, taskId, provenance },
    transcript() {
      const { person, untrusted } = of.session.agent.transcript;
      return { person: words === undefined ? person : [...person, words], untrusted };
    },
  };
}

/** Where results go that are too large for the session. */
function spillOf({ options, written }: RuntimeParts, sessionId: string): SpillStore {
  return createFileSpill({
    folder: join(options.loaded.home, "results"),
    sessionId,
    note: async (path, sources) => await written.note([path], sources),
  });
}
