import type { ToolContext } from "@hermes/registry";
import { identityOf } from "@hermes/command-safety";
import type { Finding } from "../finding.ts";
import { textAfter } from "./call-changes.ts";
import { commonActions } from "./known-actions.ts";
import type { PermissionsOptions } from "./permissions.ts";
import type { CallAnalysis } from "./call-analysis.ts";
import { analyzeCommand } from "./analyze-command.ts";
import type { CommandCall } from "./analyze-command.ts";

const maxScripts = 200;

interface Running {
  readonly call: CommandCall;
  /** What spoke against it when it was started. */
  readonly known: ReadonlySet<string>;
}

/**
 * Scripts of commands that go on in the background. One may be changed before its turn comes, or while it is read, so that
 * a change counts as if the command were started with it.
 */
export class RunningScripts {
  readonly #running = new Map<string, Running>();

  add({ action, argument, tool, command, findings }: CallAnalysis, toolset: string): void {
    if (argument?.kind !== "command" || argument.background !== true || command === undefined) return;
    const { text, cwd, scripts } = command;
    const known = new Set(findings.map(identityOf));
    const call = { tool, toolset, action, strictAction: commonActions.background, text, cwd };
    for (const { path } of scripts) this.#running.set(path, { call, known });
    for (const [oldest] of this.#running) {
      if (this.#running.size <= maxScripts) break;
      this.#running.delete(oldest);
    }
  }

  /** Findings against a call because of scripts that still run. */
  async findings(
    analysis: CallAnalysis,
    context: Pick<ToolContext, "taskId" | "signal">,
    options: PermissionsOptions,
  ): Promise<readonly Finding[]> {
    const found: Finding[] = [];
    for (const { access, path, real } of analysis.paths) {
      const running = access === "write" ? this.#running.get(real) : undefined;
      if (running === undefined) continue;
      const text = await textAfter(analysis, path, context, options);
      if (text === undefined) {
        const reason = `${path} would be changed in a way that can't be told, and a command in the background runs it.`;
        found.push({ id: "script.running", severity: "ask", reason, script: path });
        continue;
      }
      const scripts = { ...options.scripts, changed: { path: real, text } };
      const { findings } = await analyzeCommand(running.call, { ...options, scripts });
      for (const { span: _ofTheCommand, path: touched, ...finding } of findings)
        if (!running.known.has(identityOf({ ...finding, path: touched })))
          found.push({
            ...finding,
            id: finding.severity === "ask" ? "script.running" : finding.id,
            command: finding.command ?? touched,
            reason: `A command in the background runs ${path}. ${finding.reason}`,
          });
    }
    return found;
  }
}
