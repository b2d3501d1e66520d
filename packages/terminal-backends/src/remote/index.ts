/** A backend over any way to a POSIX shell elsewhere. */
export { createRemoteBackend } from "./remote-backend.ts";
export type { RemoteBackendOptions } from "./remote-backend.ts";
export { createCommandTransport } from "./command-transport.ts";
export type { ClientCommand, CommandTransportOptions } from "./command-transport.ts";
export { findProgram } from "../find-program.ts";
export type {
  ShellTransport,
  TransportEnd,
  TransportFailure,
  TransportOpenOptions,
  TransportProcess,
  TransportRequest,
} from "./shell-transport.ts";
