import { loadSettings } from "@hermes/config";
import type { HomeMcp } from "@hermes/runtime";
import { openRuntime } from "../../chat/open-runtime.ts";
import { exitCodes, Stop, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { askSecret } from "../../prompt/ask-secret.ts";
import { createClarifyPrompt } from "../../prompt/clarify-prompt.ts";
import { confirm, type ConfirmOptions } from "../../prompt/confirm.ts";
import { questionsOnTerminal } from "../../prompt/questions-on-terminal.ts";
import type { Questions } from "../../prompt/question.ts";
import { formatDuration } from "../../render/activity-line.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printRemark } from "../../render/print.ts";
import { Screen } from "../../render/screen.ts";
import { StatusLine } from "../../render/status-line.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { openBrowser } from "../auth/open-browser.ts";

/** What the commands of `hermes mcp` have of this program, which is a file of its own. */
export interface McpDesk {
  readonly host: Host;
  /** Opens the servers of this home and folder. What was started for them is ended with the work. */
  withMcp(work: (context: McpContext) => Promise<number>): Promise<number>;
  /** As `confirm` of the prompts. */
  confirm(options: ConfirmOptions): Promise<boolean>;
  /** As `askSecret` of the prompts. */
  askSecret(what: string): Promise<string>;
  /** @returns Whether a browser was started. */
  openBrowser(url: string): Promise<boolean>;
}

/** What a command works with. */
export interface McpContext {
  readonly mcp: HomeMcp;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Undefined where nobody can be asked. */
  readonly questions: Questions | undefined;
  /** Says what is waited for: on the passing line of a terminal, else as a line, once for each text. */
  waitFor(what: string): void;
  /** What was waited for is there. */
  arrived(): void;
  /** Ends the work, as the person wants at a question. */
  leave(): void;
}

export function mcpDesk(host: Host): McpDesk {
  return {
    host,
    withMcp: async (work) => await withMcp(host, work),
    confirm: async (options) => await confirm(host, options),
    askSecret: async (what) => await askSecret(host, what),
    openBrowser: async (url) => await openBrowser(url, { env: host.env, platform: process.platform }),
  };
}

async function withMcp(host: Host, work: (context: McpContext) => Promise<number>): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  const screen = new Screen({ ...host, style: createStyle(coloured(host.stderr)) });
  const line = new StatusLine(screen, Date.now);
  const questions = host.stdinIsTerminal ? questionsOnTerminal(host, screen) : undefined;
  using running = interruptible(host);
  const control = new AbortController();
  const leave = (): void => control.abort(new Stop("The person left a question.", exitCodes.interrupted));
  const signal = AbortSignal.any([running.signal, control.signal]);
  await using runtime = openRuntime(host, {
    loaded,
    clarifier: questions && createClarifyPrompt({ questions, onInterrupt: leave }),
    onWarning: (message) => printRemark(host, message),
  });
  let said = "";
  try {
    return await work({
      ...{ mcp: await runtime.mcp(), signal, questions, leave },
      waitFor(what) {
        const text = cleanText(what);
        if (!screen.live && text !== said) host.stderr.write(`${text} …\n`);
        said = text;
        line.show({ name: "mcp", since: Date.now(), line: (ms) => `${said} … ${formatDuration(ms)}` });
      },
      arrived: () => line.clear(),
    });
  } catch (error) {
    // Whatever else came of it.
    if (signal.aborted && signal.reason instanceof Stop) throw signal.reason;
    throw error;
  } finally {
    line.clear();
  }
}
