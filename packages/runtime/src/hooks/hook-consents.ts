import type { State } from "@hermes/state";

/** What a person said about a hook. */
export interface HookConsent {
  /** The folder whose files it runs; empty for one that runs none of a project. */
  readonly project: string;
  /** Of the files that it ran when they said it. */
  readonly digest: string;
  readonly allowed: boolean;
  /** It runs in a jail or not at all. */
  readonly isHeld: boolean;
}

/** What a person has said about hooks, where no file of a project and no agent can say it. */
export interface HookConsents {
  of(hook: string): readonly HookConsent[];
  keep(hook: string, consent: HookConsent): Promise<void>;
  /** @returns Whether there was anything to forget. */
  forget(hook: string): Promise<boolean>;
}

/**
 * Consents of the store.
 *
 * @param existing What there is by now; undefined: nobody has said anything yet.
 */
export function storedHookConsents(
  existing: () => State | undefined,
  open: () => Promise<State>,
  now: () => number,
): HookConsents {
  const of = (hook: string): readonly HookConsent[] =>
    (existing()?.read((tables) => tables.all("SELECT * FROM hook_consents WHERE hook = ?", hook)) ?? []).map(
      (row) => ({
        project: String(row["project"]),
        digest: String(row["digest"]),
        allowed: row["allowed"] === 1,
        isHeld: row["held"] !== 0,
      }),
    );
  return {
    of,
    async keep(hook, { project, digest, allowed, isHeld }) {
      (await open()).transaction((tables) =>
        tables.run(
          "INSERT OR REPLACE INTO hook_consents (hook, project, digest, allowed, held, at) VALUES (?, ?, ?, ?, ?, ?)",
          ...[hook, project, digest, allowed ? 1 : 0, isHeld ? 1 : 0, now()],
        ),
      );
    },
    async forget(hook) {
      if (of(hook).length === 0) return false;
      (await open()).transaction((tables) => tables.run("DELETE FROM hook_consents WHERE hook = ?", hook));
      return true;
    },
  };
}
