import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as delay } from "node:timers/promises";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import { backOff } from "../back-off.ts";
import type { SlackTimes } from "./slack-times.ts";

const envelopeSchema = z.object({
  type: z.string(),
  envelope_id: z.string().optional(),
  reason: z.string().optional().catch(undefined),
  payload: z.unknown().optional(),
});

/** What Slack sent, and how it is told that we have it; the answer can hold a text for the person. */
export type TakeEnvelope = (type: string, payload: unknown, acknowledge: (payload?: unknown) => void) => void;

export interface SocketModeOptions {
  /** Asks for an address to connect to, which is good for once. @throws {HermesError} as `connect` */
  readonly address: () => Promise<string>;
  readonly take: TakeEnvelope;
  /** After something was heard. */
  readonly onHeard: () => void;
  /** Nothing comes in; `error` where a person has to do something. */
  readonly onBroken: (reason: string, error?: HermesError) => void;
  /** It is connected again; `missed` where there was a time without a connection. */
  readonly onConnected: (missed: boolean) => void;
  readonly times: SlackTimes;
  readonly signal: AbortSignal;
}

/** How a connection ends: Slack asks for a new one before it closes it, or it is of no use any more. */
type SocketEnd =
  | { readonly isGraceful: true; readonly missed: boolean }
  | { readonly isGraceful: false; readonly reason: string };

interface Socket {
  readonly ended: Promise<SocketEnd>;
  close(): void;
}

/**
 * Keeps one connection of Socket Mode until the signal comes. Resolves once the first one said hello, with a promise of the end.
 * Slack's own client can't be told to acknowledge late or to open the next connection before it closes the one at hand.
 *
 * @throws {HermesError} where the first connection can't be made
 * @see https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export async function openSocketMode(options: SocketModeOptions): Promise<{ readonly ended: Promise<void> }> {
  const first = await openSocket(options);
  options.onConnected(true);
  return { ended: keepOpen(first, options) };
}

async function keepOpen(first: Socket, options: SocketModeOptions): Promise<void> {
  const { signal, onBroken, onConnected, times } = options;
  let socket = first;
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one connection after another
    const end = await socket.ended;
    if (signal.aborted) break;
    let missed = !end.isGraceful || end.missed;
    if (!end.isGraceful) onBroken(end.reason);
    let next: Socket | undefined;
    for (let failures = 0; next === undefined && !signal.aborted;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- tries
        next = await openSocket(options);
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        missed = true;
        const known = HermesError.is(error) ? error : undefined;
        onBroken(known?.message ?? "Slack did not open a connection", known);
        if (known?.code === "PLATFORM_UNAUTHORISED") return socket.close();
        // oxlint-disable-next-line no-await-in-loop -- tries
        await delay(backOff(failures, times.backOffMs, 30), undefined, { signal }).catch(() => undefined);
      }
    }
    // Closed only now, so that nothing falls between the two.
    socket.close();
    if (next === undefined) return;
    socket = next;
    onConnected(missed);
  }
  socket.close();
}

/** Resolves with the hello of Slack. */
async function openSocket({ address, take, onHeard, times, signal }: SocketModeOptions): Promise<Socket> {
  const url = await address();
  signal.throwIfAborted();
  const socket = new WebSocket(url);
  const hello = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<SocketEnd>();
  let hasPinged = false;
  const lose = (reason: string): void => {
    ended.resolve({ isGraceful: false, reason });
    hello.reject(new HermesError(`Slack does not answer: ${reason}.`, { code: "PLATFORM_UNREACHABLE" }));
  };
  const onSilence = (): void => {
    // A server that never pinged may well have nothing to say: it is asked for a new connection without a word.
    if (hasPinged) lose(`nothing was heard for ${Math.round(times.silentMs / 1_000)} s`);
    else ended.resolve({ isGraceful: true, missed: true });
  };
  let silence = setTimeout(() => lose("no hello came"), times.answerMs);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(onSilence, times.silentMs);
    onHeard();
  };
  const onPing = (message: unknown): void => {
    const pinged =
      typeof message === "object" && message !== null && "websocket" in message ? message.websocket : socket;
    if (pinged !== socket) return;
    hasPinged = true;
    heard();
  };
  const close = (): void => {
    clearTimeout(silence);
    unsubscribe(pings, onPing);
    ended.resolve({ isGraceful: true, missed: false });
    socket.close();
  };
  subscribe(pings, onPing);
  signal.addEventListener("abort", close, { once: true });
  socket.addEventListener("close", () => {
    clearTimeout(silence);
    unsubscribe(pings, onPing);
    signal.removeEventListener("abort", close);
    lose("the connection was closed");
  });
  socket.addEventListener("error", () => lose("the connection broke"));
  socket.addEventListener("message", ({ data }: MessageEvent) => {
    heard();
    const envelope = typeof data === "string" ? envelopeSchema.safeParse(jsonOf(data)).data : undefined;
    if (envelope === undefined) return;
    const { type, envelope_id: id, payload } = envelope;
    if (type === "hello") hello.resolve();
    else if (type === "disconnect")
      ended.resolve(
        envelope.reason === "link_disabled"
          ? { isGraceful: false, reason: "Socket Mode is switched off at api.slack.com/apps" }
          : { isGraceful: true, missed: false },
      );
    else if (id !== undefined)
      take(type, payload, (answer) => {
        // Where it is closed by now, Slack delivers it again.
        if (socket.readyState !== WebSocket.OPEN) return;
        socket.send(
          JSON.stringify({ envelope_id: id, ...(answer === undefined ? {} : { payload: answer }) }),
        );
      });
  });
  try {
    await hello.promise;
  } catch (error) {
    close();
    throw error;
  }
  return { ended: ended.promise, close };
}

/** Where Node says that a server has pinged; a WebSocket itself does not. */
const pings = "undici:websocket:ping";
