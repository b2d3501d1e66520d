import type { ToolContext } from "@hermes/registry";
import type { Binding } from "./binding.ts";
import type { RuleFile } from "./change-rule-file.ts";
import type { PermissionsOptions } from "./permissions.ts";
import type { RuleBook } from "./rule-store.ts";
import type { Subject } from "./subject.ts";

/** The very call that a person said yes to, for the session or for good. */
export class Grants {
  readonly #options: PermissionsOptions;
  /** Digests by session. */
  readonly #ofSessions = new Map<string, Set<string>>();
  #file: Promise<RuleFile> | undefined;

  constructor(options: PermissionsOptions) {
    this.#options = options;
  }

  /** What decides for the call; undefined where nobody has said yes to it. */
  find({ digest }: Binding, book: RuleBook, { sessionId }: ToolContext): string | undefined {
    if (this.#ofSessions.get(sessionId)?.has(digest) === true) return "grant of the session";
    const kept = book.grants.find((grant) => grant.digest === digest);
    return kept === undefined ? undefined : `grant ${kept.allow} (${kept.source})`;
  }

  async keep(
    scope: "once" | "session" | "always",
    rule: string | undefined,
    {
      binding,
      context,
      subject,
    }: { readonly binding: Binding; readonly context: ToolContext; readonly subject: Subject },
  ): Promise<void> {
    if (scope === "once") return;
    const ofSession = this.#ofSessions.get(context.sessionId) ?? new Set();
    this.#ofSessions.set(context.sessionId, ofSession.add(binding.digest));
    if (scope !== "always" || rule === undefined) return;
    const { backend, rulesPath, onWarning } = this.#options;
    const folder = subject.command?.cwd ?? this.#options.places.workspace;
    try {
      this.#file ??= import("./change-rule-file.ts").then(({ openRuleFile }) => openRuleFile(rulesPath));
      await (await this.#file).grant({ allow: rule, folder, backend: backend.kind, digest: binding.digest });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      onWarning?.(
        `The approval holds for this session only, because ${rulesPath} could not be written: ${why}`,
      );
    }
  }

  forget(sessionId: string): void {
    this.#ofSessions.delete(sessionId);
  }
}
