import { useEffect, useState } from "preact/hooks";

/** What a value has been for so long: nothing is asked for with each key. */
export function useDelayed<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
