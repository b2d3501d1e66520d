import { untrustedSources } from "@hermes/registry";
import type { OfferedTools } from "@hermes/registry";
import type { AgentOptions } from "../agent-options.ts";
import type { HookRunner } from "../hooks/hook-runner.ts";
import type { SessionHead } from "../journal/session-journal.ts";
import type { LoopSettings } from "../loop-settings.ts";
import { composePrompt, layoutAfterHooks } from "../prompt/build-system-prompt.ts";
import type { ShortenedLayer } from "../prompt/fit-layers.ts";
import { WaitingTools, sourceOfDefinition, toolCallName, toolSearchName } from "../tools/waiting-tools.ts";

export interface OfferOptions {
  readonly settings: LoopSettings;
  readonly options: AgentOptions;
}

export interface CreateHeadOptions extends OfferOptions {
  readonly id: string;
  readonly now: () => number;
  readonly hooks: HookRunner | undefined;
}

export interface NewHead {
  readonly head: SessionHead;
  /** Tools behind the search; undefined: none. */
  readonly waiting: WaitingTools | undefined;
  /** Layers of the prompt that lost something. */
  readonly shortened: readonly ShortenedLayer[];
}

/** Opening a session belongs to no turn: only the time of a hook ends it. */
const never = new AbortController().signal;

/** Everything that every request of the session begins with; built here and never again. */
export async function createHead(creating: CreateHeadOptions): Promise<NewHead> {
  const { id, settings, now, options, hooks } = creating;
  const offer = await offerOf(creating);
  const { liveTools: live } = options;
  const described = offer.definitions.map(({ name }) => name);
  const waiting =
    offer.waiting.length === 0 && live === undefined
      ? undefined
      : new WaitingTools(offer.waiting, { live, described });
  const own = new Set(waiting?.definitions.map(({ name }) => name));
  const tools = [...offer.definitions.filter(({ name }) => !own.has(name)), ...(waiting?.definitions ?? [])];
  const { prompt = { layers: [] }, cwd } = options;
  const { parent, origin } = settings;
  const { platform, userId } = origin;
  const { contextWindow } = settings.model;
  const built = composePrompt(prompt, { hasTools: tools.length > 0, contextWindow });
  const hooked = hooks === undefined ? built : await hooks.prompt(built, never);
  const provenance = untrustedSources(
    hooked.provenance,
    parent?.provenance,
    ...offer.definitions.map(({ name }) => sourceOfDefinition(settings.registry.get(name) ?? {})),
  );
  const layout = layoutAfterHooks(built, hooked.text);
  const head = {
    id,
    system: hooked.text,
    ...(layout === undefined ? {} : { layout }),
    tools,
    ...(provenance.length === 0 ? {} : { provenance }),
    model: settings.model.id,
    platform: parent === undefined ? platform : "subagent",
    ...(cwd === undefined ? {} : { cwd }),
    ...(userId === undefined ? {} : { userId }),
    ...(parent === undefined ? {} : { parentId: parent.sessionId }),
    startedAt: now(),
  };
  return { head, waiting, shortened: built.shortened };
}

/** What waits now behind a head that was built earlier. A head without a search has nothing behind it. */
export async function waitingBehind(
  { tools }: SessionHead,
  offering: OfferOptions,
): Promise<WaitingTools | undefined> {
  const known = new Set(tools.map(({ name }) => name));
  if (!known.has(toolSearchName) || !known.has(toolCallName)) return undefined;
  const { waiting } = await offerOf(offering, 0);
  const { liveTools: live } = offering.options;
  return new WaitingTools(
    waiting.filter(({ name }) => !known.has(name)),
    { live, described: [...known] },
  );
}

async function offerOf(
  { settings, options }: OfferOptions,
  maxTokens = options.maxToolTokens,
): Promise<OfferedTools> {
  const { enabled, disabled } = options.toolsets ?? {};
  return await settings.registry.offer({ enabled, disabled, env: options.env, maxTokens });
}
