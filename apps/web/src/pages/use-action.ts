import { useCallback, useState } from "preact/hooks";
import { say } from "../ui/toast.tsx";

/** Something that a button does, whose refusal is shown beside it. */
export interface Action {
  readonly isBusy: boolean;
  /** Why it did not go well, the last time. */
  readonly error: unknown;
  /** @returns Whether it went well. Never rejects. */
  run(work: () => Promise<unknown>, done?: string): Promise<boolean>;
  clear(): void;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const run = useCallback(async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      if (done !== undefined) say(done);
      return true;
    } catch (caught) {
      if (!isStop(caught)) setError(caught);
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setError(undefined), []);
  return { isBusy, error, run, clear };
}

/** The person has stopped it, and knows that. */
function isStop(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
