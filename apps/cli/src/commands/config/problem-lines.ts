import type { LoadedSettings } from "@hermes/config";
import { findingText, isProblem } from "@hermes/config/editing";
import { printRemark } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import { cleanText } from "../../render/clean-text.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";

/** What has to be corrected before a session can begin. */
export function sayProblems({ findings = [] }: LoadedSettings, { host }: GatewayDesk): void {
  const problems = findings.filter(isProblem);
  if (problems.length === 0) return;
  printRemark(host, "No session begins until this is right:");
  for (const problem of problems)
    for (const line of wrap(cleanText(findingText(problem)), { columns: host.stderr.columns, indent: 2 }))
      printRemark(host, line);
}
