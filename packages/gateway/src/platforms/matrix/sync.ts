import { pause } from "@hermes/registry/pause";
import { backOff } from "../back-off.ts";
import type { PlatformHost } from "../platform.ts";
import { isUnknownToken, type MatrixAnswer, type MatrixApi } from "./matrix-api.ts";
import type { MatrixTimes } from "./matrix-times.ts";
import { unauthorisedHint } from "./sign-in.ts";
import { type Sync, syncFilter, syncSchema } from "./sync-schema.ts";

export interface SyncOptions {
  readonly api: MatrixApi;
  /** Takes a new token. False: that is not to be had. */
  readonly renew: () => Promise<boolean>;
  /** Resolves once all of it is kept. */
  readonly receive: (sync: Sync, since: string | undefined) => Promise<void>;
  readonly host: Pick<PlatformHost, "health" | "now" | "log" | "memory">;
  readonly times: MatrixTimes;
  readonly signal: AbortSignal;
}

/** Where a sync begins: kept in the adapter's memory, so that nothing is lost while the gateway is down. */
export const sinceKey = "next-batch";

/** One sync, which waits for at most `waitMs`. */
export async function askSync(
  { api, times, signal }: Pick<SyncOptions, "api" | "times" | "signal">,
  since: string | undefined,
  waitMs: number,
): Promise<MatrixAnswer> {
  return await api.call("/_matrix/client/v3/sync", {
    query: { since, filter: syncFilter, timeout: String(waitMs), set_presence: "online" },
    ...{ signal, timeoutMs: waitMs + Math.max(times.graceMs, since === undefined ? times.answerMs : 0) },
  });
}

/**
 * Asks what is new until the signal comes. Where it goes on is kept only after everything before it was kept, so that what was not
 * comes again. Resolves at the end, or when the token is refused. Never throws.
 */
export async function followSync(options: SyncOptions, start: string): Promise<void> {
  const { renew, receive, host, times, signal } = options;
  let since: string | undefined = start;
  let failures = 0;
  // The first answers at once, so that it is known early that all is well.
  let waitMs = 0;
  const fail = async (reason: string, afterMs?: number): Promise<void> => {
    failures += 1;
    waitMs = 0;
    host.health({ state: "retrying", reason });
    const pauseMs = afterMs ?? backOff(failures, times.backOffMs);
    await pause(pauseMs, signal).catch(() => undefined);
  };
  while (!signal.aborted) {
    const askedAt = performance.now();
    const answer = await askSync(options, since, waitMs);
    if (signal.aborted) return;
    if (!answer.ok) {
      if (isUnknownToken(answer)) {
        if (failures === 0 && (await renew())) {
          failures += 1;
          continue;
        }
        host.health({ state: "failed", reason: answer.reason, hint: unauthorisedHint });
        return;
      }
      if (answer.status === 400 && since !== undefined) {
        host.log(
          "warn",
          "The homeserver does not know any more where the last sync ended; what was said since then is left out.",
          {
            reason: answer.reason,
          },
        );
        since = undefined;
      }
      await fail(answer.reason, answer.retryAfterMs);
      continue;
    }
    const sync = syncSchema.safeParse(answer.result).data;
    if (sync === undefined) {
      await fail("the homeserver answered with something else than a sync");
      continue;
    }
    host.health({ state: "up", heardAt: host.now() });
    try {
      await receive(sync, since);
      const { next_batch: next } = sync;
      if (next !== since) await host.memory.write(sinceKey, next);
      since = next;
      failures = 0;
      // A homeserver that does not wait while there is nothing is not asked all the time.
      const earlyMs = times.backOffMs - (performance.now() - askedAt);
      if (waitMs > 0 && earlyMs > 0 && isEmpty(sync)) await pause(earlyMs, signal);
      waitMs = times.syncMs;
    } catch (error) {
      if (signal.aborted) return;
      host.log("error", "A message could not be kept; it is asked for again.", { error: String(error) });
      await fail("a message could not be kept");
    }
  }
}

function isEmpty({ rooms: { join, invite } }: Sync): boolean {
  return Object.keys(join).length === 0 && Object.keys(invite).length === 0;
}
