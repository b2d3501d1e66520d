import type { Model, ModelRequest, UserMessage } from "@hermes/models";
import type { ParentSession } from "../session/parent-session.ts";

/** A turn that is about to begin. The session may not be read yet. */
export interface BegunTurn {
  /** Undefined: it goes on where the last one stopped. */
  readonly message: UserMessage | undefined;
  readonly model: Model;
  /** Of an agent that works for another one. */
  readonly parent: ParentSession | undefined;
}

/** A request that is about to be sent. */
export interface AskedRequest {
  /** `turn`: of the loop. Else what a part asks beside it: `compression`, `title`, `memory`, … */
  readonly purpose: string;
  /** Of a turn: 1 for its first request. */
  readonly round?: number | undefined;
  readonly model: Model;
  readonly request: ModelRequest;
}

/**
 * What may be sent otherwise. The rest stays as it is: prompt, tools and messages are what the session has recorded, and what
 * else a provider keeps in its cache hangs on is not moved in passing.
 */
export type RequestChange = Partial<
  Pick<ModelRequest, "maxOutputTokens" | "temperature" | "topP" | "seed" | "stop">
>;
