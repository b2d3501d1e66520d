import type { AgentEvent, ToolCallStart, TurnEnd } from "@hermes/agent-loop";
import { formatFailure } from "../failure.ts";
import { activityLine, formatDuration } from "./activity-line.ts";
import { oneLine } from "./fit.ts";
import { PassingLine } from "./passing-line.ts";
import type { EventRenderer } from "./event-renderer.ts";
import type { Screen } from "./screen.ts";
import type { Style } from "./style.ts";

export interface TextRendererOptions {
  readonly screen: Screen;
  readonly style: Style;
  /** Shows what the model thinks, where it goes to the same terminal as the answer. @default false */
  readonly showReasoning?: boolean | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

const endings: Readonly<Record<Exclude<TurnEnd["reason"], "answered" | "model-error">, string>> = {
  interrupted: "interrupted",
  "budget-exhausted": "the budget of rounds is used up",
  "empty-answer": "the model gave no answer",
  truncated: "the answer was cut off by the provider's limit",
  guardrail: "stopped: the same calls went in circles",
  "content-filter": "the provider withheld the answer",
};

interface RunningCall extends ToolCallStart {
  readonly since: number;
  readonly progress?: string | undefined;
}

/** The turn as people read it: streaming text, one quiet line per tool, remarks in passing. */
export function createTextRenderer(options: TextRendererOptions): EventRenderer {
  const { screen, style, showReasoning = false, now = Date.now } = options;
  const running = new Map<string, RunningCall>();
  const passing = new PassingLine(screen, now);
  /** What comes next begins a line: another round, or the answer after the thoughts. */
  let newLine = false;

  const remark = (text: string) => screen.note(style.dim(`— ${oneLine(text)} —`));
  const waitFor = (what: string) =>
    passing.show({ since: now(), line: (elapsedMs) => `${what} ${formatDuration(elapsedMs)}` });
  const showRunning = () => {
    const call = [...running.values()].at(-1);
    if (call === undefined) return;
    const line = (elapsedMs: number) => activityLine({ ...call, elapsedMs }, screen.columns - 1);
    passing.show({ since: call.since, line }, { atOnce: true });
  };

  const text = (piece: string) => {
    passing.clear();
    if (newLine) screen.endLine();
    newLine = false;
    screen.text(piece);
  };
  const think = (piece: string) => {
    if (!showReasoning || !screen.live) return waitFor("thinking");
    passing.clear();
    screen.thought(piece);
    newLine = true;
  };
  const progress = (callId: string, progress: string) => {
    const call = running.get(callId);
    if (call) running.set(callId, { ...call, progress });
    showRunning();
  };
  const finishCall = ({
    callId,
    name,
    durationMs,
    isError,
  }: Extract<AgentEvent, { type: "tool-call-end" }>) => {
    const { emoji = "•", detail } = running.get(callId) ?? {};
    running.delete(callId);
    passing.clear();
    const line = activityLine({ emoji, name, detail, durationMs, failed: isError }, screen.columns);
    screen.note(isError ? style.yellow(line) : style.dim(line));
    showRunning();
  };
  const finishTurn = ({ reason, error }: TurnEnd) => {
    passing.clear();
    screen.endLine();
    newLine = false;
    running.clear();
    if (error) screen.note(style.red(formatFailure(error)));
    else if (reason !== "answered" && reason !== "model-error") remark(endings[reason]);
  };

  const event = (event: AgentEvent): void => {
    switch (event.type) {
      case "request-start":
        newLine = event.round > 1;
        return waitFor("waiting for the model");
      case "reasoning-delta":
        return think(event.text);
      case "text-delta":
        return text(event.text);
      case "text-restart":
        screen.endLine();
        return remark(`${event.reason}; starting the answer again`);
      case "retry":
        return remark(`${event.reason}; try ${event.attempt} in ${formatDuration(event.delayMs)}`);
      case "tool-call-start":
        running.set(event.callId, { ...event, since: now() });
        return showRunning();
      case "tool-call-progress":
        return progress(event.callId, event.text);
      case "tool-call-end":
        return finishCall(event);
      case "compression":
        return remark(`older messages were condensed: ${event.before} → ${event.after}`);
      case "warning":
        return remark(event.message);
      case "turn-end":
        return finishTurn(event);
      case "turn-start":
      case "request-end":
      case "message":
      case "approval-request":
        return undefined;
    }
  };

  return {
    event,
    warning: (message) => screen.note(style.dim(`hermes: ${oneLine(message)}`)),
    failure: (failure) => {
      passing.clear();
      screen.note(style.red(formatFailure(failure)));
    },
    close: () => passing.clear(),
  };
}
