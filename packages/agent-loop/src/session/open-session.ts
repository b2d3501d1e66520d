import type { Message } from "@hermes/models";
import { untrustedSources } from "@hermes/registry";
import type { Provenance, ToolRegistry } from "@hermes/registry";
import type { AgentOptions } from "../agent-options.ts";
import type { SessionHead, SessionJournal, StoredSession } from "../journal/session-journal.ts";
import { buildSystemPrompt, sourcesOfPrompt } from "../prompt/build-system-prompt.ts";
import type { HookRunner } from "../hooks/hook-runner.ts";
import type { LoopSettings } from "../loop-settings.ts";
import { awaitingCalls } from "./awaiting-calls.ts";
import { resumeHistory } from "./resume-history.ts";
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
  readonly hooks: HookRunner | undefined;
}

/**
 * Resumes the session from the journal, or writes the head of a new one.
 *
 * @throws {SessionBusyError} when somebody else began it at the same moment.
 */
export async function openSession(opening: OpenSessionOptions): Promise<OpenedSession> {
  const stored = await opening.journal.load(opening.id);
  if (stored !== undefined) return await resume(stored, opening);

  const { journal, hold, now } = opening;
  const head = await createHead(opening);
  await journal.create(head);
  await hold.take();
  return {
    session: new Session({ journal, token: () => hold.token, head, messages: [], now }),
    resumed: false,
    repairs: [],
    unknownOutcomes: [],
  };
}

async function resume(
  stored: StoredSession,
  { journal, hold, settings, now }: OpenSessionOptions,
): Promise<OpenedSession> {
  const awaiting = await awaitingCalls(stored, settings.approvals);
  const { messages, repairs } = resumeHistory(stored, awaiting);
  const session = new Session({ journal, token: () => hold.token, head: stored.head, messages, now });
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
async function createHead({ id, settings, now, options, hooks }: OpenSessionOptions): Promise<SessionHead> {
  const { enabled, disabled } = options.toolsets ?? {};
  const tools = await settings.registry.definitions({ enabled, disabled, env: options.env });
  const { prompt = { layers: [] }, cwd } = options;
  const { platform, userId } = settings.origin;
  const system =
    typeof prompt === "string" ? prompt : buildSystemPrompt(prompt, { hasTools: tools.length > 0 });
  const built = { text: system, provenance: sourcesOfPrompt(prompt) };
  const hooked = hooks === undefined ? built : await hooks.prompt(built, never);
  const provenance = untrustedSources(
    hooked.provenance,
    ...tools.map(({ name }) => sourceOfDefinition(settings.registry, name)),
  );
  return {
    id,
    system: hooked.text,
    tools,
    ...(provenance.length === 0 ? {} : { provenance }),
    model: settings.model.id,
    platform,
    ...(cwd === undefined ? {} : { cwd }),
    ...(userId === undefined ? {} : { userId }),
    startedAt: now(),
  };
}

/** A server writes the descriptions of its tools itself. */
function sourceOfDefinition(registry: ToolRegistry, name: string): readonly Provenance[] {
  const source = registry.get(name)?.provenance;
  return typeof source === "object" && source.source === "mcp" ? [source] : [];
}
