import { identityOf } from "../finding.ts";
import type { Finding } from "../finding.ts";
import { fieldOf, textOf } from "./action-table.ts";
import type { PermissionsOptions } from "./permissions.ts";
import type { Subject } from "./subject.ts";
import { understandCommand } from "./understand-command.ts";
import type { CommandCall } from "./understand-command.ts";

const mostScripts = 200;

interface Running {
  readonly call: CommandCall;
  /** What spoke against it when it was started. */
  readonly known: ReadonlySet<string>;
}

/** What a change of a file is read with. */
export interface ChangeToRead {
  readonly args: unknown;
  readonly taskId: string;
  readonly signal: AbortSignal;
}

/**
 * Scripts of commands that go on in the background. One may be changed before its turn comes, or while it is read, so that
 * a change counts as if the command were started with it.
 */
export class RunningScripts {
  readonly #running = new Map<string, Running>();

  add({ action, tool, command, findings }: Subject, toolset: string): void {
    if (action !== "terminal.background" || command === undefined) return;
    const { text, cwd, scripts } = command;
    const known = new Set(findings.map(identityOf));
    for (const { path } of scripts)
      this.#running.set(path, { call: { tool, toolset, action, text, cwd }, known });
    for (const [oldest] of this.#running) {
      if (this.#running.size <= mostScripts) break;
      this.#running.delete(oldest);
    }
  }

  /** What would speak against a call because of what goes on. */
  async findings(
    subject: Subject,
    change: ChangeToRead,
    options: PermissionsOptions,
  ): Promise<readonly Finding[]> {
    const found: Finding[] = [];
    for (const { access, path, real } of subject.paths) {
      const running = access === "write" ? this.#running.get(real) : undefined;
      if (running === undefined) continue;
      const text = await textAfter(subject, path, change, options);
      if (text === undefined) {
        const reason = `${path} would be changed in a way that can't be told, and a command in the background runs it.`;
        found.push({ id: "script.running", severity: "ask", reason, script: path });
        continue;
      }
      const scripts = { ...options.scripts, changed: { path: real, text } };
      const { findings } = await understandCommand(running.call, { ...options, scripts });
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

/** What a file would hold after a call of a file tool; undefined where that can't be told. */
async function textAfter(
  { tool }: Subject,
  path: string,
  { args, taskId, signal }: ChangeToRead,
  { readText }: PermissionsOptions,
): Promise<string | undefined> {
  if (tool === "write_file") return textOf(args, "content");
  const [old, replacement] = [textOf(args, "old_string"), textOf(args, "new_string")];
  if (tool !== "patch" || old === undefined || replacement === undefined) return undefined;
  const before = await readText?.(path, { taskId, signal });
  if (before === undefined) return undefined;
  const { replaceText } = await import("@hermes/patch");
  const all = fieldOf(args, "replace_all") === true;
  const result = replaceText({ text: before, old, new: replacement, all });
  // A patch that does not fit changes nothing.
  return result.ok ? result.text : before;
}
