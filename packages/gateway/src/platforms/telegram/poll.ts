import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { backOff } from "../back-off.ts";
import type { PlatformHost } from "../platform.ts";
import type { BotAnswer, BotApi } from "./bot-api.ts";
import type { Receive } from "./receive.ts";
import type { TelegramTimes } from "./telegram-times.ts";
import { conflictHint, unauthorisedHint } from "./telegram-problems.ts";
import { allowedUpdates } from "./update-schema.ts";

const updates = z.array(z.looseObject({ update_id: z.int() }));

export interface PollOptions {
  readonly api: BotApi;
  readonly receive: Receive;
  readonly host: Pick<PlatformHost, "health" | "now" | "log">;
  readonly times: TelegramTimes;
  readonly signal: AbortSignal;
}

/**
 * Asks for updates until the signal comes, one long request after another. What was handed over is confirmed with the next request,
 * so that what was not kept comes again. Resolves at the end, or when the token is refused. Never throws.
 */
export async function pollUpdates(options: PollOptions): Promise<void> {
  const { api, receive, host, times, signal } = options;
  let offset: number | undefined;
  let failures = 0;
  let conflicts = 0;
  while (!signal.aborted) {
    const parameters = { offset, timeout: Math.ceil(times.pollMs / 1_000), allowed_updates: allowedUpdates };
    const answer = await api.call("getUpdates", parameters, {
      signal,
      timeoutMs: times.pollMs + times.graceMs,
    });
    if (signal.aborted) return;
    const found = answer.ok ? updates.safeParse(answer.result).data : undefined;
    if (found === undefined) {
      const problem = problemOf(answer);
      conflicts = problem.isConflict ? conflicts + 1 : conflicts;
      failures += 1;
      const isLasting = problem.isFatal || conflicts >= maxConflicts;
      const { reason, hint } = problem;
      host.health({ state: isLasting ? "failed" : "retrying", reason, hint });
      if (problem.isFatal) return;
      // Each try ends the other's request, so that two which never yield would keep each other deaf.
      const waitMs =
        problem.afterMs ??
        (conflicts >= maxConflicts ? times.conflictMs : backOff(failures, times.backOffMs));
      await delay(waitMs, undefined, { signal }).catch(() => undefined);
      continue;
    }
    conflicts = 0;
    host.health({ state: "up", heardAt: host.now() });
    try {
      for (const update of found) {
        if (signal.aborted) return;
        await receive(update);
        offset = Math.max(offset ?? 0, update.update_id + 1);
      }
      failures = 0;
    } catch (error) {
      failures += 1;
      host.log("error", "A message could not be kept; it is asked for again.", { error: String(error) });
      host.health({ state: "retrying", reason: "a message could not be kept", heardAt: host.now() });
      await delay(backOff(failures, times.backOffMs), undefined, { signal }).catch(() => undefined);
    }
  }
}

const maxConflicts = 3;

interface PollProblem {
  readonly reason: string;
  readonly hint?: string | undefined;
  readonly isFatal: boolean;
  readonly isConflict: boolean;
  readonly afterMs?: number | undefined;
}

function problemOf(answer: BotAnswer): PollProblem {
  if (answer.ok)
    return {
      reason: "Telegram answered with something else than updates",
      isFatal: false,
      isConflict: false,
    };
  const { code, description: reason } = answer;
  if (code === 401 || code === 404)
    return { reason, hint: unauthorisedHint, isFatal: true, isConflict: false };
  if (code === 409) return { reason, hint: conflictHint, isFatal: false, isConflict: true };
  const afterMs = code === "no-answer" ? undefined : answer.retryAfterMs;
  return { reason, isFatal: false, isConflict: false, afterMs };
}
