import type { Environment } from "@hermes/registry";

/** The environment of this process. The only place of the app that reads it. */
export function readEnvironment(): Environment {
  return process.env;
}

/** Makes a folder the home of this process, and of every program that it starts. */
export function enterHome(home: string): void {
  process.env["HERMES_HOME"] = home;
}
