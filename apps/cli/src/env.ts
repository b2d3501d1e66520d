import type { Environment } from "@hermes/registry";

/** The environment of this process. The only place of the app that reads it. */
export function readEnvironment(): Environment {
  return process.env;
}
