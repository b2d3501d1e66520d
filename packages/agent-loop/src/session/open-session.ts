import type { Message } from "@hermes/models";
import { untrustedSources } from "@hermes/registry";
import type { OfferedTools } from "@hermes/registry";
import type { AgentOptions } from "../agent-options.ts";
import type { SessionHead, SessionJournal, StoredSession } from "../journal/session-journal.ts";
import { composePrompt, layoutAfterHooks } from "../prompt/build-system-prompt.ts";
import type { HookRunner } from "../hooks/hook-runner.ts";
import type { LoopSettings } from "../loop-settings.ts";
import { awaitingCalls } from "./awaiting-calls.ts";
import { resumeHistory } from "./resume-history.ts";
import { WaitingTools, sourceOfDefinition, toolCallName, toolSearchName } from "../tools/waiting-tools.ts";
import { Session } from "./session.ts";
import type { MessageFacts } from "./session.ts";
import type { HeldLease } from "./held-lease.ts";

export interface OpenedSession {
  readonly session: Session;
  /** True when the journal knew the session. */
  readonly resumed: boolean;
  /** Messages that were added because the session had been cut off. */
  readonly repairs: readonly Message[];
  /** Names of tools that were running when it was cut off: whether they took effect is unknown. */
  readonly unknownOutcomes: readonly string[];
}

export interface OpenSessionOptions {
  readonly id: string;
  readonly journal: SessionJournal;
  /** Holds the session already, if there is one. */
  readonly hold: HeldLease;
  readonly settings: LoopSettings;
  readonly now: () => number;
  readonly options: AgentOptions;
  /** Of a new session. */
  readonly newHead: () => Promise<NewHead>;
}

export interface CreateHeadOptions extends Pick<OpenSessionOptions, "id" | "settings" | "now" | "options"> {
  readonly hooks: HookRunner | undefined;
}

export interface NewHead {
  readonly head: SessionHead;
  /** Tools behind the search; undefined: none. */
  readonly waiting: WaitingTools | undefined;
}

/**
 * Resumes the session from the journal, or writes the head of a new one.
 *
 * @throws {SessionBusyError} when somebody else began it at the same moment.
 */
export async function openSession(opening: OpenSessionOptions): Promise<OpenedSession> {
  const stored = await opening.journal.load(opening.id);
  if (stored !== undefined) return await resume(stored, opening);

  const { journal, hold, now, newHead } = opening;
  const { head: built, waiting } = await newHead();
  const head = { ...built, startedAt: now() };
  await journal.create(head);
  await hold.take();
  return {
    session: new Session({
      ...{ journal, token: () => hold.token, head, messages: [], waiting, now },
      parent: opening.settings.parent,
    }),
    resumed: false,
    repairs: [],
    unknownOutcomes: [],
  };
}

async function resume(stored: StoredSession, opening: OpenSessionOptions): Promise<OpenedSession> {
  const { journal, hold, settings, now } = opening;
  const awaiting = await awaitingCalls(stored, settings.approvals);
  const { messages, repairs } = resumeHistory(stored, awaiting);
  const { head } = stored;
  const waiting = await waitingBehind(head, opening);
  const { parent } = settings;
  const session = new Session({ journal, token: () => hold.token, head, messages, waiting, now, parent });
  session.contextTokens = stored.contextTokens ?? 0;
  const cut = stored.partial === undefined ? undefined : repairs.at(-1);
  for (const message of repairs)
    await session.write(message, message === cut ? costOfCut(message, session, settings) : undefined);
  settings.todo?.restore(messages);
  const unknownOutcomes = repairs.flatMap((message) =>
    message.role === "tool" && message.standsFor === "unknown-outcome" ? [message.name] : [],
  );
  return { session, resumed: true, repairs, unknownOutcomes };
}

/** Nobody who counted the answer is left. */
function costOfCut(
  answer: Message,
  { system, tools, history }: Session,
  { model, meter }: LoopSettings,
): MessageFacts {
  const messages = history.filter((message) => message !== answer);
  return { usage: meter.estimate(model, { system, tools, messages }, answer), model: model.id };
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
  const warning = settings.shortenedWarning(built.shortened);
  if (warning !== undefined) options.onWarning?.(warning);
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
  return { head, waiting };
}

/** What waits now behind a head that was built earlier. A head without a search has nothing behind it. */
async function waitingBehind(
  { tools }: SessionHead,
  opening: OpenSessionOptions,
): Promise<WaitingTools | undefined> {
  const known = new Set(tools.map(({ name }) => name));
  if (!known.has(toolSearchName) || !known.has(toolCallName)) return undefined;
  const { waiting } = await offerOf(opening, 0);
  const { liveTools: live } = opening.options;
  return new WaitingTools(
    waiting.filter(({ name }) => !known.has(name)),
    { live, described: [...known] },
  );
}

async function offerOf(
  { settings, options }: Pick<OpenSessionOptions, "settings" | "options">,
  maxTokens = options.maxToolTokens,
): Promise<OfferedTools> {
  const { enabled, disabled } = options.toolsets ?? {};
  return await settings.registry.offer({ enabled, disabled, env: options.env, maxTokens });
}
