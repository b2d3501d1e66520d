import type { Streams } from "../http/streams.ts";
import type { HomePorts } from "../ports/home-ports.ts";
import type { SessionAccess } from "../session-access.ts";
import type { Idempotency } from "./idempotency.ts";
import type { OpenAiRuns } from "./openai-runs.ts";

/** What the endpoints of OpenAI's APIs share. */
export interface OpenAiOptions {
  readonly home: HomePorts;
  readonly sessions: SessionAccess;
  readonly streams: Streams;
  readonly runs: OpenAiRuns;
  readonly idempotency: Idempotency;
  readonly maxBodyBytes: number;
  readonly onError: ((error: unknown) => void) | undefined;
  readonly now: () => number;
}
