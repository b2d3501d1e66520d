import type { ToolContext } from "@hermes/registry";

/** The rules that count, and a mark that differs from that of every other text. */
export interface RuleText {
  readonly mark: string;
  /** Undefined: there are no rules. */
  readonly text: string | undefined;
  /** Why nothing of the file can count, such as that it can't be read. */
  readonly problem?: string | undefined;
}

/**
 * `permissions.yaml` as Hermes or the person left it, for whoever decides by it. What somebody else wrote into it does
 * not count before the person has said so.
 */
export interface SealedRules {
  /** Looks at the file each time; costs some microseconds where it has not changed. */
  read(): Promise<RuleText>;
  /** Before a call is decided: asks the person about what was changed by others since the last time. */
  settle(context: ToolContext): Promise<void>;
  readonly writing: RuleWriting;
}

/** How Hermes itself changes the file. Used under the lock of the file. */
export interface RuleWriting {
  /**
   * The text to change.
   *
   * @throws {HermesError} `PERMISSIONS_CHANGED` where the file holds something else than what counts: who adds to it
   * would take that up unseen.
   */
  read(): Promise<string>;
  /** The file holds this text now, because Hermes wrote it. */
  wrote(text: string): Promise<void>;
}
