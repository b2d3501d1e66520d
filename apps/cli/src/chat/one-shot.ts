import { join } from "node:path";
import type { AgentEvent, TurnEndReason } from "@hermes/agent-loop";
import { loadSettings } from "@hermes/config";
import { emptyQuestion, toFailure } from "../failure.ts";
import { isWritable } from "../files/is-writable.ts";
import { exitCodes, type Host } from "../host.ts";
import { createApprovalPrompt } from "../prompt/approval-prompt.ts";
import { createClarifyPrompt, nobodyToAsk } from "../prompt/clarify-prompt.ts";
import { createSudoPrompt } from "../prompt/sudo-prompt.ts";
import { createJsonlRenderer } from "../render/jsonl-renderer.ts";
import { askLater } from "./ask-later.ts";
import type { ChatFlags } from "./chat-flags.ts";
import { finishBackground } from "./finish-background.ts";
import { openWatcher } from "./open-watcher.ts";
import { attachPiped, readPiped, withNote } from "./piped-input.ts";
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
  const machine = flags.output === "jsonl" ? createJsonlRenderer(host.stdout) : undefined;
  const turn = new AbortController();
  const interrupt = (): void => {
    if (turn.signal.aborted) host.exit(exitCodes.interrupted);
    turn.abort();
  };
  const ignoreInterrupts = host.onInterrupt(interrupt);
  // Read from the beginning on: nothing waits for it before the question is sent.
  const piped =
    question !== "" && host.stdinPipe !== undefined && flags.query !== "-" ? readPiped(host) : undefined;
  // Told where it is used; nobody waits for it when something else fails first.
  piped?.catch(() => undefined);
  try {
    const loaded = await loadSettings({ env: host.env, remember: true });
    using watcher = await openWatcher({ host, loaded, machine, onInterrupt: interrupt });
    const { renderer, questions, style } = watcher;
    const prompts = questions && { questions, style, onInterrupt: () => turn.abort() };
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
      mcp: flags.mcp,
      logs: "chat",
      onWarning: (message) => renderer.warning(message),
    });
    const withSkills = await loadSkills(runtime, flags.skill);
    const signal = AbortSignal.any([turn.signal, host.stopped]);
    await using session = await openChatSession(
      runtime,
      { ...choice, oneShot: true },
      questions && { questions, signal },
    );
    if (session === undefined) return exitCodes.failed;
    if (session.resumed && machine === undefined) {
      for (const line of await recap(session.agent.messages, { columns: watcher.columns }))
        watcher.note(style.dim(line));
    }
    if (question === "" && session.agent.openCalls.length === 0) throw emptyQuestion();
    const asked = question === "" ? "" : await (withSkills?.(question) ?? typedSkill(runtime, question));
    const attached = await attachPiped(await piped, session);
    if (attached !== undefined && machine === undefined) watcher.note(style.dim(`— ${attached.line} —`));
    const events =
      asked === ""
        ? session.agent.continue({ signal })
        : session.agent.run(withNote(asked, attached), { signal, mentions: true });
    const show = flags.verbose
      ? reportScriptCalls({ runtime, sessionId: session.id, renderer })
      : (event: AgentEvent): void => renderer.event(event);
    const read = async (turn: AsyncIterable<AgentEvent>): Promise<TurnEndReason> =>
      await play(turn, show, host.stopped);
    const reason = await finishBackground(session, await read(events), {
      ...{ signal, play: read },
      say: (line) => (machine === undefined ? watcher.note(style.dim(line)) : undefined),
    });
    host.stopped.throwIfAborted();
    return exitCodeOf(reason);
  } catch (error) {
    if (host.stopped.aborted) throw error;
    if (turn.signal.aborted) return exitCodes.interrupted;
    machine?.failure(toFailure(error));
    throw error;
  } finally {
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
): Promise<TurnEndReason> {
  let reason: TurnEndReason = "interrupted";
  for await (const event of events) {
    // Nobody reads any more what is still said.
    // oxlint-disable-next-line no-await-in-loop -- one after another
    if (!stopped.aborted) await show(event);
    if (event.type === "turn-end") reason = event.reason;
  }
  stopped.throwIfAborted();
  return reason;
}

function exitCodeOf(reason: TurnEndReason): number {
  if (reason === "interrupted") return exitCodes.interrupted;
  if (reason === "awaiting-approval") return exitCodes.awaiting;
  return reason === "answered" ? exitCodes.ok : exitCodes.failed;
}
