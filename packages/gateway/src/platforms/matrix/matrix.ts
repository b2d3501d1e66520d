import { randomUUID } from "node:crypto";
import { HermesError } from "@hermes/registry";
import type { Platform, PlatformConnection, PlatformHost } from "../platform.ts";
import { checkHeard, trackHealth } from "../track-health.ts";
import { parseMatrixChat } from "./chat-ids.ts";
import { isUnknownToken, type MatrixAnswer, type MatrixCall, roomPath } from "./matrix-api.ts";
import { renderMatrix } from "./matrix-html.ts";
import { matrixLimits } from "./matrix-limits.ts";
import { createMatrixSending } from "./matrix-sending.ts";
import { matrixEnvironment, matrixSettings, type MatrixSettings } from "./matrix-settings.ts";
import { matrixSetup } from "./matrix-setup.ts";
import { type MatrixTimes, matrixTimes } from "./matrix-times.ts";
import { receiveSync } from "./receive-sync.ts";
import { createRooms } from "./rooms.ts";
import { connectError, signIn } from "./sign-in.ts";
import { type Sync, syncSchema } from "./sync-schema.ts";
import { askSync, followSync, sinceKey } from "./sync.ts";

/** Matrix by the client-server API of any homeserver; rooms that are not encrypted. @see https://spec.matrix.org/latest/client-server-api/ */
export function matrix(times: Partial<MatrixTimes> = {}): Platform<MatrixSettings> {
  const { text, editEveryMs, fileBytes } = matrixLimits;
  return {
    name: "matrix",
    label: "Matrix",
    settings: matrixSettings,
    environment: matrixEnvironment,
    limits: { text, caption: text, editEveryMs, fileBytes, buttonsPerRow: 3 },
    length: (html) => html.length,
    render: renderMatrix,
    can: { edit: true, buttons: false, threads: true, files: true, codeBlocks: true },
    progress: "new",
    isConfigured: ({ homeserver, access_token: token, user_id: user, password }) =>
      homeserver !== undefined && (token !== undefined || (user !== undefined && password !== undefined)),
    parseChat: parseMatrixChat,
    setup: matrixSetup,
    connect: (settings, host, { signal }) => connect(settings, host, { ...matrixTimes, ...times }, signal),
  };
}

async function connect(
  settings: MatrixSettings,
  host: PlatformHost,
  times: MatrixTimes,
  signal: AbortSignal,
): Promise<PlatformConnection> {
  const stopped = new AbortController();
  const ended = AbortSignal.any([signal, stopped.signal]);
  const { answerMs: timeoutMs } = times;
  host.health({ state: "connecting" });
  const { fetch, memory } = host;
  const identity = await signIn(settings, { fetch, memory, signal: ended, timeoutMs });
  const { api, userId: as } = identity;
  const health = trackHealth(host, as);
  const own: Pick<MatrixCall, "signal" | "timeoutMs"> = { signal: ended, timeoutMs };
  const ask = async (path: string, query?: MatrixCall["query"]): Promise<MatrixAnswer> =>
    await api.call(path, { ...own, query });
  const rooms = createRooms(ask);
  const { allowed_rooms: allowed } = settings;
  const receiver = {
    ...{ host, rooms, ask, self: as, autoJoin: settings.auto_join },
    isAllowed: (roomId: string) => allowed.length === 0 || allowed.includes(roomId),
    join: async (roomId: string) =>
      await api.call(`/_matrix/client/v3/join/${encodeURIComponent(roomId)}`, {
        ...own,
        method: "POST",
        body: {},
      }),
    explain: async (roomId: string) => {
      const content = { msgtype: "m.notice", body: encryptedText };
      const path = roomPath(roomId, "send", "m.room.message", randomUUID());
      await api.call(path, { ...own, method: "PUT", body: content });
    },
  };
  const receive = async (sync: Sync, since: string | undefined): Promise<void> =>
    await receiveSync(sync, since, receiver);

  const start = (await memory.read(sinceKey)) ?? (await begin());
  ended.throwIfAborted();
  health.say({ state: "up", heardAt: host.now() });
  const watched: PlatformHost = { ...host, health: health.say };
  const { renew } = identity;
  const following = followSync({ api, receive, times, host: watched, renew, signal: ended }, start);
  const sending = createMatrixSending({
    ...{ identity, rooms, timeoutMs, signal: ended, now: host.now },
    onSpoke: health.onSpoke,
  });
  return {
    ...sending,
    async check({ signal: asked }) {
      const { homeserver = api.root } = settings;
      const answer = await api.call("/_matrix/client/v3/account/whoami", {
        signal: AbortSignal.any([asked, ended]),
        timeoutMs,
      });
      if (!answer.ok && !(isUnknownToken(answer) && (await identity.renew())))
        throw connectError(answer, homeserver);
      checkHeard("Matrix", host.now() - health.heardAt, 2 * (times.syncMs + times.graceMs));
    },
    async stop() {
      stopped.abort();
      await following;
      health.stop();
    },
  };

  /** The first sync ever: what was said before the bot was there is not answered. */
  async function begin(): Promise<string> {
    const answer = await askSync({ api, times, signal: ended }, undefined, 0);
    ended.throwIfAborted();
    if (!answer.ok) throw connectError(answer, settings.homeserver ?? api.root);
    const sync = syncSchema.safeParse(answer.result).data;
    if (sync === undefined)
      throw new HermesError(`What answers at ${settings.homeserver ?? api.root} is not Matrix.`, {
        code: "PLATFORM_UNREACHABLE",
        hint: "Look at MATRIX_HOMESERVER.",
      });
    await receive(sync, undefined);
    await memory.write(sinceKey, sync.next_batch);
    return sync.next_batch;
  }
}

const encryptedText =
  "I can't read encrypted rooms. Write to me in a room without encryption: encryption can't be turned off, so it takes a new room.";
