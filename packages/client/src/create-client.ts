import type { ApiCallName, ApiCalls } from "./contract/api-calls.ts";
import { apiRoutes } from "./contract/api-routes.ts";
import type { RunRequest } from "./contract/run.ts";
import { followSession } from "./follow-session.ts";
import type { FollowedEvent, FollowOptions } from "./follow-session.ts";
import { Requests } from "./requests.ts";
import type { RequestsOptions, SentCall } from "./requests.ts";
import { openSocket } from "./socket/open-socket.ts";
import type { HermesSocket } from "./socket/open-socket.ts";

type Given<Name extends ApiCallName> = Pick<
  ApiCalls[Name],
  Extract<keyof ApiCalls[Name], "body" | "params" | "query">
>;

/** What a call is made with. What it does not need is left out. */
export type CallInput<Name extends ApiCallName> = {
  readonly [Key in keyof Given<Name>]: Given<Name>[Key];
} & { readonly signal?: AbortSignal | undefined };

type Callers = {
  readonly [Name in ApiCallName]: keyof Given<Name> extends never
    ? (input?: CallInput<Name>) => Promise<ApiCalls[Name]["response"]>
    : keyof Given<Name> extends "query"
      ? (input?: Partial<CallInput<Name>>) => Promise<ApiCalls[Name]["response"]>
      : (
          input: Omit<CallInput<Name>, "query"> &
            Partial<Pick<CallInput<Name>, Extract<keyof CallInput<Name>, "query">>>,
        ) => Promise<ApiCalls[Name]["response"]>;
};

/** Every call of the native API by its name, and the events of sessions. All throw `ApiError`. */
export interface HermesClient extends Callers {
  /** The events of a session; see `followSession`. */
  follow(sessionId: string, options?: FollowOptions): AsyncGenerator<FollowedEvent, undefined>;
  /** Says something, and gives the events of the turn to its end. */
  run(
    request: RunRequest,
    options?: { readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<FollowedEvent, undefined>;
  /** A WebSocket: events of any number of sessions, and what is said to them, over one connection that comes back by itself. */
  connect(): HermesSocket;
}

export interface ClientOptions extends RequestsOptions {
  /** @default globalThis.WebSocket */
  readonly WebSocket?: typeof WebSocket | undefined;
}

/** A client of the API of a home. Sends nothing before it is asked to. */
export function createClient(options: ClientOptions): HermesClient {
  const requests = new Requests(options);
  // The keys of an object of the language are texts; those of this one are its names.
  const names = Object.keys(apiRoutes) as readonly ApiCallName[];
  const callers = Object.fromEntries(
    names.map((name) => [
      name,
      async (call: SentCall = {}): Promise<unknown> => (await requests.send(apiRoutes[name], call)).json(),
    ]),
    // Each is what the table of calls says of its name.
  ) as unknown as Callers;
  return {
    ...callers,
    follow: (sessionId, followOptions = {}) => followSession(requests, sessionId, followOptions),
    async *run(body, { signal } = {}) {
      const { sessionId, cursor } = await callers.startRun({ body, signal });
      yield* followSession(requests, sessionId, { cursor, signal });
      return undefined;
    },
    connect: () => openSocket(requests, options.WebSocket ?? WebSocket),
  };
}
