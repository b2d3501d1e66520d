import type { Provenance } from "@hermes/registry";

/**
 * What a layer is about. `personality`: how the agent speaks; `context`: text found in the workspace (`AGENTS.md`); `skills`, `profile` (who the user is),
 * `learnings` and `memory`: snapshots taken when the session starts; `plugins`: what they add; `session`: what this session is; `environment`: where and
 * when it runs; `workspace`: the state of the working folder at the start.
 */
export type PromptLayerKind =
  | "identity"
  | "personality"
  | "guidance"
  | "context"
  | "skills"
  | "profile"
  | "learnings"
  | "memory"
  | "plugins"
  | "session"
  | "environment"
  | "workspace";

/** One part of the system prompt. Layers are joined by blank lines in the order given. */
export interface PromptLayer {
  readonly kind: PromptLayerKind;
  /** Where it comes from, for people: `SOUL.md`, `AGENTS.md`, `memory`. */
  readonly name: string;
  readonly text: string;
  /** Untrusted sources of the text. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
  /**
   * A shorter text of at most so many tokens (`estimateTokens`), by whole units, which says that something is left out. Empty:
   * there is none. The same answer for the same number; never less for more tokens.
   *
   * @default as many whole lines from the beginning as fit; a fenced block stays whole
   */
  readonly shorten?: ((maxTokens: number) => string) | undefined;
  /** How the model gets at what is left out, such as `read_file AGENTS.md`. @default it is not said */
  readonly elsewhere?: string | undefined;
}

/** How large a prompt may become. Identity, personality, guidance and environment always stay whole and count in the sum. */
export interface PromptBudget {
  /** Tokens of the whole prompt. @default no limit */
  readonly maxTokens?: number | undefined;
  /** Tokens of the layers of one kind together. @default no limit */
  readonly layers?: Readonly<Partial<Record<PromptLayerKind, number | undefined>>> | undefined;
}

export interface PromptOptions {
  readonly layers: readonly PromptLayer[];
  /** Texts that take the place of the built-in ones, where no layer does. @default `defaultIdentity`, `defaultGuidance` */
  readonly defaults?: { readonly identity?: string; readonly guidance?: string } | undefined;
  /** Over it the layer of the lowest rank is shortened first. With it a prompt takes a quarter of the model's window at most. @default no limit */
  readonly budget?: PromptBudget | undefined;
  /** Leaves out layers of kind `context`. @default false */
  readonly skipContextFiles?: boolean | undefined;
  /** Leaves out layers of kind `memory`, `profile` and `learnings`. @default false */
  readonly skipMemory?: boolean | undefined;
}

/** Where one layer stands in a prompt. The parts follow each other and make up all of it. */
export interface PromptPart {
  /** A `PromptLayerKind`; `hook`: what a hook added; `notice`: what is said of layers that were left out. */
  readonly kind: string;
  readonly name: string;
  /** UTF-16 code units, with the blank line that follows. */
  readonly chars: number;
}
