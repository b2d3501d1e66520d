import type { JournalEntry, SessionJournal, SessionNotices } from "@hermes/agent-loop";
import type { State } from "@hermes/state";
import type { SessionDescriptions } from "./session-descriptions.ts";

/** Notices to deliver between turns, and what is called once they are. */
export interface ObservedNotices {
  readonly notices: SessionNotices;
  readonly told: (sessionId: string, ids: readonly string[]) => Promise<void>;
}

export interface SessionObserverOptions extends ObservedNotices {
  readonly state: State;
  readonly descriptions: SessionDescriptions;
  /** Told when the first answer of the program comes in, and with every one after it. */
  readonly onAnswer: () => void;
}

/** Looks after one open session beside its turns. */
export interface SessionObserver {
  /** The journal for the agent: the store's, with an eye on what is written. */
  readonly journal: SessionJournal;
  /** The session is over for this program: its summary is written. Never throws. */
  end(sessionId: string): Promise<void>;
}

/** How long an auxiliary model may keep somebody waiting who leaves. */
const summaryTimeoutMs = 4_000;

export function createSessionObserver({
  state,
  descriptions,
  onAnswer,
  notices,
  told,
}: SessionObserverOptions): SessionObserver {
  const closing = new AbortController();
  let answered = false;
  let titling: Promise<void> | undefined;
  let ending: Promise<void> | undefined;

  function look(sessionId: string, entry: JournalEntry): void {
    if (entry.type === "partial" || (entry.type === "message" && entry.message.role === "assistant"))
      onAnswer();
    if (entry.type !== "turn-end" || entry.reason !== "answered") return;
    answered = true;
    titling ??= descriptions.title(sessionId, closing.signal);
  }

  async function end(sessionId: string): Promise<void> {
    closing.abort();
    await titling;
    // One that died in its last turn, and was only looked at now, has none yet.
    if (answered || !isSummarized(sessionId))
      await descriptions.summarize(sessionId, AbortSignal.timeout(summaryTimeoutMs));
  }

  function isSummarized(sessionId: string): boolean {
    try {
      return state.sessions.get(sessionId)?.summary !== undefined;
    } catch {
      // What can't be read can't be summarized; whoever reads the session is told.
      return true;
    }
  }

  return {
    journal: {
      create: (head, messages) => state.journal.create(head, messages),
      load: (sessionId) => state.journal.load(sessionId),
      append(sessionId, entry, token) {
        state.journal.append(sessionId, entry, token);
        look(sessionId, entry);
        return entry.type === "message" && entry.notices !== undefined
          ? told(sessionId, entry.notices)
          : undefined;
      },
      leases: state.journal.leases,
      lastPrefix: (sessionId) => state.journal.lastPrefix(sessionId),
      notices,
    },
    // A session may be closed again, when its store is closed already.
    end: (sessionId) => (ending ??= end(sessionId)),
  };
}
