import type { RuntimeFlags } from "@hermes/runtime";

/** The options of `hermes chat`, as they are typed. */
export interface ChatFlags extends RuntimeFlags {
  /** One question; `-` means standard input. */
  readonly query?: string | undefined;
  /** True: the newest session of this folder; a text: the one that is called so. */
  readonly continue?: string | true | undefined;
  readonly resume?: string | undefined;
  /** What to do with a session that is open elsewhere. */
  readonly takeOver?: boolean | undefined;
  readonly branch?: boolean | undefined;
  /** True: a new worktree; a text: the one of this name. */
  readonly worktree?: string | true | undefined;
  /** What would be asked waits for `hermes approvals`, and the turn ends. */
  readonly askLater?: boolean | undefined;
  /** Names of skills that the first message loads. */
  readonly skill?: readonly string[] | undefined;
  /** MCP servers of this run: `name=command arguments`, or an address. */
  readonly mcp?: readonly string[] | undefined;
  /** Reports each call that a script makes. */
  readonly verbose?: boolean | undefined;
  readonly output?: "text" | "jsonl" | undefined;
}
