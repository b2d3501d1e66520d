import type { MemoryTarget } from "@hermes/memory";
import type { McpEntryText } from "@hermes/runtime";
import type { AgentName } from "./agent-places.ts";

export const importKinds = ["mcp", "skills", "memory"] as const;

export type ImportKind = (typeof importKinds)[number];

/** What is done to take something over. Holds secrets: shown to nobody. */
export type Taking =
  | {
      readonly type: "mcp";
      readonly entry: McpEntryText;
      readonly variables: Readonly<Record<string, string>>;
    }
  | { readonly type: "skill"; readonly reference: string }
  | { readonly type: "note"; readonly target: MemoryTarget; readonly text: string };

/** Something that another agent has, and what it would become here. */
export interface ImportItem {
  readonly kind: ImportKind;
  readonly agent: AgentName;
  /** Where it stands, absolute. */
  readonly file: string;
  /** What it is called there; of a note its text. */
  readonly name: string;
  /**
   * `new`: can be taken. `known`: was taken, or is here already. `read`: Hermes reads it where it is. `left`: can't be taken, for
   * `reason`.
   */
  readonly standing: "new" | "known" | "read" | "left";
  /** What it becomes: the name of a server, of a skill, the file of a note. */
  readonly becomes?: string | undefined;
  /** One sentence without a full stop. */
  readonly reason?: string | undefined;
  /** Everything that a person should see before a yes; secrets are masked. */
  readonly details: readonly string[];
  /** A project brought it, so that a yes beforehand is none to it. */
  readonly ofProject: boolean;
  /** Present for what is new. */
  readonly taking?: Taking | undefined;
}

/** A file that says nothing, and why. */
export interface ImportProblem {
  readonly file: string;
  /** One sentence without a full stop. */
  readonly problem: string;
}

export interface FoundImports {
  readonly items: readonly ImportItem[];
  readonly problems: readonly ImportProblem[];
}

/** What is new among them. */
export function newItems({ items }: FoundImports): readonly (ImportItem & { readonly taking: Taking })[] {
  return items.flatMap((item) => {
    const { standing, taking } = item;
    return standing === "new" && taking !== undefined ? [{ ...item, taking }] : [];
  });
}
