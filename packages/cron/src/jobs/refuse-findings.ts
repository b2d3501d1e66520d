import { HermesError } from "@hermes/registry";
import type { PromptFinding } from "./cron-jobs.ts";

/** @throws {HermesError} `CRON_REFUSED` where there is a finding. */
export function refuseFindings(findings: readonly PromptFinding[]): void {
  const [first] = findings;
  if (first === undefined) return;
  const { id, line, reason, excerpt } = first;
  throw new HermesError(`The prompt is refused (${id}, line ${line}: "${excerpt}"). ${reason}`, {
    code: "CRON_REFUSED",
    hint: "Say what is to be done without it. A person can write such a job themselves.",
    data: { findings },
  });
}
