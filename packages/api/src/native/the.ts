import { refused } from "../errors/refusal.ts";
import type { HomePorts } from "../ports/home-ports.ts";

/** @throws {HermesError} `API_NOT_HERE` where the home has no such part. */
export function the<Name extends keyof HomePorts>(home: HomePorts, name: Name): NonNullable<HomePorts[Name]> {
  const port = home[name];
  if (port === undefined) throw refused("API_NOT_HERE", `This home has no ${name} here.`);
  return port;
}
