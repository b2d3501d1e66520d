import { untrustedSources } from "@hermes/registry";
import type { Approval, ApprovalLog, Guard, GuardedCall, ToolContext } from "@hermes/registry";
import { earlierApproval, memoryApprovals, refusalOf, statusAt } from "@hermes/registry/approvals";
import { memoryAgentFiles } from "@hermes/command-safety";
import type { AgentFiles } from "@hermes/command-safety";
import type { Finding } from "../finding.ts";
import { assessUntrusted } from "../untrusted/assess-untrusted.ts";
import type { UntrustedAssessment } from "../untrusted/assess-untrusted.ts";
import { askPerson } from "./ask-person.ts";
import { personOf, withoutSecrets } from "./approval-draft.ts";
import { toRecord } from "./audit-port.ts";
import type { Outcome } from "./audit-port.ts";
import { bindApproval } from "./binding.ts";
import type { Binding, BindingOptions } from "./binding.ts";
import { askedAlso, persistFinding, runContained, withFindings } from "../untrusted/run-contained.ts";
import { analyzeBehindWall, wallAround } from "./behind-wall.ts";
import { classifierAllows } from "./classifier-allows.ts";
import { closingRule } from "./closed-address.ts";
import { decide } from "./decide.ts";
import type { DecideContext } from "./decide.ts";
import { explainCall } from "./explain.ts";
import { wallOf } from "./call-assessment.ts";
import type { CallAssessment } from "./call-assessment.ts";
import { Grants } from "./grants.ts";
import { SessionModes } from "./session-modes.ts";
import { SessionTrees } from "./session-trees.ts";
import { ApprovedPaths } from "./path-policy.ts";
import type { PathAnswer, PathRequest } from "./path-policy.ts";
import { knownNames } from "./known-actions.ts";
import type { Permissions, PermissionsOptions } from "./permissions.ts";
import {
  allowed,
  awaiting,
  changedMeanwhile,
  changedSince,
  commit,
  deciderOf,
  denied,
  notPermitted,
  startOrDiscard,
} from "./guard-outcome.ts";
import type { GuardOutcome } from "./guard-outcome.ts";
import { findUnrecoverableFiles } from "./unrecoverable-files.ts";
import { noMeans } from "./refusal.ts";
import { createApprovalDraft } from "./create-approval-draft.ts";
import type { RuleFile } from "./change-rule-file.ts";
import { createRuleStore } from "./rule-store.ts";
import type { RuleBook } from "./rule-store.ts";
import { RunningScripts } from "./running-scripts.ts";
import type { CallAnalysis } from "./call-analysis.ts";
import { checkTouchedPath, locate, pathOperation } from "./touched-path.ts";
import { touchedByCall } from "./touched-by-call.ts";
import { TypedText } from "./typed-text.ts";
import { analyzeCall } from "./analyze-call.ts";
import { afterLookUp, lookUpsBefore } from "./after-look-up.ts";
import type { CallToAssess } from "./analyze-call.ts";

/**
 * The one place that decides what may run. Reads nothing and loads nothing before the first call.
 *
 * @example See examples/basic.ts
 */
export function createPermissions(options: PermissionsOptions): Permissions {
  return new PolicyGuard(options).permissions();
}

class PolicyGuard {
  readonly #options: PermissionsOptions;
  readonly #rules: () => Promise<RuleBook>;
  readonly #grants: Grants;
  readonly #trees = new SessionTrees();
  readonly #modes: SessionModes;
  readonly #approved = new ApprovedPaths();
  readonly #typed = new TypedText();
  readonly #running = new RunningScripts();
  readonly #approvals: ApprovalLog;
  readonly #agentFiles: AgentFiles;
  #redact: Promise<(text: string) => string> | undefined;
  #file: Promise<RuleFile> | undefined;

  constructor(options: PermissionsOptions) {
    const { now = Date.now, scripts } = options;
    this.#agentFiles = scripts?.agent ?? memoryAgentFiles(now());
    this.#options = { ...options, scripts: { ...scripts, agent: this.#agentFiles } };
    this.#modes = new SessionModes(options.mode ?? "ask", this.#trees);
    this.#approvals = options.approvals ?? memoryApprovals();
    this.#grants = new Grants(options, () => this.#ruleFile());
    this.#rules = createRuleStore({
      path: options.rulesPath,
      readText: options.seal?.read,
      section: options.section,
      settingsFile: options.settingsFile,
      allowlist: options.allowlist,
      known: () => knownNames(options.tools),
      onProblem: options.onWarning,
    });
  }

  permissions(): Permissions {
    return {
      guard: this.#guard,
      pathPolicy: { check: (request) => this.#checkPath(request) },
      closes: async (url) => {
        const { rules, glob } = await this.#rules();
        return closingRule(url, rules, { platform: "", places: this.#options.places, glob });
      },
      rules: this.#rules,
      ruleFile: () => this.#ruleFile(),
      mode: (sessionId) => this.#modes.of(sessionId),
      setMode: (mode, { sessionId } = {}) => this.#modes.set(mode, sessionId),
      inherit: (sessionId, { parentId }) => this.#trees.inherit(sessionId, parentId),
      forget: (sessionId) => {
        this.#approved.forget(sessionId);
        if (this.#trees.forget(sessionId)) return;
        this.#grants.forget(sessionId);
        this.#modes.forget(sessionId);
      },
      explain: async (input, where = {}) =>
        await explainCall(input, {
          where,
          assess: (call, context) => this.#assess(call, context),
          mode: this.#modes.of(where.sessionId),
          tools: where.tools ?? (await this.#options.tools?.()),
        }),
    };
  }

  readonly #guard: Guard = async (call, context) => {
    await this.#options.seal?.settle(context);
    const earlier = await earlierApproval(this.#approvals, context);
    const assessment = await this.#assess(call, context);
    const decided = await this.#outcomeOf(call, context, assessment, earlier);
    const outcome = await afterLookUp(decided, assessment, context, this.#options);
    if (outcome.awaiting) return outcome.verdict;
    if (earlier?.status === "open") await this.#close(earlier);
    if (outcome.allowed) {
      const { argument } = assessment.analysis;
      if (argument?.kind === "command" && argument.typedInto !== undefined)
        this.#typed.add(argument, context);
      await this.#noteWritten(assessment.analysis);
      this.#running.add(assessment.analysis, call.tool.toolset);
      this.#options.onTouch?.(touchedByCall(assessment.analysis, context, this.#options.backend));
      await this.#noteSources(assessment.untrusted);
    }
    const wall = wallOf(assessment, outcome, context);
    await this.#record(assessment.analysis, { ...outcome, wall }, context);
    const { verdict } = outcome;
    if (!verdict.allow) return verdict;
    const { resultSources } = assessment.untrusted;
    return {
      ...verdict,
      ...(resultSources.length > 0 && { provenance: resultSources }),
      ...(wall !== undefined && { wall }),
    };
  };

  async #noteWritten({ paths }: CallAnalysis): Promise<void> {
    const written = paths.flatMap(({ access, real }) => (access === "write" ? [real] : []));
    if (written.length > 0) await this.#agentFiles.note(written);
  }

  /** What a call makes of text from elsewhere keeps its sources. */
  async #noteSources({ sources, resultSources, writes }: UntrustedAssessment): Promise<void> {
    const { written } = this.#options;
    if (written !== undefined && writes.length > 0)
      await written.note(writes, untrustedSources(sources, resultSources));
  }

  /** Everything known for and against a call now; `explain` uses the same. */
  async #assess(call: CallToAssess, context: ToolContext): Promise<CallAssessment> {
    const { isLookedUp, environment } = await lookUpsBefore(call, context, this.#options);
    const [understood, book, ofTool = []] = await Promise.all([
      analyzeCall(call, { ...context, typed: this.#typed }, environment),
      this.#rules(),
      call.tool.findings?.(call.args, context),
    ]);
    const [running, lost, around] = await Promise.all([
      this.#running.findings(understood, context, this.#options),
      findUnrecoverableFiles(understood, context, this.#options),
      wallAround(understood.argument, context.taskId, this.#options),
    ]);
    const known = { ...understood, findings: [...understood.findings, ...running, ...lost, ...ofTool] };
    const untrusted = await assessUntrusted(known, call, context, this.#options);
    const withUntrusted = { ...known, findings: [...known.findings, ...untrusted.findings] };
    const decideContext = this.#decideContext(book, context);
    const analysis =
      around === undefined
        ? withUntrusted
        : analyzeBehindWall(withUntrusted, {
            ...around,
            mode: decideContext.mode,
            rules: book.rules,
            context: decideContext,
            sessionHosts: this.#grants.hosts(this.#trees.rootOf(context.sessionId)),
          });
    return { analysis, book, untrusted, isLookedUp, decision: decide(analysis, book, decideContext) };
  }

  /** It is decided, by its time or by a rule, what was still asked; where it was answered meanwhile, nothing changes. */
  async #close(approval: Approval): Promise<void> {
    const { now = Date.now } = this.#options;
    const at = now();
    const status = statusAt(approval, at) === "expired" ? "expired" : "withdrawn";
    await this.#approvals.close(approval.id, { status, at });
  }

  async #outcomeOf(
    call: GuardedCall,
    context: ToolContext,
    assessment: CallAssessment,
    earlier: Approval | undefined,
  ): Promise<GuardOutcome> {
    const { decision, analysis, book } = assessment;
    const { reason } = decision;
    const { now = Date.now } = this.#options;
    const refusal = earlier && refusalOf(earlier, now());
    // Whoever was asked about this very call has said no to it, whatever is allowed since.
    if (refusal !== undefined && decision.verdict !== "deny") return notPermitted(refusal, decision, context);
    const decidedBy = deciderOf(decision, this.#modes.of(context.sessionId));
    if (decision.verdict === "allow") {
      // What a rule or a mode lets pass in spite of a finding holds for where the path leads now.
      if (analysis.findings.length > 0) this.#approved.remember(context, analysis.paths);
      return allowed({ decidedBy, reason, byMode: decision.by === "mode" });
    }
    if (decision.verdict === "deny") {
      // A mode forbids nothing but what would change something while work is planned.
      const planned = decision.by === "mode" ? true : undefined;
      return denied({ decidedBy, reason, advice: decision.advice ?? noMeans, planned });
    }
    const binding = await bindApproval(analysis, this.#bindingOptions());
    if (earlier !== undefined)
      return (
        (await this.#contain(call, context, assessment, earlier)) ??
        (await this.#ask(call, context, assessment, { binding, earlier }))
      );
    const grant = this.#grants.find(binding, book, this.#trees.rootOf(context.sessionId));
    if (grant !== undefined) {
      this.#approved.remember(context, analysis.paths);
      return allowed({ decidedBy: grant, reason });
    }
    const contained = await this.#contain(call, context, assessment, undefined);
    if (contained !== undefined) return contained;
    if (await classifierAllows(assessment, context, this.#options)) {
      this.#approved.remember(context, analysis.paths);
      return allowed({ decidedBy: "model, mode auto", reason, byMode: true });
    }
    return await this.#ask(call, context, assessment, { binding });
  }

  /** What can't be read runs where it can neither send nor see what is private. Undefined: a person is asked instead. */
  async #contain(
    call: GuardedCall,
    context: ToolContext,
    assessment: CallAssessment,
    earlier: Approval | undefined,
  ): Promise<GuardOutcome | undefined> {
    const contained = await runContained(context, assessment, this.#options);
    if (contained === undefined) return undefined;
    const { staging, persistent, written, commit: make } = contained;
    const commitContained = async (): Promise<object> => {
      await startOrDiscard(staging, context);
      await this.#noteSources({ ...assessment.untrusted, writes: written });
      return await make();
    };
    const { analysis, decision, book, untrusted } = assessment;
    if (persistent.length === 0)
      return allowed({ decidedBy: "contained", reason: decision.reason }, await commitContained());
    const also = [persistFinding(persistent, untrusted.sources)];
    const seen = {
      ...assessment,
      analysis: withFindings(analysis, also),
      decision: askedAlso(decision, also),
    };
    const binding = await bindApproval(seen.analysis, this.#bindingOptions());
    const grant =
      earlier === undefined
        ? this.#grants.find(binding, book, this.#trees.rootOf(context.sessionId))
        : undefined;
    const outcome =
      grant === undefined
        ? await this.#ask(call, context, seen, { binding, earlier, also })
        : allowed({ decidedBy: grant, reason: seen.decision.reason });
    if (!outcome.verdict.allow || outcome.verdict.result !== undefined) {
      await staging.discard();
      return outcome;
    }
    return { ...outcome, verdict: { allow: true, result: await commitContained() } };
  }

  async #ask(
    call: GuardedCall,
    context: ToolContext,
    assessment: CallAssessment,
    {
      binding,
      earlier,
      also = [],
    }: {
      readonly binding: Binding;
      readonly earlier?: Approval | undefined;
      /** Findings of a trial, which a second assessment does not see. */
      readonly also?: readonly Finding[] | undefined;
    },
  ): Promise<GuardOutcome> {
    const { analysis, decision } = assessment;
    const request = await createApprovalDraft(context, assessment, { binding, options: this.#options });
    const { stager, approvalTimeoutMs: timeoutMs, places, now = Date.now } = this.#options;
    const asked = await askPerson({
      ...{ analysis, request, context, earlier, stager, timeoutMs, now },
      kept: withoutSecrets(request, await this.#redactor()),
      roots: [places.workspace, ...(places.extraRoots ?? [])],
      log: this.#approvals,
      digest: binding.digest,
    });
    const { reason } = decision;
    if (asked.by === "later") return awaiting(asked.id, reason);
    if (asked.by === "changed") return changedSince(changedMeanwhile);
    if (asked.by !== "person" || !asked.answer.approved) return notPermitted(asked, decision, context);
    const { answer, staged } = asked;
    const changed = await this.#changedSince(call, context, binding, also);
    if (changed !== undefined) {
      await staged?.discard();
      return changedSince(changed);
    }
    await this.#grants.keep(answer.scope, request.rule, {
      ...{ binding, analysis },
      sessionId: this.#trees.rootOf(context.sessionId),
    });
    this.#approved.remember(context, analysis.paths);
    return allowed({ decidedBy: personOf(asked, context), reason }, await commit(staged, context));
  }

  /** Assesses again after the answer (TOCTOU): what a person saw is what runs. */
  async #changedSince(
    call: GuardedCall,
    context: ToolContext,
    before: Binding,
    also: readonly Finding[],
  ): Promise<string | undefined> {
    const { analysis, decision } = await this.#assess(call, context);
    if (decision.verdict === "deny") return decision.reason;
    const { digest } = await bindApproval(withFindings(analysis, also), this.#bindingOptions());
    return digest === before.digest ? undefined : changedMeanwhile;
  }

  async #checkPath({ path, access, context }: PathRequest): Promise<PathAnswer> {
    const touched = await locate(path, access, this.#options);
    const [finding, book] = await Promise.all([checkTouchedPath(touched, this.#options), this.#rules()]);
    const analysis: CallAnalysis = {
      ...{ tool: "", action: "", summary: path, readOnly: access === "read" },
      ...{
        operations: [pathOperation({ tool: "", toolset: "file" }, touched)],
        sideOperations: [],
        paths: [touched],
      },
      findings: finding === undefined ? [] : [finding],
    };
    const decision = decide(analysis, book, this.#decideContext(book, context));
    if (decision.verdict === "allow") return { ok: true };
    if (decision.verdict === "ask" && this.#approved.has(context, touched)) return { ok: true };
    const changed =
      decision.verdict === "ask"
        ? ` ${path} leads to ${touched.real}; it has changed since it was approved.`
        : "";
    return { ok: false, reason: `${decision.reason}${changed}` };
  }

  async #record(analysis: CallAnalysis, outcome: Outcome, context: ToolContext): Promise<void> {
    const { record, now = Date.now, onWarning } = this.#options;
    if (record === undefined) return;
    const redact = await this.#redactor();
    try {
      await record(toRecord({ analysis, outcome, context, at: now(), redact }));
    } catch (error) {
      onWarning?.(`A decision could not be kept: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #ruleFile(): Promise<RuleFile> {
    const { rulesPath, tools, seal } = this.#options;
    return (this.#file ??= import("./change-rule-file.ts").then(({ openRuleFile }) =>
      openRuleFile(rulesPath, { tools, writing: seal?.writing }),
    ));
  }

  #redactor(): Promise<(text: string) => string> {
    return (this.#redact ??= this.#options.redact?.() ?? Promise.resolve((text) => text));
  }

  #decideContext({ glob }: RuleBook, { origin, sessionId, approve }: ToolContext): DecideContext {
    const { platform, chatKind, chatId } = origin;
    const { places, rulesPath } = this.#options;
    const [mode, attended] = [this.#modes.of(sessionId), approve !== undefined];
    return { platform, chatKind, chatId, places, rulesPath, glob, mode, attended };
  }

  #bindingOptions(): BindingOptions {
    return { backend: this.#options.backend, searchPath: this.#options.searchPath ?? "" };
  }
}
