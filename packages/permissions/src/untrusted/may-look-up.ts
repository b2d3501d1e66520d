import { describeCall, untrustedSources } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import type { CallToAnalyze } from "../policy/analyze-call.ts";
import { mayBeRead } from "./outside-addresses.ts";

/**
 * Whether the names in the addresses of a call may be looked up before it is decided. The question goes to whoever answers for the
 * name, so that a host made of a secret would have told it when the call is refused.
 */
export async function mayLookUp(
  { tool, args }: CallToAnalyze,
  { provenance, transcript }: Pick<ToolContext, "provenance" | "transcript">,
): Promise<boolean> {
  if (untrustedSources(provenance).length === 0) return true;
  const { argument } = describeCall(tool, args);
  if (argument.kind !== "url") return true;
  const read = transcript?.() ?? { person: [], untrusted: [] };
  const known = await Promise.all(argument.urls.map(async (url) => await mayBeRead(url, read)));
  return known.every(Boolean);
}
