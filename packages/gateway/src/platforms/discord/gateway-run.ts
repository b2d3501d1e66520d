import type { REST } from "@discordjs/rest";
import { type SessionInfo, WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { oneLine } from "../../chat/one-line.ts";
import { networkCode } from "../../http/request-once.ts";
import type { DiscordTimes } from "./discord-times.ts";

/** One event. `sequence` counts within a session. */
export interface GatewayEvent {
  readonly type: string;
  readonly sequence: number;
  readonly data: unknown;
}

/** Why a connection ended. */
export interface RunEnd {
  readonly reason: string;
  /** With which Discord closed it. */
  readonly code?: number | undefined;
  /** Discord does not know the session any more. */
  readonly isInvalidSession: boolean;
  /** More came than was taken: what was not comes again. */
  readonly isFull?: boolean | undefined;
}

export interface GatewayRun {
  /** Resolves once events come: true, or false where it ended before. */
  readonly live: Promise<boolean>;
  readonly ended: Promise<RunEnd>;
  close(): Promise<void>;
}

export interface RunOptions {
  readonly token: string;
  /** As Discord gives it. */
  readonly gateway: object;
  readonly times: DiscordTimes;
  /** To go on with. */
  readonly session: () => SessionInfo | undefined;
  /** A new one; undefined: the one there was is of no use any more. */
  readonly onSession: (session: SessionInfo | undefined) => void;
  /** False: it can't be taken now, and the connection ends. */
  readonly onEvent: (event: GatewayEvent) => boolean;
  /** After each answer to a heartbeat. */
  readonly onHeartbeat: () => void;
}

// GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT
const intents = (1 << 0) | (1 << 9) | (1 << 12) | (1 << 15);
/** Any code but 1000 and 1001: with those Discord forgets the session at once. */
const resumableCode = 4_200;
const closeMs = 500;

/** One connection to the gateway, from its beginning to its end: the library never makes a second one by itself. */
export function openRun(options: RunOptions): GatewayRun {
  const { times, onEvent } = options;
  const live = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<RunEnd>();
  let isOver = false;
  let isOpen = false;
  let isInvalidSession = false;
  let problem: string | undefined;
  const manager = new WebSocketManager({
    token: options.token,
    intents,
    shardCount: 1,
    // Asked for before, by a request with a limit of time; nothing else is asked of it.
    rest: { get: async () => options.gateway } as unknown as REST,
    handshakeTimeout: times.answerMs,
    // Later than the handshake: a connection that is given up before it was made would throw where nobody catches.
    helloTimeout: 2 * times.answerMs,
    readyTimeout: times.answerMs,
    // The library asks before it connects anew: an answer that never comes is what stops it from that.
    retrieveSessionInfo: async () =>
      isOver ? await new Promise<never>(() => undefined) : (options.session() ?? null),
    updateSessionInfo(_, info) {
      if (isOver) return;
      isInvalidSession = info === null;
      options.onSession(info ?? undefined);
    },
  });

  let destroyed: Promise<void> | undefined;
  /** Once: of two at a time the library would never end the first. */
  const destroy = async (): Promise<void> => {
    // Not before it was made, see above: then it is ended as soon as it is, and nothing is done with it.
    if (!isOpen) return;
    destroyed ??= (async () => await manager.destroy({ code: resumableCode }))().catch(() => undefined);
    await destroyed;
  };

  let silence: NodeJS.Timeout | undefined;
  const heard = (): void => {
    clearTimeout(silence);
    if (isOver) return;
    silence = setTimeout(
      () => end({ reason: `Discord has been silent for ${Math.round(times.silentMs / 1_000)} s` }),
      times.silentMs,
    );
  };
  const end = ({ reason, code, isFull }: Omit<RunEnd, "isInvalidSession">): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(silence);
    live.resolve(false);
    ended.resolve({ reason, code, isInvalidSession, isFull });
  };

  manager.on(WebSocketShardEvents.Dispatch, ({ t: type, s: sequence, d: data }) => {
    if (isOver) return;
    heard();
    if (!onEvent({ type, sequence, data })) end({ reason: "more comes than can be kept", isFull: true });
    if (type === "READY" || type === "RESUMED") live.resolve(true);
  });
  manager.on(WebSocketShardEvents.Hello, () => {
    isOpen = true;
    heard();
    if (isOver) destroy().catch(() => undefined);
  });
  manager.on(WebSocketShardEvents.HeartbeatComplete, () => {
    heard();
    if (!isOver) options.onHeartbeat();
  });
  manager.on(WebSocketShardEvents.SocketError, (error) => {
    problem = networkCode(error);
  });
  // What it means is said by the code with which the connection closes.
  manager.on(WebSocketShardEvents.Error, () => undefined);
  manager.on(WebSocketShardEvents.Closed, (code) => {
    const reason = isInvalidSession
      ? "Discord began a new session"
      : `the connection was closed (${problem ?? code})`;
    end({ reason, code });
    destroy().catch(() => undefined);
  });
  heard();
  manager
    .connect()
    .catch((error: unknown) =>
      end({ reason: oneLine(error instanceof Error ? error.message : String(error), 200) }),
    );
  return {
    live: live.promise,
    ended: ended.promise,
    async close() {
      end({ reason: "stopped" });
      // A connection that has gone silent is not waited for.
      await Promise.race([destroy(), new Promise((resolve) => setTimeout(resolve, closeMs))]);
    },
  };
}
