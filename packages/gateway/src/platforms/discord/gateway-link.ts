import { setTimeout as delay } from "node:timers/promises";
import type { SessionInfo } from "@discordjs/ws";
import { z } from "zod";
import { backOff } from "../back-off.ts";
import type { PlatformHost } from "../platform.ts";
import type { TrackedHealth } from "../track-health.ts";
import { untilKept } from "../until-kept.ts";
import { closedForGood, tokenHint, tokenRefused, unreachable } from "./discord-problems.ts";
import type { DiscordRest } from "./discord-rest.ts";
import { idSchema, maybe, userSchema } from "./discord-schemas.ts";
import type { DiscordSession, DiscordState } from "./discord-state.ts";
import type { DiscordTimes } from "./discord-times.ts";
import { type GatewayEvent, type GatewayRun, openRun, type RunEnd } from "./gateway-run.ts";

export interface LinkOptions {
  readonly rest: DiscordRest;
  readonly token: string;
  readonly root: string;
  readonly times: DiscordTimes;
  readonly state: DiscordState;
  readonly host: Pick<PlatformHost, "now" | "log">;
  readonly health: TrackedHealth;
  readonly signal: AbortSignal;
  /** As soon as it comes: for what can't wait. */
  readonly onArrival: (event: GatewayEvent) => void;
  /** Whose id it is: before the first event is handled. */
  readonly onBot: (id: string) => void;
  /** One after another. Resolves once it is kept; rejects: it is tried again. */
  readonly handle: (event: GatewayEvent) => Promise<void>;
}

const readySchema = z.object({ user: userSchema, application: maybe(z.object({ id: idSchema })) });

/** What is there is for the library. @see https://discord.com/developers/docs/events/gateway#get-gateway-bot */
const gatewaySchema = z.object({
  url: z.url({ protocol: /^wss?$/ }),
  shards: z.number().default(1),
  session_start_limit: z
    .object({
      total: z.number().default(1_000),
      remaining: z.number().default(1_000),
      reset_after: z.number().default(0),
      max_concurrency: z.number().default(1),
    })
    .prefault({}),
});

/** Events that wait to be kept. */
const maxWaiting = 1_000;

export interface GatewayLink {
  /** As whom it is connected, and for which application. */
  readonly session: () => DiscordSession;
  /** Resolves once nothing more is handed over. */
  close(): Promise<void>;
}

/**
 * Connects to the gateway, and again whenever it breaks. What was handled last is remembered, so that Discord gives
 * everything after it once more.
 *
 * @throws as `connect`
 */
export async function openLink(options: LinkOptions): Promise<GatewayLink> {
  const { state, host, health, times, signal, root } = options;
  let session = state.session;
  let info: SessionInfo | undefined =
    session === undefined ? undefined : { ...session, shardId: 0, shardCount: 1 };
  /** The newest event of the session that is waiting or was handled: what Discord repeats is left out. */
  let queuedSequence = session?.sequence ?? 0;
  let handling: Promise<void> = Promise.resolve();
  let waiting = 0;
  const isUp = (): void => {
    health.as = session && `@${session.bot.name}`;
    health.say({ state: "up", heardAt: host.now() });
  };

  const handleUntilKept = async (event: GatewayEvent, sessionId: string): Promise<void> => {
    const handle = async (): Promise<void> => {
      await options.handle(event);
      if (info?.sessionId !== sessionId || session === undefined) return;
      info = { ...info, sequence: Math.max(info.sequence, event.sequence) };
      session = { ...session, sequence: info.sequence };
      state.session = session;
      if (event.type !== "GUILD_CREATE") await state.save();
    };
    const { backOffMs } = times;
    await untilKept(handle, { log: host.log, health: health.say, backOffMs, signal });
  };

  const onEvent = (event: GatewayEvent): boolean => {
    if (info === undefined) return true;
    if (event.type === "READY") {
      const ready = readySchema.safeParse(event.data).data;
      if (ready === undefined) return true;
      const { user, application } = ready;
      const bot = { id: user.id, name: user.username };
      const { sessionId, sequence, resumeURL } = info;
      const applicationId = application?.id ?? user.id;
      session = { sessionId, sequence, resumeURL, bot, applicationId };
      options.onBot(bot.id);
      queuedSequence = 0;
    }
    if (event.type === "READY" || event.type === "RESUMED") isUp();
    if (event.sequence <= queuedSequence) return true;
    if (waiting >= maxWaiting) return false;
    queuedSequence = event.sequence;
    const { sessionId } = info;
    options.onArrival(event);
    waiting += 1;
    handling = handling.then(() => handleUntilKept(event, sessionId)).finally(() => (waiting -= 1));
    return true;
  };

  const begin = async (): Promise<GatewayRun> => {
    // Discord holds what comes meanwhile for the session.
    if (waiting > maxWaiting / 2) await handling;
    const answer = await options.rest.ask("get", "/gateway/bot", { signal });
    signal.throwIfAborted();
    if (!answer.ok) {
      if (answer.kind === "refused" && answer.status === 401) throw tokenRefused();
      throw unreachable(root, answer.reason);
    }
    const gateway = gatewaySchema.safeParse(answer.body);
    if (!gateway.success) throw unreachable(root, "what answers there is not Discord");
    return openRun({
      token: options.token,
      gateway: gateway.data,
      times,
      session: () => info,
      onSession(next) {
        // The library counts what came in; what counts here is what was handled.
        if (next === undefined || next.sessionId !== info?.sessionId) info = next;
      },
      onEvent,
      onHeartbeat: isUp,
    });
  };

  const forget = (code: number | undefined): void => {
    if (forgets(code ?? 0)) info = undefined;
  };
  let run = await firstRun(begin, { forget, signal, root });
  const keepLive = async (): Promise<void> => {
    let failures = 0;
    let liveAt = host.now();
    for (;;) {
      const end = await run.ended;
      await run.close();
      if (signal.aborted) return;
      forget(end.code);
      if (host.now() - liveAt > 60 * times.backOffMs) failures = 0;
      failures += 1;
      if (isLost(end, health)) return;
      await delay(backOff(failures, times.backOffMs), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      run = await begin().catch(endedRun);
      if (await untilLive(run, signal)) liveAt = host.now();
    }
  };
  const running = keepLive();
  return {
    session() {
      if (session === undefined) throw new Error("Discord said nothing about the bot.");
      return session;
    },
    async close() {
      await run.close();
      await running;
      await handling;
    },
  };
}

/** A session that has ended meanwhile is begun anew; anything else is for the caller. */
async function firstRun(
  begin: () => Promise<GatewayRun>,
  {
    forget,
    signal,
    root,
  }: Pick<LinkOptions, "signal" | "root"> & { readonly forget: (code: number | undefined) => void },
): Promise<GatewayRun> {
  for (let tries = 1; ; tries += 1) {
    const run = await begin();
    if (await untilLive(run, signal)) return run;
    const { code, reason, isInvalidSession, isFull = false } = await run.ended;
    await run.close();
    signal.throwIfAborted();
    forget(code);
    if (isFull) tries = 0;
    if (tries < 3 && (isFull || isInvalidSession || forgets(code ?? 0))) continue;
    throw closedForGood(code ?? 0) ?? unreachable(root, reason);
  }
}

async function untilLive(run: GatewayRun, signal: AbortSignal): Promise<boolean> {
  const stop = (): void => void run.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await run.live;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Says that it is over, where a person must mend it, or that it is tried again. */
function isLost({ code = 0, reason }: RunEnd, health: TrackedHealth): boolean {
  const lasting = closedForGood(code);
  const state = lasting === undefined ? "retrying" : "failed";
  health.say({ state, reason: lasting?.message ?? reason, hint: lasting?.hint });
  return lasting !== undefined;
}

/** A connection that was never made. A token that is refused looks as where the gateway refuses it. */
function endedRun(error: unknown): GatewayRun {
  const isToken = error instanceof Error && "hint" in error && error.hint === tokenHint;
  const reason = error instanceof Error ? error.message : String(error);
  return {
    live: Promise.resolve(false),
    ended: Promise.resolve({ reason, isInvalidSession: false, ...(isToken ? { code: 4_004 } : {}) }),
    close: async () => undefined,
  };
}

/** Codes after which a session can't be gone on with. */
function forgets(code: number): boolean {
  return [4_003, 4_005, 4_007, 4_009].includes(code);
}
