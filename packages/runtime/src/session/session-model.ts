import type { SpendMeter } from "@hermes/agent-loop";
import type { Model } from "@hermes/models";
import { prepareDuringFirstRequest } from "../models/prepare-during-first-request.ts";
import { withStream } from "../models/with-stream.ts";

export interface SessionModelOptions {
  readonly first: Model;
  readonly meter: SpendMeter;
  /** Makes ready what the first call of a tool needs. */
  readonly prepare: () => Promise<unknown>;
  /** Aborted when the session is closed. */
  readonly closing: AbortSignal;
}

/** The model of a session, for each who asks it. Also what is asked beside the turns is counted for the session. */
export interface SessionModel {
  /** What the next turn asks. */
  current: Model;
  forAgent(): Model;
  readonly forMemory: Model;
  readonly forCompression: (model: Model) => Model;
}

export function createSessionModel({ first, meter, prepare, closing }: SessionModelOptions): SessionModel {
  const session: SessionModel = {
    current: first,
    forAgent: () => prepareDuringFirstRequest(session.current, prepare, closing),
    forMemory: withStream(
      () => session.current,
      (request, asked) => meter.metered(session.current, "memory").stream(request, asked),
    ),
    forCompression: (model) => meter.metered(model, "compression"),
  };
  return session;
}
