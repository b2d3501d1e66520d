import type { RecoveryCause } from "./recovery.ts";

/** A model that is left alone for a while. */
export interface CoolDown {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly cause: RecoveryCause;
}

/** What is kept of models that failed, for every process of a home. Must not throw: an answer does not depend on it. */
export interface CoolDowns {
  /** By name of the entry. Those that are over may be among them. */
  read(): Promise<ReadonlyMap<string, CoolDown>>;
  /** Undefined: it is well again. */
  write(name: string, coolDown: CoolDown | undefined): Promise<void>;
}
