import type { ApiCallName, ApiCalls, LinkInfo } from "@hermes/client/contract";
import type { SessionAccess } from "../session-access.ts";
import type { Caller } from "../trust/caller.ts";
import type { HomePorts } from "../ports/home-ports.ts";

type Part<Name extends ApiCallName, Key extends string> =
  ApiCalls[Name] extends Readonly<Record<Key, infer Value>> ? Value : undefined;

/** A call that was checked: who makes it, and what it says. */
export interface CheckedCall<Name extends ApiCallName> {
  readonly caller: Caller;
  readonly home: HomePorts;
  readonly sessions: SessionAccess;
  readonly params: Part<Name, "params">;
  readonly query: Part<Name, "query">;
  readonly body: Part<Name, "body">;
  /** A path that lets a browser in, once, as the caller. */
  readonly createLink: () => LinkInfo;
  /** Aborted when the client goes. */
  readonly signal: AbortSignal;
}

export type CallHandler<Name extends ApiCallName> = (
  call: CheckedCall<Name>,
) => Promise<ApiCalls[Name]["response"]>;

export type CallHandlers<Name extends ApiCallName = ApiCallName> = {
  readonly [Each in Name]: CallHandler<Each>;
};
