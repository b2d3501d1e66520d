import type { ListedCredential } from "@hermes/models/credentials";
import { localTime } from "../../render/local-time.ts";

/** How a key or a login is, for people. */
export function stateText({
  provider,
  kind,
  state,
  until,
  reason,
  expiresAt,
  renews,
}: ListedCredential): string {
  const why = reason === undefined ? "" : ` (${reason})`;
  if (state === "resting" && until !== undefined) return `rests until ${localTime(until)}${why}`;
  if (state === "dead")
    return kind === "oauth" ? `over${why}: hermes login ${provider}` : `dead${why}: add it anew`;
  if (expiresAt === undefined) return "ok";
  if (expiresAt <= Date.now())
    return renews ? "ok, renewed when it is used" : `over: hermes login ${provider}`;
  return renews ? `ok, renewed at ${localTime(expiresAt)}` : `ok, ends at ${localTime(expiresAt)}`;
}
