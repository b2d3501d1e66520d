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
}

export interface PromptOptions {
  readonly layers: readonly PromptLayer[];
  /** Leaves out layers of kind `context`. @default false */
  readonly skipContextFiles?: boolean | undefined;
  /** Leaves out layers of kind `memory`. @default false */
  readonly skipMemory?: boolean | undefined;
}
