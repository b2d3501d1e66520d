import type { Effect } from "@hermes/command-safety";
import type { Finding } from "../finding.ts";
import type { CallWall, Origin } from "@hermes/registry";
import type { Decision } from "./decide.ts";
import type { Mode } from "./mode.ts";
import type { ToolSource } from "./tool-source.ts";

/** A command, a call as text, or a call. */
export type ExplainInput = string | { readonly tool: string; readonly args: unknown };

export interface ExplainWhere {
  /** @default "cli" */
  readonly platform?: string | undefined;
  readonly chatKind?: Origin["chatKind"];
  readonly chatId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Whether there is nobody who can be asked. @default false */
  readonly unattended?: boolean | undefined;
  /** The tools that there are. A registry is one. @default `tools` of the permissions */
  readonly tools?: Pick<ToolSource, "get"> | undefined;
}

/** What would be decided about a call, and why. */
export interface Explanation {
  readonly verdict: Decision["verdict"];
  /** The step of the order that decided. */
  readonly decidedBy: Decision["by"];
  readonly reason: string;
  /** For a refusal by a hard limit: what to do instead, as the refused one is told. */
  readonly advice?: string | undefined;
  /** What the call would be answered with where it is refused, word for word. */
  readonly refusal?: string | undefined;
  /** What would hold its processes once it is allowed. Absent: no wall does. */
  readonly wall?: CallWall | undefined;
  readonly rule?: { readonly text: string; readonly effect: string; readonly source: string } | undefined;
  readonly mode: Mode;
  readonly tool: string;
  readonly action: string;
  /** The command, or the tool with its path. */
  readonly call: string;
  /** All findings. */
  readonly findings: readonly ExplainedFinding[];
  readonly effects: readonly Effect[];
  /** The simple commands that were found. */
  readonly commands: readonly string[];
  /** False where a part of a command could not be read. */
  readonly understood: boolean;
  /** What is wrong with the rules. */
  readonly problems: readonly string[];
}

export interface ExplainedFinding extends Finding {
  /** The wall holds it, so that nobody is asked. */
  readonly held?: true | undefined;
}
