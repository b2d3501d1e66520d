import type { Message } from "@hermes/models";
import type { HeadChanged } from "../agent-event.ts";
import { withTexts } from "../documents/with-texts.ts";
import type { SessionHead, SessionJournal, StoredSession } from "../journal/session-journal.ts";
import type { LoopSettings } from "../loop-settings.ts";
import type { WaitingTools } from "../tools/waiting-tools.ts";
import { unstartedCalls, withdrawApprovals } from "./awaiting-calls.ts";
import { HeadChangedError, adoptedHead, compareHeads } from "./changed-head.ts";
import { waitingBehind } from "./create-head.ts";
import type { NewHead, OfferOptions } from "./create-head.ts";
import type { HeldLease } from "./held-lease.ts";
import { resumeHistory } from "./resume-history.ts";
import { Session } from "./session.ts";
import type { MessageFacts } from "./session.ts";

export interface OpenedSession {
  readonly session: Session;
  /** True when the journal knew the session. */
  readonly resumed: boolean;
  /** Messages that were added because the session had been cut off. */
  readonly repairs: readonly Message[];
  /** Names of tools that were running when it was cut off: whether they took effect is unknown. */
  readonly unknownOutcomes: readonly string[];
  /** What differs between the prompt and the tools that it began with and those of the code. Absent: nothing, or nobody looked. */
  readonly headChanged?: HeadChanged | undefined;
}

export interface OpenSessionOptions extends OfferOptions {
  readonly id: string;
  readonly journal: SessionJournal;
  /** Holds the session already, if there is one. */
  readonly hold: HeldLease;
  readonly now: () => number;
  /** What the code begins a session with. */
  readonly newHead: () => Promise<NewHead>;
  /** What a new session begins with. */
  readonly beginning: readonly Message[];
}

/**
 * Resumes the session from the journal, or writes the head of a new one.
 *
 * @throws {SessionBusyError} when somebody else began it at the same moment.
 * @throws {HeadChangedError} where it is not to be resumed with another head.
 */
export async function openSession(opening: OpenSessionOptions): Promise<OpenedSession> {
  const stored = await opening.journal.load(opening.id);
  return stored === undefined ? await begin(opening) : await resume(stored, opening);
}

async function begin(opening: OpenSessionOptions): Promise<OpenedSession> {
  const { journal, hold, now, newHead, settings } = opening;
  const beginning = await beginningWithTexts(opening);
  const { head: built, waiting, shortened } = await newHead();
  const warning = settings.shortenedWarning(shortened);
  if (warning !== undefined) opening.options.onWarning?.(warning);
  const head = { ...built, startedAt: now() };
  await (beginning.length === 0 ? journal.create(head) : journal.create(head, beginning));
  await hold.take();
  if (beginning.length > 0) settings.todo?.restore(beginning);
  return {
    session: new Session({
      ...{ journal, token: () => hold.token, head, messages: beginning, waiting, now },
      parent: settings.parent,
    }),
    resumed: false,
    repairs: [],
    unknownOutcomes: [],
  };
}

async function beginningWithTexts({
  settings,
  options,
  beginning,
}: OpenSessionOptions): Promise<readonly Message[]> {
  const { model, documents } = settings;
  const warn = ({ message }: { readonly message: string }): void => options.onWarning?.(message);
  const messages: Message[] = [];
  for (const message of beginning)
    messages.push(
      message.role === "user"
        ? // oxlint-disable-next-line no-await-in-loop -- one large file at a time
          await withTexts(message, { model, documents, signal: never, warn })
        : message,
    );
  return messages;
}

/** Opening a session belongs to no turn. */
const never = new AbortController().signal;

async function resume(stored: StoredSession, opening: OpenSessionOptions): Promise<OpenedSession> {
  const { journal, hold, settings, now, id } = opening;
  const { approvals, parent } = settings;
  const { head, waiting, headChanged } = await headToGoOnWith(stored.head, opening);
  const { awaiting, gone } = await unstartedCalls(stored, { head, waiting }, approvals);
  const { messages, repairs } = resumeHistory(stored, awaiting, gone);
  const session = new Session({ journal, token: () => hold.token, head, messages, waiting, now, parent });
  session.contextTokens = stored.contextTokens ?? 0;
  // One entry, before any that depends on it: a session has one head or the other.
  if (headChanged?.adopted === true) await session.writeHead();
  // Before the results: from here on a late answer is refused, whatever happens to this process.
  await withdrawApprovals(approvals, id, { calls: gone, at: now() });
  const cut = stored.partial === undefined ? undefined : repairs.at(-1);
  for (const message of repairs)
    await session.write(message, message === cut ? costOfCut(message, session, settings) : undefined);
  settings.todo?.restore(messages);
  const unknownOutcomes = repairs.flatMap((message) =>
    message.role === "tool" && message.standsFor === "unknown-outcome" ? [message.name] : [],
  );
  return { ...{ session, resumed: true, repairs, unknownOutcomes }, headChanged };
}

interface HeadToGoOnWith extends Pick<OpenedSession, "headChanged"> {
  readonly head: SessionHead;
  readonly waiting: WaitingTools | undefined;
}

/** Writes nothing. */
async function headToGoOnWith(stored: SessionHead, opening: OpenSessionOptions): Promise<HeadToGoOnWith> {
  const { onChangedHead = "keep", promptAfterCompression } = opening.options;
  const keep = async (headChanged?: HeadChanged): Promise<HeadToGoOnWith> => ({
    head: stored,
    waiting: await waitingBehind(stored, opening),
    headChanged,
  });
  if (onChangedHead === "ignore") return await keep();
  const { head: built, waiting } = await opening.newHead();
  // Of a prompt that compressions replace, nobody knows whether the code changed it.
  const compared = promptAfterCompression === undefined ? built : { ...built, system: stored.system };
  const change = compareHeads(stored, compared);
  if (change === undefined) return await keep();
  if (onChangedHead === "error") throw new HeadChangedError(stored.id, change);
  if (onChangedHead === "keep") return await keep({ type: "head-changed", ...change, adopted: false });
  const headChanged = { type: "head-changed", ...change, adopted: true } as const;
  return { head: adoptedHead(stored, built), waiting, headChanged };
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
