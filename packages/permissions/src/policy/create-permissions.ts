import { untrustedSources } from "@hermes/registry";
import type { Approval, ApprovalLog, Guard, GuardedCall, ToolContext } from "@hermes/registry";
import { earlierApproval, memoryApprovals, refusalOf, statusAt } from "@hermes/registry/approvals";
import type { Finding } from "../finding.ts";
import { judgeUntrusted } from "../untrusted/judge-untrusted.ts";
import type { UntrustedLook } from "../untrusted/judge-untrusted.ts";
import { askPerson } from "./approvals.ts";
import { personOf, withoutSecrets } from "./asked-request.ts";
import type { AskedRequest } from "./asked-request.ts";
import { toRecord } from "./audit-port.ts";
import type { Outcome } from "./audit-port.ts";
import { bindSubject } from "./binding.ts";
import type { Binding, BindingOptions } from "./binding.ts";
import { changesOf } from "./call-changes.ts";
import { showChanges, showScripts } from "./change-preview.ts";
import { askedAlso, lastingFinding, runContained, withFindings } from "../untrusted/run-contained.ts";
import { decide } from "./decide.ts";
import type { DecideContext, Decision } from "./decide.ts";
import { explainCall } from "./explain.ts";
import { Grants } from "./grants.ts";
import { lastingRule } from "./lasting-rule.ts";
import type { Mode } from "./mode.ts";
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
  noMeans,
  notPermitted,
  startOrDiscard,
} from "./settled.ts";
import type { Settled } from "./settled.ts";
import { createRuleStore } from "./rule-store.ts";
import type { RuleBook } from "./rule-store.ts";
import { RunningScripts } from "./running-scripts.ts";
import type { Subject } from "./subject.ts";
import { judgeTouched, locate, pathDeed } from "./touched-path.ts";
import { TypedText } from "./typed-text.ts";
import { understandCall } from "./understand-call.ts";

/**
 * The one place that decides what may run. Reads nothing and loads nothing before the first call.
 *
 * @example See examples/basic.ts
 */
export function createPermissions(options: PermissionsOptions): Permissions {
  return new PolicyGuard(options).face();
}

/** A call with what is known about it now. */
interface Look {
  readonly subject: Subject;
  readonly book: RuleBook;
  readonly decision: Decision;
  readonly untrusted: UntrustedLook;
}

/** A conversation that writes more has the first ones judged by when they changed. */
const mostWritten = 20_000;

class PolicyGuard {
  readonly #options: PermissionsOptions;
  readonly #rules: () => Promise<RuleBook>;
  readonly #grants: Grants;
  readonly #modes = new Map<string, Mode>();
  readonly #approved = new ApprovedPaths();
  readonly #typed = new TypedText();
  readonly #running = new RunningScripts();
  readonly #approvals: ApprovalLog;
  /** Real paths of what calls wrote. */
  readonly #written = new Set<string>();
  #mode: Mode;
  #redact: Promise<(text: string) => string> | undefined;

  constructor(options: PermissionsOptions) {
    const { now = Date.now, scripts } = options;
    const isWritten = (path: string): boolean => this.#written.has(path);
    this.#options = { ...options, scripts: { startedAt: now(), isWritten, ...scripts } };
    this.#mode = options.mode ?? "ask";
    this.#approvals = options.approvals ?? memoryApprovals();
    this.#grants = new Grants(options);
    this.#rules = createRuleStore({
      path: options.rulesPath,
      section: options.section,
      allowlist: options.allowlist,
      known: () => knownNames(options.tools),
      onProblem: options.onWarning,
    });
  }

  face(): Permissions {
    return {
      guard: this.#guard,
      pathPolicy: { check: (request) => this.#checkPath(request) },
      rules: this.#rules,
      mode: (sessionId) => this.#modeOf(sessionId),
      setMode: (mode, { sessionId } = {}) => {
        if (sessionId === undefined) this.#mode = mode;
        else this.#modes.set(sessionId, mode);
      },
      forget: (sessionId) => {
        this.#grants.forget(sessionId);
        this.#modes.delete(sessionId);
        this.#approved.forget(sessionId);
      },
      explain: async (input, where = {}) =>
        await explainCall(input, {
          where,
          surroundings: this.#options,
          rulesPath: this.#options.rulesPath,
          book: await this.#rules(),
          mode: this.#modeOf(where.sessionId),
          tools: where.tools ?? (await this.#options.tools?.()),
        }),
    };
  }

  readonly #guard: Guard = async (call, context) => {
    const earlier = await earlierApproval(this.#approvals, context);
    const look = await this.#look(call, context);
    const settled = await this.#settle(call, context, look, earlier);
    if (settled.awaiting) return settled.verdict;
    if (earlier?.status === "open") await this.#close(earlier);
    if (settled.allowed) {
      const { argument } = look.subject;
      if (argument?.kind === "command" && argument.typedInto !== undefined)
        this.#typed.add(argument, context);
      this.#noteWritten(look.subject);
      this.#running.add(look.subject, call.tool.toolset);
      await this.#noteSources(look.untrusted);
    }
    await this.#record(look.subject, settled, context);
    const { brings } = look.untrusted;
    return settled.verdict.allow && brings.length > 0
      ? { ...settled.verdict, provenance: brings }
      : settled.verdict;
  };

  #noteWritten({ paths }: Subject): void {
    for (const { access, real } of paths) if (access === "write") this.#written.add(real);
    const [oldest] = this.#written;
    if (this.#written.size > mostWritten && oldest !== undefined) this.#written.delete(oldest);
  }

  /** What a call makes of text from elsewhere keeps its sources. */
  async #noteSources({ sources, brings, writes }: UntrustedLook): Promise<void> {
    const { written } = this.#options;
    if (written !== undefined && writes.length > 0)
      await written.note(writes, untrustedSources(sources, brings));
  }

  async #look(call: GuardedCall, context: ToolContext): Promise<Look> {
    const [understood, book, ofTool = []] = await Promise.all([
      understandCall(call, { ...context, typed: this.#typed }, this.#options),
      this.#rules(),
      call.tool.findings?.(call.args, context),
    ]);
    const running = await this.#running.findings(understood, context, this.#options);
    const known = { ...understood, findings: [...understood.findings, ...running, ...ofTool] };
    const untrusted = await judgeUntrusted(known, call, context, this.#options);
    const subject = { ...known, findings: [...known.findings, ...untrusted.findings] };
    return { subject, book, untrusted, decision: decide(subject, book, this.#decideContext(book, context)) };
  }

  /** It is decided, by its time or by a rule, what was still asked; where it was answered meanwhile, nothing changes. */
  async #close(approval: Approval): Promise<void> {
    const { now = Date.now } = this.#options;
    const at = now();
    const status = statusAt(approval, at) === "expired" ? "expired" : "withdrawn";
    await this.#approvals.close(approval.id, { status, at });
  }

  async #settle(
    call: GuardedCall,
    context: ToolContext,
    look: Look,
    earlier: Approval | undefined,
  ): Promise<Settled> {
    const { decision, subject, book } = look;
    const { reason } = decision;
    const { now = Date.now } = this.#options;
    const refusal = earlier && refusalOf(earlier, now());
    // Whoever was asked about this very call has said no to it, whatever is allowed since.
    if (refusal !== undefined && decision.verdict !== "deny") return notPermitted(refusal, reason, context);
    const decidedBy = deciderOf(decision, this.#modeOf(context.sessionId));
    if (decision.verdict === "allow") {
      // What a rule or a mode lets pass in spite of a finding holds for where the path leads now.
      if (subject.findings.length > 0) this.#approved.remember(context, subject.paths);
      return allowed({ decidedBy, reason });
    }
    if (decision.verdict === "deny") return denied({ decidedBy, reason, advice: decision.advice ?? noMeans });
    const binding = await bindSubject(subject, this.#bindingOptions());
    if (earlier !== undefined)
      return (
        (await this.#contain(call, context, look, earlier)) ??
        (await this.#ask(call, context, look, { binding, earlier }))
      );
    const grant = this.#grants.find(binding, book, context);
    if (grant !== undefined) {
      this.#approved.remember(context, subject.paths);
      return allowed({ decidedBy: grant, reason });
    }
    const contained = await this.#contain(call, context, look, undefined);
    if (contained !== undefined) return contained;
    if (await this.#modelAllows(look, context)) {
      this.#approved.remember(context, subject.paths);
      return allowed({ decidedBy: "model, mode auto", reason });
    }
    return await this.#ask(call, context, look, { binding });
  }

  /** What can't be read runs where it can neither send nor see what is private. Undefined: a person is asked instead. */
  async #contain(
    call: GuardedCall,
    context: ToolContext,
    look: Look,
    earlier: Approval | undefined,
  ): Promise<Settled | undefined> {
    const contained = await runContained(context, look, this.#options);
    if (contained === undefined) return undefined;
    const { staging, lasting, written, commit: make } = contained;
    const commitContained = async (): Promise<object> => {
      await startOrDiscard(staging, context);
      await this.#noteSources({ ...look.untrusted, writes: written });
      return await make();
    };
    const { subject, decision, book, untrusted } = look;
    if (lasting.length === 0)
      return allowed({ decidedBy: "contained", reason: decision.reason }, await commitContained());
    const also = [lastingFinding(lasting, untrusted.sources)];
    const seen = { ...look, subject: withFindings(subject, also), decision: askedAlso(decision, also) };
    const binding = await bindSubject(seen.subject, this.#bindingOptions());
    const grant = earlier === undefined ? this.#grants.find(binding, book, context) : undefined;
    const settled =
      grant === undefined
        ? await this.#ask(call, context, seen, { binding, earlier, also })
        : allowed({ decidedBy: grant, reason: seen.decision.reason });
    if (!settled.verdict.allow || settled.verdict.result !== undefined) {
      await staging.discard();
      return settled;
    }
    return { ...settled, verdict: { allow: true, result: await commitContained() } };
  }

  async #ask(
    call: GuardedCall,
    context: ToolContext,
    look: Look,
    {
      binding,
      earlier,
      also = [],
    }: {
      readonly binding: Binding;
      readonly earlier?: Approval | undefined;
      /** Findings of a trial, which another look does not see. */
      readonly also?: readonly Finding[] | undefined;
    },
  ): Promise<Settled> {
    const { subject, decision } = look;
    const request = await this.#request(context, look, binding);
    const { stager, approvalTimeoutMs: timeoutMs, places, now = Date.now } = this.#options;
    const asked = await askPerson({
      ...{ subject, request, context, earlier, stager, timeoutMs, now },
      kept: withoutSecrets(request, await this.#redactor()),
      roots: [places.workspace, ...(places.extraRoots ?? [])],
      log: this.#approvals,
      digest: binding.digest,
    });
    const { reason } = decision;
    if (asked.by === "later") return awaiting(asked.id, reason);
    if (asked.by === "changed") return changedSince(changedMeanwhile);
    if (asked.by !== "person" || !asked.answer.approved) return notPermitted(asked, reason, context);
    const { answer, staged } = asked;
    const changed = await this.#changedSince(call, context, binding, also);
    if (changed !== undefined) {
      await staged?.discard();
      return changedSince(changed);
    }
    await this.#grants.keep(answer.scope, request.rule, { binding, context, subject });
    this.#approved.remember(context, subject.paths);
    return allowed({ decidedBy: personOf(asked, context), reason }, await commit(staged, context));
  }

  async #request(context: ToolContext, { subject, decision }: Look, binding: Binding): Promise<AskedRequest> {
    const changes = await changesOf(subject, context, this.#options);
    const diff = (await showChanges(changes)) ?? showScripts(subject.command?.scripts ?? []);
    const { sessionId, callId, origin } = context;
    return {
      ...{ sessionId, callId, userId: origin.userId },
      ...{ tool: subject.tool, action: subject.action },
      summary: subject.summary,
      reason: decision.reason,
      findings: decision.open.map(({ id, reason, span }) => ({ id, reason, span })),
      diff,
      rule: lastingRule(subject, binding.scripts),
    };
  }

  /** Looks again after the answer: what a person saw is what runs. */
  async #changedSince(
    call: GuardedCall,
    context: ToolContext,
    before: Binding,
    also: readonly Finding[],
  ): Promise<string | undefined> {
    const { subject, decision } = await this.#look(call, context);
    if (decision.verdict === "deny") return decision.reason;
    const { digest } = await bindSubject(withFindings(subject, also), this.#bindingOptions());
    return digest === before.digest ? undefined : changedMeanwhile;
  }

  /** In the mode `auto` a model may let a grey call pass. Whatever goes wrong with it, a person is asked. */
  async #modelAllows({ subject, decision }: Look, { userTask, signal }: ToolContext): Promise<boolean> {
    const { judge } = this.#options;
    if (judge === undefined || decision.byModel !== true) return false;
    try {
      return (
        (await judge({ call: subject.summary, tool: subject.tool, words: userTask }, { signal })) === "allow"
      );
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }

  async #checkPath({ path, access, context }: PathRequest): Promise<PathAnswer> {
    const { backend } = this.#options;
    const touched = await locate(path, access, backend);
    const [finding, book] = await Promise.all([judgeTouched(touched, this.#options), this.#rules()]);
    const subject: Subject = {
      ...{ tool: "", action: "", summary: path, readOnly: access === "read" },
      ...{ deeds: [pathDeed({ tool: "", toolset: "file" }, touched)], sideDeeds: [], paths: [touched] },
      findings: finding === undefined ? [] : [finding],
    };
    const decision = decide(subject, book, this.#decideContext(book, context));
    if (decision.verdict === "allow") return { ok: true };
    if (decision.verdict === "ask" && this.#approved.has(context, touched)) return { ok: true };
    const changed =
      decision.verdict === "ask"
        ? ` ${path} leads to ${touched.real}; it has changed since it was approved.`
        : "";
    return { ok: false, reason: `${decision.reason}${changed}` };
  }

  async #record(subject: Subject, outcome: Outcome, context: ToolContext): Promise<void> {
    const { record, now = Date.now, onWarning } = this.#options;
    if (record === undefined) return;
    const redact = await this.#redactor();
    try {
      await record(toRecord({ subject, outcome, context, at: now(), redact }));
    } catch (error) {
      onWarning?.(`A decision could not be kept: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #redactor(): Promise<(text: string) => string> {
    return (this.#redact ??= this.#options.redact?.() ?? Promise.resolve((text) => text));
  }

  #modeOf(sessionId: string | undefined): Mode {
    return (sessionId === undefined ? undefined : this.#modes.get(sessionId)) ?? this.#mode;
  }

  #decideContext({ glob }: RuleBook, { origin, sessionId }: ToolContext): DecideContext {
    const { platform, chatKind, chatId } = origin;
    const { places, rulesPath } = this.#options;
    return { platform, chatKind, chatId, places, rulesPath, glob, mode: this.#modeOf(sessionId) };
  }

  #bindingOptions(): BindingOptions {
    return { backend: this.#options.backend, searchPath: this.#options.searchPath ?? "" };
  }
}
