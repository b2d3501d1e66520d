import { refused } from "../errors/refusal.ts";
import type { Caller } from "../trust/caller.ts";
import { sha256 } from "../trust/tokens.ts";

/** Gives the same answer to each request that asks for it again. */
export type Replay = (request: Request) => Response;

interface Kept {
  readonly digest: string;
  readonly replay: Promise<Replay>;
  readonly at: number;
}

const keptMs = 10 * 60_000;
const maxKept = 500;

/** Requests that carry an `Idempotency-Key` are done once. */
export class Idempotency {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * @param body As it was sent: another body is another request.
   * @param make Does what is asked for. Where it fails, the key is free again.
   * @throws {HermesError} `API_IDEMPOTENCY_MISMATCH`, `API_BAD_REQUEST`; what `make` throws.
   */
  async once(
    { request, caller, body }: { readonly request: Request; readonly caller: Caller; readonly body: string },
    make: () => Promise<Replay>,
  ): Promise<Response> {
    const given = request.headers.get("idempotency-key");
    if (given === null) return (await make())(request);
    if (!/^[\x21-\x7e]{1,256}$/.test(given))
      throw refused("API_BAD_REQUEST", "The Idempotency-Key is empty, too long, or no text.");
    const key = [caller.name, new URL(request.url).pathname, given].join(" ");
    const digest = sha256(body).toString("hex");
    this.#forget();
    const before = this.#kept.get(key);
    if (before !== undefined && before.digest !== digest)
      throw refused("API_IDEMPOTENCY_MISMATCH", "Another request was sent with this Idempotency-Key.", {
        hint: "Use a new key for each request.",
      });
    if (before !== undefined) return (await before.replay)(request);
    const replay = make();
    const kept = { digest, replay, at: this.#now() };
    this.#kept.set(key, kept);
    replay.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return (await replay)(request);
  }

  #forget(): void {
    const since = this.#now() - keptMs;
    for (const [key, { at }] of this.#kept)
      if (at < since || this.#kept.size >= maxKept) this.#kept.delete(key);
  }
}
