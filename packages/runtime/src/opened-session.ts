import type { ToolRegistry, ToolSelection } from "@hermes/registry";
import type { RuntimeParts } from "./runtime-parts.ts";
import type { OpenSession } from "./runtime.ts";

/** An open session with what it is made of, for those that work for it. */
export interface OpenedSession {
  readonly session: OpenSession;
  /** Its own permissions among them. */
  readonly parts: RuntimeParts;
  readonly tools: ToolRegistry;
  readonly toolsets: ToolSelection;
  /** Names the environment of its calls. */
  readonly taskId: string;
}
