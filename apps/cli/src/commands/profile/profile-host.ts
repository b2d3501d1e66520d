import type { Host } from "../../host.ts";

/** The same process as it sees the home of a profile. */
export function hostIn(home: string, host: Host): Host {
  return { ...host, env: { ...host.env, HERMES_HOME: home } };
}
