import { HermesError } from "@hermes/registry";
import type { Failure } from "../calls/judge-failure.ts";
import type { McpStatus } from "../mcp-server.ts";
import { retryDelayMs } from "./back-off.ts";
import type { Connection } from "./connect.ts";

export interface KeepConnectedOptions {
  /** How the server is called in messages. */
  readonly name: string;
  /** Connects once, all the way. */
  readonly connect: (signal: AbortSignal) => Promise<Connection>;
  readonly judge: (error: unknown) => Failure;
  /** How long calls wait for a server that can't be reached, from its first failure on. */
  readonly patienceMs: number;
  readonly now: () => number;
  readonly onStatus: (status: Pick<McpStatus, "state" | "reason" | "hint" | "nextTryAt">) => void;
}

/** The connection of one server: made when it is first needed, and made again when it was lost. */
export interface KeptConnection {
  current(): Connection | undefined;
  /**
   * The connection, as soon as there is one. Wakes a try that would come later.
   *
   * @throws {HermesError} `MCP_UNAVAILABLE`, `MCP_NEEDS_LOGIN`, `MCP_CLOSED`.
   */
  get(signal: AbortSignal): Promise<Connection>;
  /** Gives this connection up; the next is made in the background. */
  lose(connection: Connection, reason: string): void;
  /** Ends the connection. The next is made when it is needed. Resolves when nothing of it is left. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

interface Waiter {
  readonly resolve: (connection: Connection) => void;
  readonly reject: (reason: unknown) => void;
}

/** Failures that trying again soon does not mend. */
const hopeless: ReadonlySet<Failure["kind"]> = new Set(["login", "impossible", "refused", "bad-answer"]);
/** A connection that held this long was a good one: the next failure is the first again. */
const steadyMs = 10_000;

export function keepConnected(options: KeepConnectedOptions): KeptConnection {
  const waiters = new Set<Waiter>();
  const ends = new Set<Promise<void>>();
  let connection: Connection | undefined;
  let connectedAt = 0;
  let attempt: AbortController | undefined;
  let attempted: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let failingSince: number | undefined;
  let closed = false;

  function tryNow(): void {
    clearTimeout(timer);
    timer = undefined;
    if (attempt !== undefined || connection !== undefined || closed) return;
    const own = new AbortController();
    attempt = own;
    options.onStatus({ state: "starting" });
    attempted = run(own, options.now());
  }

  async function run(own: AbortController, startedAt: number): Promise<void> {
    try {
      const made = await options.connect(own.signal);
      if (own.signal.aborted) return void (await made.end());
      attempt = undefined;
      hold(made);
    } catch (error) {
      if (own.signal.aborted) return;
      attempt = undefined;
      fail(options.judge(error), error, startedAt);
    }
  }

  function hold(made: Connection): void {
    connection = made;
    connectedAt = options.now();
    failingSince = undefined;
    made.ended.then(
      ({ reason, quiet }) => {
        if (!quiet || connection !== made) return lose(made, reason);
        retire(made);
        options.onStatus({ state: "idle", reason });
      },
      () => {},
    );
    options.onStatus({ state: "ready" });
    for (const waiter of takeWaiters()) waiter.resolve(made);
  }

  function fail(failure: Failure, cause: unknown, startedAt: number): void {
    failures += 1;
    failingSince ??= startedAt;
    const patient = options.now() - failingSince < options.patienceMs;
    const error = unavailable(failure, cause);
    if (!patient || hopeless.has(failure.kind)) for (const waiter of takeWaiters()) waiter.reject(error);
    if (failure.kind === "login") {
      options.onStatus({ state: "needs-login", reason: failure.reason, hint: error.hint });
    } else if (failure.kind === "impossible") {
      options.onStatus({ state: "failed", reason: failure.reason, hint: error.hint });
    } else later(failure.reason);
  }

  function later(reason: string): void {
    const delayMs = retryDelayMs(failures, { waitedFor: waiters.size > 0 });
    timer = setTimeout(tryNow, delayMs);
    // Whoever waits for it keeps the program going, nothing else does.
    if (waiters.size === 0) timer.unref();
    options.onStatus({ state: "waiting", reason, nextTryAt: options.now() + delayMs });
  }

  function unavailable(failure: Failure, cause: unknown): HermesError {
    if (failure.kind === "login")
      return new HermesError(`The MCP server "${options.name}" needs a login: ${failure.reason}.`, {
        code: "MCP_NEEDS_LOGIN",
        hint: "The person has to log in to it.",
        data: { server: options.name },
        cause,
      });
    return new HermesError(`The MCP server "${options.name}" can't be reached: ${failure.reason}.`, {
      code: "MCP_UNAVAILABLE",
      hint: "It did not get the request. What it writes to its standard error may say why.",
      data: { server: options.name },
      cause,
    });
  }

  function lose(lost: Connection, reason: string): void {
    if (connection !== lost) return;
    retire(lost);
    failures = options.now() - connectedAt >= steadyMs ? 1 : failures + 1;
    if (!closed) later(reason);
  }

  /** Lets a connection go; the next one is made with the next use. */
  function retire(old: Connection): void {
    if (connection === old) connection = undefined;
    const end = old.end().finally(() => ends.delete(end));
    ends.add(end);
  }

  function takeWaiters(): readonly Waiter[] {
    const taken = [...waiters];
    waiters.clear();
    return taken;
  }

  async function reset(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    attempt?.abort(new Error("The server was restarted or closed."));
    attempt = undefined;
    if (connection !== undefined) retire(connection);
    if (!closed) options.onStatus({ state: "idle" });
    failures = 0;
    failingSince = undefined;
    await Promise.all([attempted, ...ends]);
    if (waiters.size > 0) tryNow();
  }

  return {
    current: () => connection,
    async get(signal) {
      signal.throwIfAborted();
      if (closed) throw closedError(options.name);
      if (connection !== undefined) return connection;
      return await new Promise((resolve, reject) => {
        const settled = (): void => {
          waiters.delete(waiter);
          signal.removeEventListener("abort", onAbort);
        };
        const waiter: Waiter = {
          resolve(made) {
            settled();
            resolve(made);
          },
          reject(error) {
            settled();
            reject(error);
          },
        };
        // The reason of who gave up, which may be anything.
        const onAbort = (): void => waiter.reject(signal.reason);
        signal.addEventListener("abort", onAbort, { once: true });
        waiters.add(waiter);
        tryNow();
      });
    },
    lose,
    reset,
    async close() {
      if (!closed) {
        closed = true;
        for (const waiter of takeWaiters()) waiter.reject(closedError(options.name));
        options.onStatus({ state: "closed" });
      }
      await reset();
    },
  };
}

function closedError(name: string): HermesError {
  return new HermesError(`The MCP server "${name}" was closed.`, { code: "MCP_CLOSED" });
}
