import type { Access, ApiRoute } from "@hermes/client/contract";
import type * as z from "zod";
import type { Connection } from "./api.ts";
import type { Caller } from "./trust/caller.ts";

/** A request that has passed the gate, at its endpoint. */
export interface EndpointRequest {
  readonly request: Request;
  readonly url: URL;
  /** What stands for the braces of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
}

/** One row of the table of routes: routing, trust, OpenAPI and tests go by it. */
export interface Endpoint {
  readonly method: ApiRoute["method"];
  /** What stands for a parameter is in braces. */
  readonly path: string;
  readonly access: Access;
  /** `operationId` of OpenAPI. */
  readonly name: string;
  readonly summary: string;
  readonly params?: z.ZodType | undefined;
  readonly query?: z.ZodType | undefined;
  readonly body?: z.ZodType | undefined;
  /** Absent: it is no JSON. */
  readonly response?: z.ZodType | undefined;
  /** Media type of what it gives, where it is no JSON, or beside that. */
  readonly stream?: string | undefined;
  handle(asked: EndpointRequest): Promise<Response>;
}

/** One that needs no token. */
export interface OpenEndpoint {
  readonly path: string;
  readonly summary: string;
  handle(asked: {
    readonly request: Request;
    readonly params: Readonly<Record<string, string>>;
    readonly connection: Connection;
  }): Response;
}
