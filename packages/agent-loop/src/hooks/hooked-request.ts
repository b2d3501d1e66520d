import { addUsage, noUsage } from "@hermes/models";
import type { ModelEvent, ModelRequest, Usage } from "@hermes/models";
import type { MeteredRequest } from "../spending/metered-request.ts";
import type { AgentHooks } from "./agent-hooks.ts";
import { throughModelHooks } from "./around-model-request.ts";
import type { AskedRequest } from "./held-work.ts";

/** What a turn needs of a request that counts. */
export type CountedRequest = Pick<MeteredRequest, "stream" | "usage">;

export interface HookedRequestOptions {
  readonly hooks: readonly AgentHooks[];
  readonly sessionId: string;
  readonly asked: AskedRequest;
  readonly send: (request: ModelRequest) => CountedRequest;
}

/** One request with what hooks do around it: they may send it several times, or answer themselves, which costs nothing. */
export class HookedRequest implements CountedRequest {
  readonly #options: HookedRequestOptions;
  readonly #sent: CountedRequest[] = [];
  #isAnswered = false;

  constructor(options: HookedRequestOptions) {
    this.#options = options;
  }

  get usage(): Usage | undefined {
    const spent = this.#sent.flatMap(({ usage }) => usage ?? []);
    return spent.length === 0 && !this.#isAnswered ? undefined : spent.reduce(addUsage, noUsage);
  }

  async *stream({ signal }: { readonly signal: AbortSignal }): AsyncGenerator<ModelEvent> {
    const { hooks, sessionId, asked } = this.#options;
    const context = { sessionId, signal };
    const send = (request: ModelRequest): AsyncIterable<ModelEvent> => {
      const sent = this.#options.send(request);
      this.#sent.push(sent);
      return sent.stream({ signal });
    };
    for await (const event of throughModelHooks(hooks, asked, { context, send })) {
      if (event.type === "finish") this.#isAnswered = true;
      yield event;
    }
  }
}
