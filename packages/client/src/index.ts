/** A typed client of the API of a Hermes home, for Node and for browsers. */
export { ApiError } from "./api-error.ts";
export { createClient } from "./create-client.ts";
export type { CallInput, ClientOptions, HermesClient } from "./create-client.ts";
export type { FollowedEvent, FollowOptions } from "./follow-session.ts";
export type { RequestsOptions } from "./requests.ts";
export type { HermesSocket, SubscribeOptions } from "./socket/open-socket.ts";
export { mayAccess } from "./contract/role.ts";
export type * from "./contract/index.ts";
