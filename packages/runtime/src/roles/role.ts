import type { Provenance } from "@hermes/registry";

/** What a child is told to be, from a file `agents/<name>.md`. */
export interface Role {
  readonly name: string;
  /** When to use it; read by the model. */
  readonly description: string;
  /** Names of tools and of toolsets. Undefined: what the parent has. */
  readonly tools: readonly string[] | undefined;
  /** Name of a model. Undefined: the parent's. */
  readonly model: string | undefined;
  readonly instructions: string;
  /** `home`: of the person, and may grant tools that children don't have by themselves. `project`: of the workspace, and narrows only. */
  readonly source: "home" | "project";
  /** Absolute. */
  readonly path: string;
  /** Untrusted sources of its text. */
  readonly provenance?: readonly Provenance[] | undefined;
}
