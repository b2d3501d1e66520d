import type { SetupDesk } from "./setup-desk.ts";
import type { SetupFlags } from "./setup-flags.ts";

export const sectionNames = ["model", "terminal", "chats", "tools", "memory"] as const;

export type SectionName = (typeof sectionNames)[number];

/** How a part of a home is. */
export interface SectionState {
  /** False: nobody has chosen anything, and it matters. */
  readonly isSet: boolean;
  /** For people, on one line. */
  readonly text: string;
}

/** One part of what is set up. It reads the home anew each time: the one before may have changed it. */
export interface SetupSection {
  readonly name: SectionName;
  readonly title: string;
  state(): Promise<SectionState>;
  /** Asks, and writes what was answered in one go at its end. @returns Whether something was written. */
  ask(desk: SetupDesk): Promise<boolean>;
  /** Does what the flags say, without a question. Absent: it has no flags. @returns Facts of what was written. */
  apply?: ((flags: SetupFlags) => Promise<AppliedSection>) | undefined;
}

export interface AppliedSection {
  readonly lines: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}
