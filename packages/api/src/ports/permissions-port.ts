import type {
  AuditInfo,
  ExplainInput,
  ExplanationInfo,
  ModeChange,
  PermissionsInfo,
  RuleWrite,
} from "@hermes/client/contract";

export interface PermissionsPort {
  get(options: { readonly sessionId?: string | undefined }): Promise<PermissionsInfo>;
  /** @throws {HermesError} where there is no mode of that name. */
  setMode(change: ModeChange): Promise<void>;
  /** @throws {HermesError} where it is no rule. */
  addRule(rule: RuleWrite): Promise<void>;
  /** @returns false where the file of rules has no such rule. */
  removeRule(rule: RuleWrite): Promise<boolean>;
  /** What was decided, the newest first. */
  audit(filter: {
    readonly sessionId?: string | undefined;
    readonly decision?: AuditInfo["decision"] | undefined;
    readonly tool?: string | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  }): Promise<readonly AuditInfo[]>;
  /** What would be decided. Runs nothing, asks nobody. */
  explain(input: ExplainInput): Promise<ExplanationInfo>;
}
