import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** What a call gave, or that it is under way, or failed. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks again; what is there stays until the answer is. */
  reload(): void;
  /** Takes what a change has answered. */
  set(data: Data): void;
}

export interface UseCallOptions {
  /** Asks again after so long, while the page is seen. */
  readonly everyMs?: number | undefined;
}

/**
 * Asks the home when a component is shown, and anew when one of `inputs` changes. What is answered to an earlier question is
 * dropped.
 */
export function useCall<Data>(
  call: (signal: AbortSignal) => Promise<Data>,
  inputs: readonly unknown[],
  { everyMs }: UseCallOptions = {},
): Loaded<Data> {
  const [state, setState] = useState<{ readonly data: Data | undefined; readonly error: unknown }>({
    data: undefined,
    error: undefined,
  });
  const [isLoading, setLoading] = useState(true);
  const [asked, setAsked] = useState(0);
  const latest = useRef(call);
  latest.current = call;
  const isAsking = useRef(false);

  useEffect(() => setState({ data: undefined, error: undefined }), inputs);
  useEffect(() => {
    const gone = new AbortController();
    setLoading(true);
    isAsking.current = true;
    latest.current(gone.signal).then(
      (data) => {
        if (gone.signal.aborted) return;
        isAsking.current = false;
        setState({ data, error: undefined });
        setLoading(false);
      },
      (error: unknown) => {
        if (gone.signal.aborted) return;
        isAsking.current = false;
        setState(({ data }) => ({ data, error }));
        setLoading(false);
      },
    );
    return () => gone.abort();
  }, [...inputs, asked]);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      // An answer that takes longer than that is waited for.
      if (!document.hidden && !isAsking.current) setAsked((times) => times + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);

  const reload = useCallback(() => setAsked((times) => times + 1), []);
  const set = useCallback((data: Data) => setState({ data, error: undefined }), []);
  return { ...state, isLoading, reload, set };
}
