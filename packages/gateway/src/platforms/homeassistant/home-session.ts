import { HermesError } from "@hermes/registry";
import type { HaWebSocket, MessageBase } from "home-assistant-js-websocket";
import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import { oneLine } from "../../chat/one-line.ts";
import type { HomeassistantSettings } from "./homeassistant-settings.ts";
import type { HomeassistantTimes } from "./homeassistant-times.ts";

/** How Home Assistant answered a command; `not-sent` and `no-answer` where it did not. */
export type HomeAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: string; readonly reason: string };

/** One connection that has been let in. */
export interface HomeSession {
  readonly version: string;
  /** Never rejects. */
  ask(command: MessageBase, signal?: AbortSignal): Promise<HomeAnswer>;
  subscribe(eventType: string, onEvent: (event: unknown) => void): Promise<HomeAnswer>;
  /** Why it ended, once it has. */
  readonly ended: Promise<string>;
  end(reason: string): void;
}

/** @throws {HermesError} `PLATFORM_UNAUTHORISED` or `PLATFORM_UNREACHABLE`. */
export async function openHomeSession(
  settings: HomeassistantSettings,
  times: HomeassistantTimes,
  signal: AbortSignal,
): Promise<HomeSession> {
  const { Connection } = await import("home-assistant-js-websocket");
  const { socket, version } = await openSocket(settings, times, signal);
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const connection = new Connection(guarded(socket, version), {
    setupRetry: 0,
    createSocket: () => Promise.reject(new Error("connects once")),
  });
  const end = (reason: string): void => {
    resolve(reason);
    // Also ends the library's own tries to connect again.
    connection.close();
  };
  connection.addEventListener("disconnected", () => end("the connection broke"));

  const answered = async (asked: () => Promise<unknown>, given?: AbortSignal): Promise<HomeAnswer> => {
    if (!connection.connected || given?.aborted === true)
      return { ok: false, code: "not-sent", reason: "not connected" };
    const limit = AbortSignal.timeout(times.answerMs);
    const late = AbortSignal.any([limit, ...(given === undefined ? [] : [given])]);
    return await new Promise<HomeAnswer>((settle) => {
      const lost = (reason: string): void => settle({ ok: false, code: "no-answer", reason });
      late.addEventListener("abort", () => lost(`no answer within ${Math.round(times.answerMs / 1_000)} s`), {
        once: true,
      });
      asked().then(
        (result) => settle({ ok: true, result }),
        (error: unknown) => {
          const refused = refusal.safeParse(error);
          if (refused.success)
            settle({ ok: false, code: refused.data.code, reason: refused.data.message.slice(0, 200) });
          else lost("the connection broke");
        },
      );
    });
  };
  return {
    version,
    ended,
    end,
    ask: (command, given) => answered(() => connection.sendMessagePromise({ ...command }), given),
    subscribe: (eventType, onEvent) => answered(() => connection.subscribeEvents(onEvent, eventType)),
  };
}

const config = z.looseObject({ location_name: z.string().optional(), version: z.string().optional() });

/** Such as `Home (2026.11.1)`. */
export function nameOf(answer: HomeAnswer, version: string): string {
  const found = answer.ok ? config.safeParse(answer.result).data : undefined;
  const shown = oneLine(found?.version ?? version, 30);
  const name = oneLine(found?.location_name ?? "", 60) || "Home Assistant";
  return shown === "" ? name : `${name} (${shown})`;
}

export function orThrow(answer: HomeAnswer, what: string): void {
  if (!answer.ok)
    throw new HermesError(`Home Assistant does not ${what}: ${answer.reason}.`, {
      code: "PLATFORM_UNREACHABLE",
      hint: "The token has to be of an administrator.",
    });
}

export const tokenHint =
  "In Home Assistant open your profile, Security, Long-lived access tokens; create a token, and set HASS_TOKEN.";

const refusal = z.looseObject({ code: z.string(), message: z.string().default("refused") });

/** What is said before a connection is let in. */
const greeting = z.looseObject({ type: z.string(), ha_version: z.string().max(100).optional() });

async function openSocket(
  { url, token = "" }: HomeassistantSettings,
  { answerMs }: HomeassistantTimes,
  signal: AbortSignal,
): Promise<{ readonly socket: WebSocket; readonly version: string }> {
  signal.throwIfAborted();
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/websocket`);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const fail = (reason: string): void =>
    reject(
      new HermesError(`Home Assistant can't be reached at ${withoutLogin(url)}: ${reason}.`, {
        code: "PLATFORM_UNREACHABLE",
        hint: "Look at the connection of this machine, and at HASS_URL.",
      }),
    );
  const stop = (): void => reject(signal.reason);
  const timer = setTimeout(() => fail("no answer"), answerMs);
  signal.addEventListener("abort", stop, { once: true });
  const listener = ({ data }: MessageEvent): void => {
    const said = greeting.safeParse(jsonOf(String(data))).data;
    if (said?.type === "auth_required") socket.send(JSON.stringify({ type: "auth", access_token: token }));
    else if (said?.type === "auth_ok") resolve(said.ha_version ?? "");
    else if (said?.type === "auth_invalid")
      reject(
        new HermesError("Home Assistant does not know the token.", {
          code: "PLATFORM_UNAUTHORISED",
          hint: tokenHint,
        }),
      );
    else fail("what answers there is not Home Assistant");
  };
  socket.addEventListener("message", listener);
  socket.addEventListener("error", () => fail("no connection"));
  socket.addEventListener("close", () => fail("the connection broke"));
  try {
    return { socket, version: await promise };
  } catch (error) {
    socket.close();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    socket.removeEventListener("message", listener);
  }
}

/** The socket as the library takes it: a message that it can't read must not end the program. */
function guarded(socket: WebSocket, haVersion: string): HaWebSocket {
  const addEventListener = (type: string, listener: (event: Event) => void): void =>
    socket.addEventListener(type, (event) => {
      try {
        listener(event);
      } catch {
        // Not a message of Home Assistant; a connection that says nothing else fails its next ping.
      }
    });
  // The library calls nothing else of a socket.
  const shape = {
    haVersion,
    OPEN: WebSocket.OPEN,
    get readyState() {
      return socket.readyState;
    },
    send: (text: string) => socket.send(text),
    close: () => socket.close(),
    addEventListener,
    removeEventListener: () => undefined,
  };
  return shape as unknown as HaWebSocket;
}

function withoutLogin(url: string): string {
  return new URL(url).origin;
}
