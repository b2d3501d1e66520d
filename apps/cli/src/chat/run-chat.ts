import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { formatFailure, toFailure } from "../failure.ts";
import type { Host } from "../host.ts";
import { createApprovalPrompt } from "../prompt/approval-prompt.ts";
import { createClarifyPrompt } from "../prompt/clarify-prompt.ts";
import { createSudoPrompt } from "../prompt/sudo-prompt.ts";
import { openTerminal } from "../prompt/terminal.ts";
import { copyToClipboard } from "../render/clipboard.ts";
import { TextRenderer } from "../render/text-renderer.ts";
import { askLater } from "./ask-later.ts";
import type { ChatFlags } from "./chat-flags.ts";
import { ChatLoop } from "./chat-loop.ts";
import { lendTerminal } from "./lend-terminal.ts";
import { openRuntime } from "./open-runtime.ts";
import { resumeOf } from "./resume-of.ts";
import { loadSkills } from "./with-skills.ts";

/** `hermes` at a terminal. Gives the exit code. */
export async function runChat(flags: ChatFlags, host: Host): Promise<number> {
  const choice = resumeOf(flags);
  const loaded = await loadSettings({ env: host.env, remember: true });
  using terminal = await openTerminal(host, {
    historyFile: join(loaded.home, "history"),
    onError: (error) => renderer.warning(formatFailure(toFailure(error))),
  });
  const renderer = new TextRenderer({ ...terminal, showReasoning: loaded.settings.display.show_reasoning });
  const chat = new ChatLoop({
    terminal,
    renderer,
    cwd: host.cwd,
    env: host.env,
    lend: (task) => lendTerminal(host, task),
    clipboard: host.stdout.isTTY ? (text) => copyToClipboard(host.stdout, text) : undefined,
    stopped: host.stopped,
    leaveAtOnce: () => host.exit(130),
  });
  const prompts = {
    questions: terminal.questions,
    style: terminal.style,
    onInterrupt: () => chat.interrupt(),
  };
  try {
    await using runtime = openRuntime(host, {
      loaded,
      flags,
      approver: flags.askLater ? askLater : createApprovalPrompt(prompts),
      clarifier: createClarifyPrompt(prompts),
      askSudoPassword: createSudoPrompt(prompts),
      onWarning: (message) => renderer.warning(message),
    });
    const withSkills = await loadSkills(runtime, flags.skill);
    return await chat.run(runtime, { choice, withSkills, verbose: flags.verbose });
  } finally {
    renderer.close();
  }
}
