import { useState } from "preact/hooks";

export interface Draft {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** Sets words before what has been typed since. */
  readonly putBack: (words: string) => void;
}

/** What is typed, kept with this tab for each session. */
export function useDraft(id: string | undefined): Draft {
  const key = `draft ${id ?? ""}`;
  const stored = (): string => sessionStorage.getItem(key) ?? "";
  const [draft, setDraft] = useState({ key, typed: stored() });
  const setTyped = (typed: string): void => {
    if (typed === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, typed);
    setDraft({ key, typed });
  };
  return {
    typed: draft.key === key ? draft.typed : stored(),
    setTyped,
    putBack: (words) => setTyped([words, stored()].filter(Boolean).join("\n")),
  };
}
