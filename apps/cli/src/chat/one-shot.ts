import { join } from "node:path";
import type { AgentEvent, TurnEndReason } from "@hermes/agent-loop";
import { loadSettings } from "@hermes/config";
import { emptyQuestion, toFailure } from "../failure.ts";
import { isWritable } from "../files/is-writable.ts";
import { exitCodes, type Host } from "../host.ts";
import { questionsOnTerminal } from "../prompt/questions-on-terminal.ts";
import { createApprovalPrompt } from "../prompt/approval-prompt.ts";
import { createClarifyPrompt, nobodyToAsk } from "../prompt/clarify-prompt.ts";
import { createSudoPrompt } from "../prompt/sudo-prompt.ts";
import { createJsonlRenderer } from "../render/jsonl-renderer.ts";
import { Screen } from "../render/screen.ts";
import { coloured, createStyle } from "../render/style.ts";
import { TextRenderer } from "../render/text-renderer.ts";
import { askLater } from "./ask-later.ts";
import type { ChatFlags } from "./chat-flags.ts";
import { openRuntime } from "./open-runtime.ts";
import { openChatSession } from "./open-chat-session.ts";
import { recap } from "./recap.ts";
import { resumeOf } from "./resume-of.ts";
import { reportScriptCalls, type ShowEvent } from "./report-script-calls.ts";
import { loadSkills, typedSkill } from "./with-skills.ts";

/**
 * Answers one question and gives the exit code; without one, goes on with a turn that waits for permission. Ctrl-C
 * interrupts the turn, a second one ends at once.
 */
export async function answerOnce(question: string, flags: ChatFlags, host: Host): Promise<number> {
  const style = createStyle(coloured(host.stderr));
  const screen = new Screen({ ...host, style });
  const renderer =
    flags.output === "jsonl" ? createJsonlRenderer(host.stdout) : new TextRenderer({ screen, style });
  const turn = new AbortController();
  const ignoreInterrupts = host.onInterrupt(() => {
    if (turn.signal.aborted) host.exit(exitCodes.interrupted);
    turn.abort();
  });
  const questions = host.stdinIsTerminal ? questionsOnTerminal(host, screen) : undefined;
  const prompts = questions && { questions, style, onInterrupt: () => turn.abort() };
  try {
    const loaded = await loadSettings({ env: host.env, remember: true });
    const choice = resumeOf(flags);
    // A session that goes on can't do without the store; a new one can.
    const keepNothing = choice.resume === undefined && !canKeep(loaded.home);
    if (keepNothing)
      renderer.warning(
        `Nothing of this conversation is kept: ${loaded.home} can't be written. Choose another folder with HERMES_HOME.`,
      );
    await using runtime = openRuntime(host, {
      loaded,
      flags: { ...flags, keepNothing },
      approver: flags.askLater && !keepNothing ? askLater : prompts && createApprovalPrompt(prompts),
      clarifier: prompts ? createClarifyPrompt(prompts) : nobodyToAsk,
      askSudoPassword: prompts && createSudoPrompt(prompts),
      onWarning: (message) => renderer.warning(message),
    });
    const withSkills = await loadSkills(runtime, flags.skill);
    const signal = AbortSignal.any([turn.signal, host.stopped]);
    await using session = await openChatSession(runtime, choice, questions && { questions, signal });
    if (session === undefined) return exitCodes.failed;
    if (session.resumed && flags.output !== "jsonl") {
      for (const line of await recap(session.agent.messages, screen)) screen.note(style.dim(line));
    }
    if (question === "" && session.agent.openCalls.length === 0) throw emptyQuestion();
    const events =
      question === ""
        ? session.agent.continue({ signal })
        : session.agent.run(await (withSkills?.(question) ?? typedSkill(runtime, question)), {
            signal,
            mentions: true,
          });
    const show = flags.verbose
      ? reportScriptCalls({ runtime, sessionId: session.id, renderer })
      : (event: AgentEvent): void => renderer.event(event);
    return await play(events, show, host.stopped);
  } catch (error) {
    if (host.stopped.aborted) throw error;
    if (turn.signal.aborted) return exitCodes.interrupted;
    if (flags.output === "jsonl") renderer.failure(toFailure(error));
    throw error;
  } finally {
    renderer.close();
    ignoreInterrupts();
  }
}

function canKeep(home: string): boolean {
  return isWritable(home) && isWritable(join(home, "hermes.db"));
}

async function play(
  events: AsyncIterable<AgentEvent>,
  show: ShowEvent,
  stopped: AbortSignal,
): Promise<number> {
  let reason: TurnEndReason = "interrupted";
  for await (const event of events) {
    // Nobody reads any more what is still said.
    // oxlint-disable-next-line no-await-in-loop -- one after another
    if (!stopped.aborted) await show(event);
    if (event.type === "turn-end") reason = event.reason;
  }
  stopped.throwIfAborted();
  if (reason === "interrupted") return exitCodes.interrupted;
  if (reason === "awaiting-approval") return exitCodes.awaiting;
  return reason === "answered" ? exitCodes.ok : exitCodes.failed;
}
