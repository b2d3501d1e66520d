import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { AgentEvent } from "@hermes/agent-loop";

type Compression = AgentEvent & { readonly type: "compression-start" | "compression" };

export interface CompactionsOptions {
  readonly shows: { readonly compaction: boolean };
  readonly newId: () => string;
}

/** Tells an editor that shows it that a history is made shorter. */
export class Compactions {
  readonly #options: CompactionsOptions;
  #open: string | undefined;

  constructor(options: CompactionsOptions) {
    this.#options = options;
  }

  write(event: Compression): readonly SessionUpdate[] {
    if (!this.#options.shows.compaction) return [];
    if (event.type === "compression") return this.#close("completed");
    const left = this.#close("failed");
    this.#open = this.#options.newId();
    return [...left, { sessionUpdate: "compaction_update", compactionId: this.#open, status: "in_progress" }];
  }

  /** At the end of a turn: what was begun and not done has not worked. */
  end(): readonly SessionUpdate[] {
    return this.#close("failed");
  }

  #close(status: "completed" | "failed"): readonly SessionUpdate[] {
    const compactionId = this.#open;
    if (compactionId === undefined) return [];
    this.#open = undefined;
    return [{ sessionUpdate: "compaction_update", compactionId, status }];
  }
}
