import { socketCloseCodes, socketRequest } from "@hermes/client/contract";
import type { SocketRequest } from "@hermes/client/contract";
import type { RawData, WebSocket } from "ws";
import { Answers } from "../answers.ts";
import { checkInput } from "../errors/check-input.ts";
import { errorInfoOf, tellable } from "../errors/error-response.ts";
import { refused } from "../errors/refusal.ts";
import { checkCursor, shownTo, subscribe } from "../session-events.ts";
import { startRun } from "../start-run.ts";
import type { Caller } from "../trust/caller.ts";
import { mustMay } from "../trust/caller.ts";
import type { SocketsOptions } from "./sockets-options.ts";

const maxSubscriptions = 100;
/** Requests that are not answered yet; beyond it nothing is read. */
const maxPending = 50;

/** One client. Nothing that is sent to it waits here beyond a bound: its sessions are read as fast as it takes what they say. */
export class SocketConnection {
  readonly #ws: WebSocket;
  readonly #caller: Caller;
  readonly #options: SocketsOptions;
  readonly #gone = new AbortController();
  readonly #subscriptions = new Map<string, AbortController>();
  #pending = 0;
  #isAlive = true;

  constructor(ws: WebSocket, caller: Caller, options: SocketsOptions) {
    this.#ws = ws;
    this.#caller = caller;
    this.#options = options;
    ws.on("message", (data, isBinary) => void this.#take(data, isBinary));
    ws.on("pong", () => (this.#isAlive = true));
    // What is wrong with a connection ends it.
    ws.on("error", () => ws.terminate());
    ws.once("close", () => this.#gone.abort(new DOMException("The client has gone.", "AbortError")));
  }

  beat(): void {
    if (!this.#isAlive) return this.#ws.terminate();
    this.#isAlive = false;
    this.#ws.ping();
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ws.once("close", resolve);
    this.#end(socketCloseCodes.serverStops, "The server stops.");
    await promise;
  }

  /** A client that reads nothing gets no close frame either. */
  #end(code: number, reason: string): void {
    this.#ws.close(code, reason);
    setTimeout(() => this.#ws.terminate(), 1_000).unref();
  }

  async #take(data: RawData, isBinary: boolean): Promise<void> {
    if (++this.#pending >= maxPending) this.#ws.pause();
    try {
      const parsed = isBinary ? undefined : asJson(data);
      const id = idOf(parsed);
      try {
        if (parsed === undefined) throw refused("API_BAD_REQUEST", "A message has to be JSON, as text.");
        this.#options.gate.countCaller(this.#caller);
        const request = checkInput(socketRequest, parsed);
        const { result, begin } = await this.#do(request);
        const sent = this.#send({ type: "reply", id: request.id, ok: true, result });
        begin?.();
        await sent;
      } catch (error) {
        const refusal = errorInfoOf(tellable(error, this.#options.onError));
        await this.#send({ type: "reply", id, ok: false, error: refusal });
      }
    } finally {
      if (--this.#pending < maxPending) this.#ws.resume();
    }
  }

  /** @returns What is replied, and what is done once it is. */
  async #do(request: SocketRequest): Promise<{ readonly result: unknown; readonly begin?: () => void }> {
    if (request.type === "unsubscribe") this.#unsubscribe(request.sessionId);
    else if (request.type === "subscribe")
      return { result: {}, begin: await this.#subscribe(request.sessionId, request.cursor) };
    else return { result: await this.#say(request) };
    return { result: {} };
  }

  async #say(
    request: Exclude<SocketRequest, { readonly type: "subscribe" | "unsubscribe" }>,
  ): Promise<unknown> {
    const { home, sessions } = this.#options;
    const caller = this.#caller;
    mustMay(caller, "speak");
    switch (request.type) {
      case "run": {
        const { id: _id, type: _type, ...run } = request;
        const { signal } = this.#gone;
        return await startRun(run, { home, sessions, caller, entryPoint: "api-websocket", signal });
      }
      case "steer":
        await sessions.see(caller, request.sessionId);
        return { steered: await home.runs.steer(request.sessionId, request.text) };
      case "stop":
        await sessions.see(caller, request.sessionId);
        return { stopped: await home.runs.stop(request.sessionId) };
      case "approve":
        return await new Answers(home, sessions).approve(caller, request.approvalId, request.answer);
      case "answer":
        await new Answers(home, sessions).answer(caller, request.questionId, request.answer);
        return { ok: true };
    }
  }

  /** @returns What begins it. */
  async #subscribe(sessionId: string, given: string | undefined): Promise<() => void> {
    const cursor = checkCursor(given);
    await this.#options.sessions.see(this.#caller, sessionId);
    // One that is asked for again begins anew behind its cursor.
    this.#unsubscribe(sessionId);
    if (this.#subscriptions.size >= maxSubscriptions)
      throw refused(
        "API_TOO_MANY_STREAMS",
        `A connection has no more than ${maxSubscriptions} subscriptions.`,
      );
    const end = new AbortController();
    this.#subscriptions.set(sessionId, end);
    return () => void this.#follow(sessionId, cursor, end);
  }

  #unsubscribe(sessionId: string): void {
    this.#subscriptions.get(sessionId)?.abort(new DOMException("Unsubscribed.", "AbortError"));
    this.#subscriptions.delete(sessionId);
  }

  async #follow(sessionId: string, cursor: string | undefined, end: AbortController): Promise<void> {
    const signal = AbortSignal.any([end.signal, this.#gone.signal]);
    try {
      for await (const followed of subscribe(this.#options.home.runs, sessionId, { cursor, signal })) {
        if (signal.aborted) return;
        const event = shownTo(this.#caller, followed.event);
        await this.#send({ type: "event", sessionId, cursor: followed.cursor, event });
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#subscriptions.delete(sessionId);
      const refusal = errorInfoOf(tellable(error, this.#options.onError));
      await this.#send({ type: "gone", sessionId, error: refusal });
    }
  }

  /** Resolves when there is room for more. A client that makes none in time is dropped; it can come back and go on. Never rejects. */
  async #send(message: unknown): Promise<void> {
    const ws = this.#ws;
    if (ws.readyState !== ws.OPEN) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    ws.send(JSON.stringify(message), () => resolve());
    const { maxWaitingBytes, stalledMs, metrics } = this.#options;
    if (ws.bufferedAmount <= maxWaitingBytes) return;
    const timer = setTimeout(() => {
      metrics.dropped++;
      this.#gone.abort(new DOMException("The client is too slow.", "AbortError"));
      this.#end(socketCloseCodes.tooSlow, "Too slow: connect again, and go on behind the last cursor.");
      resolve();
    }, stalledMs);
    ws.once("close", resolve);
    await promise;
    ws.off("close", resolve);
    clearTimeout(timer);
  }
}

function asJson(data: RawData): unknown {
  try {
    // Of text, `ws` gives the bytes.
    return JSON.parse((data as Buffer).toString("utf8"));
  } catch {
    return undefined;
  }
}

function idOf(message: unknown): number | null {
  const id = typeof message === "object" && message !== null && "id" in message ? message.id : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}
