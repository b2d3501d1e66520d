import type { ApprovalLog, Guard } from "@hermes/registry";
import type { RecordDecision } from "./audit-port.ts";
import type { ExplainInput, ExplainWhere, Explanation } from "./explanation.ts";
import type { TouchedByCall } from "./touched-by-call.ts";
import type { Mode } from "./mode.ts";
import type { PathPolicy } from "./path-policy.ts";
import type { Rule } from "./rule.ts";
import type { RuleFile } from "./change-rule-file.ts";
import type { RuleBook } from "./rule-store.ts";
import type { SealedRules } from "../seal/sealed-rules.ts";
import type { Stager } from "../staging/stager.ts";
import type { GuardEnvironment } from "./guard-environment.ts";
import type { ToolSource } from "./tool-source.ts";

export interface PermissionsOptions extends GuardEnvironment {
  /** `permissions.yaml` of the home; need not exist. Written by the answer "always" alone. */
  readonly rulesPath: string;
  /** Knows what of that file counts. @default all of it, whoever wrote it */
  readonly seal?: SealedRules | undefined;
  /** Rules from the settings, as data. */
  readonly section?: unknown;
  /** What the settings are called where a rule of them, or a problem in them, is named. @default "the settings" */
  readonly settingsFile?: string | undefined;
  /** The Python original's `command_allowlist`. */
  readonly allowlist?: readonly string[] | undefined;
  /** @default "ask" */
  readonly mode?: Mode | undefined;
  /**
   * The tools that there are: `explain` knows calls by them, and a rule is held against what they do. A registry is one.
   * Asked when it is needed. @default none
   */
  readonly tools?: (() => Promise<ToolSource>) | undefined;
  /** Text of a file for the diff of an edit; undefined where there is none. */
  readonly readText?:
    | ((
        path: string,
        options: { readonly taskId: string; readonly signal: AbortSignal },
      ) => Promise<string | undefined>)
    | undefined;
  /** Answers instead of the person in the mode `auto`. */
  readonly classifier?: CallClassifier | undefined;
  /** Tries commands on a copy. */
  readonly stager?: Stager | undefined;
  /** Keeps each question before anybody is asked, and its answer before the call runs. @default in memory */
  readonly approvals?: ApprovalLog | undefined;
  /** Told of each call that may run, before it does. Must not throw. */
  readonly onTouch?: ((touched: TouchedByCall) => void) | undefined;
  /** Keeps each decision, before the call runs. */
  readonly record?: RecordDecision | undefined;
  /** Loads what takes secrets out of a text that is kept. */
  readonly redact?: (() => Promise<(text: string) => string>) | undefined;
  /** After so long without an answer it is a no. @default no end */
  readonly approvalTimeoutMs?: number | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Rules that can't be understood, decisions that could not be kept. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * A model that decides what a person would be asked about. It sees the call and the person's words, nothing else. An
 * error counts as `ask`.
 */
export type CallClassifier = (
  input: ClassifierInput,
  options: { readonly signal: AbortSignal },
) => Promise<"allow" | "ask">;

export interface ClassifierInput {
  readonly tool: string;
  /** The command, or the tool with its path. */
  readonly call: string;
  /** What the person said in this turn. */
  readonly words?: string | undefined;
  /** Whose call it is. */
  readonly sessionId?: string | undefined;
}

export interface Permissions {
  /** For the registry: every call passes it. */
  readonly guard: Guard;
  /** For the file tools: asked with each path right before it is used. */
  readonly pathPolicy: PathPolicy;
  /**
   * The rule of the person that forbids to read an address or to connect to its host. For whoever connects by themselves after a call
   * was allowed: to what a page redirects to, or loads.
   */
  closes(url: URL): Promise<Pick<Rule, "text" | "source"> | undefined>;
  /** Says what would be decided about a call, and why. Runs nothing and asks nobody. */
  explain(input: ExplainInput, where?: ExplainWhere): Promise<Explanation>;
  /** The rules as they stand now. */
  rules(): Promise<RuleBook>;
  /** The file of the rules, to change them. */
  ruleFile(): Promise<RuleFile>;
  mode(sessionId?: string): Mode;
  /** Switches the mode, for one session and its children, or for all that have none of their own. */
  setMode(mode: Mode, options?: { readonly sessionId?: string | undefined }): void;
  /**
   * From here on a session has the rights of another one: its mode, also when that is switched, and what a person has
   * approved for it. What a person approves for the child holds for all of the tree: they answer for one conversation.
   */
  inherit(sessionId: string, from: { readonly parentId: string }): void;
  /** Ends the grants and the mode of a session; those of the session that it worked for stay. */
  forget(sessionId: string): void;
}
