import type { ApprovalLog } from "@hermes/registry";
import type { AgentInput } from "../turn/turn-input.ts";
import type { UsageReport, UsageTotals } from "./usage-lines.ts";

/** What can be typed after a slash besides the commands of the table. */
export interface SkillCommand {
  /** Without the slash. */
  readonly name: string;
  readonly summary: string;
}

/** What a controller needs of the program around it. A command whose port is absent says that it can't work here. */
export interface ControllerPorts {
  readonly skills?:
    | {
        commands(): Promise<readonly SkillCommand[]>;
        /** The message that a skill's command enters; undefined when there is none of that name. */
        messageOf(name: string, args: string): Promise<AgentInput | undefined>;
      }
    | undefined;
  /** Where questions to the person are kept. */
  readonly approvals?: Pick<ApprovalLog, "answer" | "list"> | undefined;
  /** How questions about permission are handled. */
  readonly modes?:
    | {
        list(): Promise<readonly { readonly name: string; readonly summary: string }[]>;
        current(sessionId: string): Promise<string>;
        /** @returns The mode that was set; undefined when there is none of that name. */
        set(sessionId: string, name: string): Promise<string | undefined>;
      }
    | undefined;
  /** What a session used, and what is left of its budgets. */
  readonly usage?: ((sessionId: string) => Promise<UsageReport>) | undefined;
  /** What was used since a time, in milliseconds since 1970. */
  readonly insights?: ((range: { readonly from: number }) => Promise<UsedSince>) | undefined;
}

export interface UsedSince extends UsageTotals {
  readonly sessions: number;
  readonly messages: number;
}
