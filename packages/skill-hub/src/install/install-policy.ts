import type { SkillScan } from "@hermes/scanner";
import { refusal } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";

/** Why a scan keeps a skill out, before anybody is asked; undefined when it does not. */
export function refusalByScan(
  scan: SkillScan,
  { force, canAsk }: { readonly force: boolean; readonly canAsk: boolean },
): Refusal | undefined {
  const [worst] = scan.findings;
  const shown = worst === undefined ? "" : ` ${worst.message} (${worst.file}, line ${worst.line})`;
  if (scan.decision === "block") {
    const isCritical = scan.findings.some(({ severity }) => severity === "critical");
    if (isCritical) {
      return refusal("blocked", `The scan blocks it.${shown}`, {
        hint: "What it found is critical, so that nothing overrules it.",
        scan,
      });
    }
    if (!force)
      return refusal("blocked", `The scan blocks it.${shown}`, {
        hint: "Look at it; it can be forced.",
        overruledBy: "force",
        scan,
      });
  }
  if (scan.decision !== "allow" && !canAsk) {
    return refusal("unconfirmed", `A person must look at it first.${shown}`, {
      hint: "Install it where you can be asked.",
      scan,
    });
  }
  return undefined;
}
