import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { ChatSession } from "./chat-session.ts";

/** The session that is shown. */
export const SessionContext = createContext<ChatSession>(new ChatSession());

export function useSession(): ChatSession {
  return useContext(SessionContext);
}

/** Whether something is unfolded; kept while it is not drawn. */
export function useFold(key: string, isOpenFirst: boolean): readonly [boolean, (isOpen: boolean) => void] {
  const { folds } = useSession();
  const [, redraw] = useState(0);
  const isOpen = folds.get(key) ?? isOpenFirst;
  const set = (wanted: boolean): void => {
    if (wanted === isOpen) return;
    folds.set(key, wanted);
    redraw((times) => times + 1);
  };
  return [isOpen, set];
}
