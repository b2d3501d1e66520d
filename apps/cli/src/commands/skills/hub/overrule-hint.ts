import type { InstallOutcome } from "@hermes/skill-hub";

type Refused = Pick<Extract<InstallOutcome, { ok: false }>, "overruledBy">;

/** How the person has it all the same; undefined: nothing overrules it. */
export function overruleHint({ overruledBy }: Refused): string | undefined {
  if (overruledBy === undefined) return undefined;
  if (overruledBy === "force")
    return "To take it all the same: --force. What you changed goes to .archive then.";
  return `To have this one instead: hermes skills uninstall ${overruledBy.uninstall}, then install again.`;
}
