import type { Streams } from "../http/streams.ts";
import type { Metrics } from "../metrics.ts";
import type { HomePorts } from "../ports/home-ports.ts";
import type { SessionAccess } from "../session-access.ts";
import type { Gate } from "../trust/gate.ts";

export interface SocketsOptions {
  readonly home: HomePorts;
  readonly sessions: SessionAccess;
  readonly gate: Gate;
  readonly streams: Streams;
  readonly metrics: Metrics;
  readonly onError: ((error: unknown) => void) | undefined;
  /** How often it is asked whether a client is still there. */
  readonly heartbeatMs: number;
  /** Of one message. */
  readonly maxBytes: number;
  readonly maxWaitingBytes: number;
  readonly stalledMs: number;
}
