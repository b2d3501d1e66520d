import type { State } from "@hermes/state";

/** Called around every write of the store; `point` says which it is. */
export interface WriteWatch {
  readonly before: (point: string) => void;
  readonly after: (point: string) => void;
}

/** The ways to write to a store. A new one is one more line here. */
const writers = {
  journal: ["create", "append"],
  sessions: ["setTitle", "suggestTitle", "setSummary", "setTags", "delete", "prune"],
  learnings: ["save"],
  approvals: ["open", "answer", "close"],
  audit: ["record"],
  usage: ["record"],
  spending: ["reserve", "settle"],
} as const;

/** The same store, with an eye on every write. */
export function watchWrites(state: State, watch: WriteWatch): State {
  const parts = Object.fromEntries(
    Object.entries(writers).map(([part, names]) => [
      part,
      // Each part is an object of functions, by its interface.
      watched(state[part as keyof typeof writers] as object, part, names, watch),
    ]),
  );
  const transaction: State["transaction"] = (work) =>
    around(watch, "transaction", () => state.transaction(work));
  return { ...state, ...parts, transaction };
}

function watched(part: object, name: string, methods: readonly string[], watch: WriteWatch): object {
  const replaced = Object.entries(part).map(([key, value]) => {
    if (!methods.includes(key) || typeof value !== "function") return [key, value] as const;
    return [
      key,
      (...args: readonly unknown[]) =>
        around(watch, describe(`${name}.${key}`, args), () => value.apply(part, args)),
    ] as const;
  });
  return Object.fromEntries(replaced);
}

/** A journal entry is told by its type, and a message by who wrote it. */
function describe(method: string, args: readonly unknown[]): string {
  const entry = args[1];
  if (typeof entry !== "object" || entry === null || !("type" in entry)) return method;
  const { type } = entry;
  if (!("message" in entry) || typeof entry.message !== "object" || entry.message === null)
    return `${method} ${String(type)}`;
  return `${method} ${"role" in entry.message ? String(entry.message.role) : ""} message`;
}

function around<Result>(watch: WriteWatch, point: string, work: () => Result): Result {
  watch.before(point);
  const result = work();
  watch.after(point);
  return result;
}
