import type { ApiCallName, LinkInfo } from "@hermes/client/contract";
import { apiRoutes, apiSchemas } from "@hermes/client/contract";
import type { Endpoint } from "../endpoint.ts";
import { checkInput } from "../errors/check-input.ts";
import { readJson } from "../http/read-json.ts";
import type { HomePorts } from "../ports/home-ports.ts";
import type { SessionAccess } from "../session-access.ts";
import type { CallHandler, CallHandlers, CheckedCall } from "./call.ts";
import { gatewayCalls } from "./gateway-calls.ts";
import { homeCalls } from "./home-calls.ts";
import { questionCalls } from "./question-calls.ts";
import { pageCalls } from "./page-calls.ts";
import { runCalls } from "./run-calls.ts";
import { sessionCalls } from "./session-calls.ts";

export interface NativeOptions {
  readonly home: HomePorts;
  readonly sessions: SessionAccess;
  readonly maxBodyBytes: number;
  /** @param name Of a token. */
  readonly createLink: (name: string) => LinkInfo;
}

/** The calls of the contract, each with its handler. */
export function nativeEndpoints(options: NativeOptions): readonly Endpoint[] {
  const handlers: CallHandlers = {
    ...gatewayCalls,
    ...homeCalls,
    ...pageCalls,
    ...questionCalls,
    ...runCalls,
    ...sessionCalls,
  };
  // The keys of an object of the language are texts; those of this one are its names.
  const names = Object.keys(apiRoutes) as readonly ApiCallName[];
  return names.map((name) => endpointOf(name, handlers[name], options));
}

function endpointOf<Name extends ApiCallName>(
  name: Name,
  handler: CallHandler<Name>,
  { home, sessions, maxBodyBytes, createLink }: NativeOptions,
): Endpoint {
  const { summary, params, query, body, response } = apiSchemas[name];
  return {
    ...apiRoutes[name],
    ...{ name, summary, params, query, body, response },
    async handle({ request, url, params: given, caller }) {
      const asked = Object.fromEntries(url.searchParams);
      const call = {
        ...{ caller, home, sessions, signal: request.signal, createLink: () => createLink(caller.name) },
        params: params && checkInput(params, given),
        query: query && checkInput(query, asked),
        body: body && checkInput(body, (await readJson(request, maxBodyBytes)).value),
      };
      // The schemas of a call give what its handler takes: the table of them is typed so.
      return Response.json(await handler(call as unknown as CheckedCall<Name>));
    },
  };
}
