import { ApiError, offline } from "../api-error.ts";
import { BackOff } from "../back-off.ts";
import type { ApprovalAnswer, ApprovalInfo } from "../contract/approval.ts";
import type { RunRequest, RunStarted } from "../contract/run.ts";
import type { SocketMessage, SocketRequest } from "../contract/socket.ts";
import type { FollowedEvent } from "../follow-session.ts";
import type { Requests } from "../requests.ts";
import { Subscription } from "./subscription.ts";

type Sent = SocketRequest extends infer Each
  ? Each extends SocketRequest
    ? Omit<Each, "id">
    : never
  : never;

export interface SubscribeOptions {
  /** Of the last event that is there already. @default the beginning of the newest answer */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What is said and heard over a WebSocket. A request whose connection breaks fails: whether it was done is not known then. */
export interface HermesSocket extends AsyncDisposable {
  /**
   * The events of a session over all its turns, until the loop is left, the signal is aborted, or the socket is closed. After a
   * connection that broke it goes on behind the last event: every word comes once.
   *
   * @throws {ApiError} where it is not to be had.
   */
  subscribe(sessionId: string, options?: SubscribeOptions): AsyncGenerator<FollowedEvent, undefined>;
  run(request: RunRequest): Promise<RunStarted>;
  steer(sessionId: string, text: string): Promise<{ readonly steered: boolean }>;
  stop(sessionId: string): Promise<{ readonly stopped: boolean }>;
  approve(approvalId: string, answer: ApprovalAnswer): Promise<ApprovalInfo>;
  /** Without an answer the question is skipped. */
  answer(questionId: string, answer?: string): Promise<void>;
}

export function openSocket(requests: Requests, Socket: typeof WebSocket): HermesSocket {
  return new ReconnectingSocket(requests, Socket);
}

interface Pending {
  /** Called at once: what comes right behind the reply comes in the same turn of the event loop. */
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

class ReconnectingSocket implements HermesSocket {
  readonly #requests: Requests;
  readonly #Socket: typeof WebSocket;
  readonly #pending = new Map<number, Pending>();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #backOff = new BackOff({ firstMs: 100, maxMs: 10_000 });
  readonly #closing = new AbortController();
  #ws: WebSocket | undefined;
  #opening: Promise<WebSocket> | undefined;
  #lastId = 0;

  constructor(requests: Requests, Socket: typeof WebSocket) {
    this.#requests = requests;
    this.#Socket = Socket;
  }

  async *subscribe(
    sessionId: string,
    { cursor, signal }: SubscribeOptions = {},
  ): AsyncGenerator<FollowedEvent, undefined> {
    signal?.throwIfAborted();
    if (this.#subscriptions.has(sessionId)) throw new TypeError(`"${sessionId}" is subscribed to already.`);
    const subscription = new Subscription(sessionId, cursor, {
      ask: (type) => this.#askSoon(subscription, type),
    });
    this.#subscriptions.set(sessionId, subscription);
    const onAbort = (): void => subscription.end(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await this.#askFor(subscription, "subscribe");
      yield* subscription.read();
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#subscriptions.delete(sessionId);
      if (this.#isOpen()) this.#askSoon(subscription, "unsubscribe");
    }
    return undefined;
  }

  // Each reply is what the contract has for its request.
  async run(request: RunRequest): Promise<RunStarted> {
    return (await this.#ask({ ...request, type: "run" })) as RunStarted;
  }

  async steer(sessionId: string, text: string): Promise<{ readonly steered: boolean }> {
    return (await this.#ask({ type: "steer", sessionId, text })) as { readonly steered: boolean };
  }

  async stop(sessionId: string): Promise<{ readonly stopped: boolean }> {
    return (await this.#ask({ type: "stop", sessionId })) as { readonly stopped: boolean };
  }

  async approve(approvalId: string, answer: ApprovalAnswer): Promise<ApprovalInfo> {
    return (await this.#ask({ type: "approve", approvalId, answer })) as ApprovalInfo;
  }

  async answer(questionId: string, answer?: string): Promise<void> {
    await this.#ask({ type: "answer", questionId, ...(answer === undefined ? {} : { answer }) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(closed());
    for (const subscription of this.#subscriptions.values()) subscription.end(undefined);
    this.#failPending(closed());
    const ws = this.#ws;
    if (ws === undefined || ws.readyState === ws.CLOSED) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    ws.addEventListener("close", () => resolve(), { once: true });
    ws.close();
    await promise;
  }

  #isOpen(): boolean {
    return this.#ws?.readyState === 1;
  }

  async #ask(request: Sent, onReply?: () => void): Promise<unknown> {
    const ws = await this.#connected();
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, {
      resolve: (result) => {
        onReply?.();
        resolve(result);
      },
      reject,
    });
    ws.send(JSON.stringify({ ...request, id }));
    return await promise;
  }

  #askSoon(subscription: Subscription, type: "subscribe" | "unsubscribe"): void {
    this.#askFor(subscription, type).catch((error: unknown) => subscription.end(error));
  }

  /** What speaks against a subscription ends it. */
  async #askFor(subscription: Subscription, type: "subscribe" | "unsubscribe"): Promise<void> {
    const { sessionId } = subscription;
    // What an earlier request still brings comes again behind the reply.
    subscription.isListening = false;
    try {
      await this.#connected();
      const { cursor } = subscription;
      if (type === "unsubscribe") await this.#ask({ type, sessionId });
      else
        await this.#ask({ type, sessionId, ...(cursor === undefined ? {} : { cursor }) }, () => {
          subscription.isListening = true;
        });
    } catch (error) {
      // One that broke is asked for again with the next connection.
      const isPassing = error instanceof ApiError && error.isPassing && !this.#closing.signal.aborted;
      if (type === "subscribe" && !isPassing) subscription.end(error);
    }
  }

  /** Tries until there is a connection. */
  async #connected(): Promise<WebSocket> {
    this.#closing.signal.throwIfAborted();
    if (this.#ws !== undefined && this.#isOpen()) return this.#ws;
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return await this.#opening;
  }

  async #open(): Promise<WebSocket> {
    for (;;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        const ws = await this.#opened();
        this.#backOff.reset();
        this.#ws = ws;
        return ws;
      } catch {
        // A browser does not tell why there is no WebSocket, but why there is no answer.
        // oxlint-disable-next-line no-await-in-loop -- as above
        await this.#explain();
        // oxlint-disable-next-line no-await-in-loop -- as above
        await this.#backOff.wait(this.#closing.signal);
      }
    }
  }

  /** @throws {ApiError} where trying again is no use. */
  async #explain(): Promise<void> {
    try {
      await this.#requests.send({ method: "GET", path: "/api/whoami" }, { signal: this.#closing.signal });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isPassing) throw error;
    }
  }

  async #opened(): Promise<WebSocket> {
    const url = this.#requests.url("/ws");
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const ws = new this.#Socket(url, this.#requests.protocols);
    const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
    ws.addEventListener("open", () => resolve(ws), { once: true });
    ws.addEventListener("error", reject, { once: true });
    ws.addEventListener("close", () => {
      reject(offline(undefined));
      if (this.#ws === ws) this.#lost();
    });
    ws.addEventListener("message", ({ data }) => this.#take(JSON.parse(String(data)) as SocketMessage));
    return await promise;
  }

  #lost(): void {
    this.#ws = undefined;
    this.#failPending(offline(undefined));
    if (this.#closing.signal.aborted) return;
    for (const subscription of this.#subscriptions.values())
      if (!subscription.isFull) this.#askSoon(subscription, "subscribe");
  }

  #failPending(error: ApiError): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #take(message: SocketMessage): void {
    if (message.type === "event") {
      const { sessionId, cursor, event } = message;
      return this.#subscriptions.get(sessionId)?.take({ cursor, event });
    }
    if (message.type === "gone")
      return this.#subscriptions.get(message.sessionId)?.end(errorOf(message.error));
    if (message.id === null) return;
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.ok) pending?.resolve(message.result);
    else pending?.reject(errorOf(message.error));
  }
}

function errorOf({
  code,
  message,
  hint,
}: {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}): ApiError {
  return new ApiError(message, { code, hint, status: code === "API_CLOSED" ? 503 : 400 });
}

function closed(): ApiError {
  return new ApiError("The socket was closed.", { code: "CLIENT_CLOSED", status: 400 });
}
