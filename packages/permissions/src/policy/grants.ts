import type { Binding } from "./binding.ts";
import type { RuleFile } from "./change-rule-file.ts";
import { hostToKeep } from "./permanent-rule.ts";
import type { PermissionsOptions } from "./permissions.ts";
import type { RuleBook } from "./rule-store.ts";
import type { CallAnalysis } from "./call-analysis.ts";

/** The very call that a person said yes to, for the session or for good. */
export class Grants {
  readonly #options: PermissionsOptions;
  /** Digests by session. */
  readonly #ofSessions = new Map<string, Set<string>>();
  /** Hosts that a person has opened, by session. */
  readonly #hosts = new Map<string, Set<string>>();
  readonly #ruleFile: () => Promise<RuleFile>;

  constructor(options: PermissionsOptions, ruleFile: () => Promise<RuleFile>) {
    this.#options = options;
    this.#ruleFile = ruleFile;
  }

  /** What decides for the call; undefined where nobody has said yes to it. */
  find({ digest, kept: wider }: Binding, book: RuleBook, sessionId: string): string | undefined {
    const ofSession = this.#ofSessions.get(sessionId);
    const digests = wider === undefined ? [digest] : [digest, wider];
    if (digests.some((each) => ofSession?.has(each) === true)) return "grant of the session";
    const kept = book.grants.find((grant) => digests.includes(grant.digest));
    return kept === undefined ? undefined : `grant ${kept.allow} (${kept.source})`;
  }

  /** Hosts that were opened for a session. */
  hosts(sessionId: string): readonly string[] {
    return [...(this.#hosts.get(sessionId) ?? [])];
  }

  async keep(
    scope: "once" | "session" | "always",
    rule: string | undefined,
    {
      binding,
      sessionId,
      analysis,
    }: { readonly binding: Binding; readonly sessionId: string; readonly analysis: CallAnalysis },
  ): Promise<void> {
    if (scope === "once") return;
    const ofSession = this.#ofSessions.get(sessionId) ?? new Set();
    this.#ofSessions.set(sessionId, ofSession.add(binding.kept ?? binding.digest));
    if (analysis.behind !== undefined && analysis.behind.profile !== "open")
      this.#hosts.set(sessionId, new Set([...this.hosts(sessionId), ...analysis.behind.newHosts]));
    if (scope !== "always" || rule === undefined) return;
    const { backend, rulesPath, onWarning } = this.#options;
    const folder = analysis.command?.cwd ?? this.#options.places.workspace;
    try {
      const file = await this.#ruleFile();
      // A host is opened for every command, not for this very call.
      if (hostToKeep(analysis) !== undefined) await file.set({ text: rule, effect: "allow" });
      else
        await file.grant({
          allow: rule,
          folder,
          backend: backend.kind,
          digest: binding.kept ?? binding.digest,
        });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      onWarning?.(
        `The approval holds for this session only, because ${rulesPath} could not be written: ${why}`,
      );
    }
  }

  forget(sessionId: string): void {
    this.#ofSessions.delete(sessionId);
    this.#hosts.delete(sessionId);
  }
}
