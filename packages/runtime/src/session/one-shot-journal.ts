import type { SessionJournal } from "@hermes/agent-loop";

/** The journal of one question without a conversation: the store knows of it from the beginning, as whoever asked may be gone before the end. */
export function oneShotJournal(journal: SessionJournal): SessionJournal {
  return {
    ...journal,
    create: (head, messages) => {
      const marked = { ...head, oneShot: true };
      return journal.create(marked, messages);
    },
  };
}
