import type { GuardedFetch } from "@hermes/permissions";
import type { PushKey } from "./push-key.ts";
import type { PushTargets } from "./push-targets.ts";
import { sendPush } from "./send-push.ts";
import type { PushUrgency } from "./send-push.ts";

export interface PushSenderOptions {
  readonly targets: PushTargets;
  /** Asked with the first push that has a target. */
  readonly key: () => Promise<PushKey>;
  readonly fetch: () => Promise<GuardedFetch>;
  /** Aborted when nothing is to be sent any more. */
  readonly closing: AbortSignal;
  /** Told once of each target that can't be reached, until it can. */
  readonly onError: (error: unknown) => void;
}

/** Tells all browsers that want to be told. */
export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #failing = new Set<string>();

  constructor(options: PushSenderOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async send(urgency: PushUrgency): Promise<void> {
    const { targets, onError } = this.#options;
    try {
      const endpoints = await targets.list();
      if (endpoints.length === 0) return;
      const [key, fetch] = await Promise.all([this.#options.key(), this.#options.fetch()]);
      await Promise.all(endpoints.map(async (each) => await this.#sendTo(each, { key, fetch, urgency })));
    } catch (error) {
      onError(error);
    }
  }

  async #sendTo(
    endpoint: string,
    options: { readonly key: PushKey; readonly fetch: GuardedFetch; readonly urgency: PushUrgency },
  ): Promise<void> {
    const { targets, closing, onError } = this.#options;
    try {
      if ((await sendPush(endpoint, { ...options, signal: closing })) === "gone")
        await targets.remove(endpoint);
      this.#failing.delete(endpoint);
    } catch (error) {
      if (closing.aborted || this.#failing.has(endpoint)) return;
      this.#failing.add(endpoint);
      onError(error);
    }
  }
}
