import { HermesError } from "@hermes/registry";
import { checkAlive } from "../connection/check-alive.ts";
import type { Connection } from "../connection/connect.ts";
import type { KeptConnection } from "../connection/keep-connected.ts";
import type { McpCallOptions, McpToolFacts } from "../mcp-server.ts";
import type { McpServerEntry } from "../server-entry.ts";
import { createCallClock } from "./call-clock.ts";
import type { CallInFlight, CallsInFlight } from "./calls-in-flight.ts";
import { judgeFailure, type Failure } from "./judge-failure.ts";
import { requestInRounds, type RoundsRequest } from "./request-in-rounds.ts";

export interface PerformerOptions {
  readonly entry: McpServerEntry;
  readonly cwd: string;
  readonly kept: KeptConnection;
  readonly calls: CallsInFlight;
  readonly now: () => number;
}

/** Makes requests of a server that may be gone, and repeats those that may be repeated. */
export interface Performer {
  /** One that changes nothing. */
  reading<T>(
    options: { readonly signal: AbortSignal },
    run: (connection: Connection) => Promise<T>,
  ): Promise<T>;
  /** @param facts Of the tool that is called; asked for once there is a connection. Absent: the request changes nothing. */
  request(
    request: RoundsRequest,
    options: McpCallOptions,
    facts?: () => McpToolFacts | undefined,
  ): Promise<Record<string, unknown>>;
}

const maxTries = 3;

export function createPerformer({ entry, cwd, kept, calls, now }: PerformerOptions): Performer {
  let suspectSince: number | undefined;

  async function aliveConnection(signal: AbortSignal): Promise<Connection> {
    for (;;) {
      const connection = await kept.get(signal);
      // Whether others wait for it, and it is busy, can't be told from its silence.
      if (calls.count() > 0 || (await checkAlive(connection, { now: now(), suspectSince, signal })))
        return connection;
      kept.lose(connection, "it does not answer any more");
    }
  }

  async function perform<T>(
    options: McpCallOptions,
    mayRepeat: () => boolean,
    run: (connection: Connection, call: CallInFlight) => Promise<T>,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const connection = await aliveConnection(options.signal);
      const clock = createCallClock({ timeoutMs: entry.timeoutMs, signal: options.signal });
      const { call, end } = calls.begin(options.asks, clock);
      try {
        return await run(connection, call);
      } catch (error) {
        end();
        // Whoever gave up is told with their own reason.
        options.signal.throwIfAborted();
        const failure = clock.isExpired()
          ? judgeFailure(clock.signal.reason, connection.sdk)
          : judgeFailure(error, connection.sdk, connection.sessionId() !== undefined);
        react(connection, failure);
        const again = failure.kind === "not-sent" || (failure.kind === "cut" && mayRepeat());
        if (!again || tries >= maxTries) throw asHermesError(failure, error, entry);
      } finally {
        end();
        clock.stop();
      }
    }
  }

  function react(connection: Connection, { kind, reason }: Failure): void {
    if (kind === "timeout") suspectSince = now();
    if (kind === "login" || kind === "not-sent") kept.lose(connection, reason);
    // Over HTTP other calls may still get their answers, each on its own way.
    if (kind === "cut" && (connection.kind !== "http" || calls.count() === 0)) kept.lose(connection, reason);
  }

  return {
    reading: (options, run) =>
      perform(
        options,
        () => true,
        (connection, { clock }) => abortable(run(connection), clock.signal),
      ),
    request(request, options, facts) {
      // Hints are the server's own words; they only decide whether its own call comes a second time.
      const mayRepeat = (): boolean => {
        if (facts === undefined) return true;
        const hints = facts()?.hints;
        return hints !== undefined && (hints.readOnly || hints.idempotent);
      };
      return perform(options, mayRepeat, (connection, call) =>
        requestInRounds(
          connection,
          { ...request, tool: facts?.() },
          { entry, cwd, call, progress: options.progress },
        ),
      );
    },
  };
}

/** What the caller is told: whether it ran, and what to do next. */
function asHermesError({ kind, reason }: Failure, cause: unknown, entry: McpServerEntry): HermesError {
  const server = `The MCP server "${entry.name}"`;
  const data = { server: entry.name };
  switch (kind) {
    case "not-sent":
    case "impossible":
      return new HermesError(`${server} did not get the request: ${reason}.`, {
        code: "MCP_UNAVAILABLE",
        hint: "It did not run. What the server writes to its standard error may say why.",
        data,
        cause,
      });
    case "cut":
      return new HermesError(`${server} was cut off before it answered: ${reason}.`, {
        code: "MCP_OUTCOME_UNKNOWN",
        hint: "It may have run. Check what it did before it is called again.",
        cause,
      });
    case "login":
      return new HermesError(`${server} needs a login: ${reason}.`, {
        code: "MCP_NEEDS_LOGIN",
        hint: "The person has to log in to it.",
        data,
        cause,
      });
    case "timeout":
      return new HermesError(`${server} was given up: ${reason}.`, {
        code: "MCP_TIMEOUT",
        hint: "It was told to stop, and may have run all the same. A longer `timeout` of the server gives it more time.",
        cause,
      });
    case "refused":
      return new HermesError(`${server} answers with an error: ${reason}`, { code: "MCP_REFUSED", cause });
    case "bad-answer":
      return new HermesError(`${server} gave an answer that can't be used: ${reason}.`, {
        code: "MCP_BAD_ANSWER",
        hint: "It may have run. Ask for less at once, or tell those who make the server.",
        cause,
      });
  }
}

/** What several wait for goes on when one of them gives up. */
async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => {};
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_resolve, reject) => {
        onAbort = () => {
          reject(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        if (signal.aborted) onAbort();
      }),
    ]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
