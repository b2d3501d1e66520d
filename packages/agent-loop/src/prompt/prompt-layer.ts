import type { Provenance } from "@hermes/registry";

/**
 * One part of the system prompt. Layers are joined by blank lines in the order given.
 * `context` is text found in the workspace (`AGENTS.md`); `memory` and `skills` are
 * snapshots taken when the session starts.
 */
export interface PromptLayer {
  readonly kind: "identity" | "guidance" | "context" | "memory" | "skills" | "environment";
  /** Where it comes from, for people: `SOUL.md`, `AGENTS.md`, `memory`. */
  readonly name: string;
  readonly text: string;
  /** Untrusted sources of the text. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
}

export interface PromptOptions {
  readonly layers: readonly PromptLayer[];
  /** Leaves out layers of kind `context`. @default false */
  readonly skipContextFiles?: boolean | undefined;
  /** Leaves out layers of kind `memory`. @default false */
  readonly skipMemory?: boolean | undefined;
}
