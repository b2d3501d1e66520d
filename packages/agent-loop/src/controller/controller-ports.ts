import type { ReasoningEffort } from "@hermes/models";
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
  /** Which model a session asks, and which others there are. */
  readonly models?:
    | {
        current(sessionId: string): Promise<ModelInUse>;
        /** Words that stand in the name; the chosen model first. @default all */
        list(query?: string): Promise<readonly { readonly model: string; readonly provider: string }[]>;
        /**
         * Switches from the next turn on; `keep`: for the sessions to come too.
         *
         * @throws where there is none of that name; the hint names the nearest.
         */
        choose(
          sessionId: string,
          name: string,
          options: { readonly provider?: string | undefined; readonly keep: boolean },
        ): Promise<ModelInUse>;
        /** Undefined: as the provider has it. */
        setEffort(sessionId: string, effort: ReasoningEffort | undefined): Promise<ModelInUse>;
      }
    | undefined;
  /** What a session used, and what is left of its budgets. */
  readonly usage?: ((sessionId: string) => Promise<UsageReport>) | undefined;
  /** What was used since a time, in milliseconds since 1970. */
  readonly insights?: ((range: { readonly from: number }) => Promise<UsedSince>) | undefined;
}

/** What the next turn asks. */
export interface ModelInUse {
  readonly model: string;
  readonly provider: string;
  /** In tokens. */
  readonly contextWindow: number;
  readonly effort?: ReasoningEffort | undefined;
  /** Those the model can be told, lowest first; undefined: not known. */
  readonly efforts?: readonly ReasoningEffort[] | undefined;
  /** What the person should know of the switch. */
  readonly notes?: readonly string[] | undefined;
}

export interface UsedSince extends UsageTotals {
  readonly sessions: number;
  readonly messages: number;
}
