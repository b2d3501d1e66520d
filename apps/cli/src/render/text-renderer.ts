import type { AgentEvent, ToolCallStart, TurnEnd } from "@hermes/agent-loop";
import { activityLine, formatDuration } from "./activity-line.ts";
import { oneLine } from "./fit.ts";
import { formatFailure } from "../failure.ts";
import type { EventRenderer } from "./render-events.ts";
import type { Screen } from "./screen.ts";
import type { Style } from "./style.ts";

export interface TextRendererOptions {
  readonly screen: Screen;
  readonly style: Style;
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

/** The turn as people read it: streaming text, one quiet line per tool, remarks in passing. */
export function createTextRenderer({ screen, style, now = Date.now }: TextRendererOptions): EventRenderer {
  const running = new Map<string, ToolCallStart>();
  let waiting: { readonly what: string; readonly since: number } | undefined;
  let needsGap = false;
  let clock: NodeJS.Timeout | undefined;

  const remark = (text: string) => screen.note(style.dim(oneLine(text)));
  const wait = (what: string) => {
    if (!screen.live) return;
    if (waiting?.what !== what) waiting = { what, since: now() };
    clock ??= setInterval(showWaiting, 1000).unref();
  };
  const showWaiting = () => {
    const call = [...running.values()].at(-1);
    if (call) screen.status(activityLine(call, screen.columns - 1));
    else if (waiting) screen.status(`${waiting.what} ${formatDuration(now() - waiting.since)}`);
  };
  const rest = () => {
    waiting = undefined;
    clearInterval(clock);
    clock = undefined;
    screen.status("");
  };

  const finishTool = (end: Extract<AgentEvent, { type: "tool-call-end" }>) => {
    const start = running.get(end.callId);
    running.delete(end.callId);
    const activity = { emoji: start?.emoji ?? "•", name: end.name, detail: start?.detail };
    const line = activityLine(
      { ...activity, durationMs: end.durationMs, failed: end.isError },
      screen.columns,
    );
    screen.note(end.isError ? style.yellow(line) : style.dim(line));
    showWaiting();
  };
  const finishTurn = (end: TurnEnd) => {
    rest();
    screen.endLine();
    needsGap = false;
    running.clear();
    if (end.error) screen.note(style.red(formatFailure(end.error)));
    else if (end.reason !== "answered" && end.reason !== "model-error") remark(`— ${endings[end.reason]} —`);
  };

  const event = (event: AgentEvent): void => {
    switch (event.type) {
      case "request-start":
        needsGap = event.round > 1;
        return wait("waiting for the model");
      case "reasoning-delta":
        return wait("thinking");
      case "text-delta":
        rest();
        if (needsGap) screen.endLine();
        needsGap = false;
        return screen.text(event.text);
      case "text-restart":
        screen.endLine();
        return remark(`— ${event.reason}; starting the answer again —`);
      case "retry":
        return remark(`— ${event.reason}; try ${event.attempt} in ${formatDuration(event.delayMs)} —`);
      case "tool-call-start":
        rest();
        running.set(event.callId, event);
        wait("");
        return showWaiting();
      case "tool-call-progress": {
        const call = running.get(event.callId);
        if (call) screen.status(`${activityLine(call, screen.columns - 1)} ${oneLine(event.text)}`);
        return;
      }
      case "tool-call-end":
        return finishTool(event);
      case "compression":
        return remark(`— older messages were condensed: ${event.before} → ${event.after} —`);
      case "warning":
        return remark(`— ${event.message} —`);
      case "turn-end":
        return finishTurn(event);
      case "turn-start":
      case "request-end":
      case "message":
      case "approval-request":
        return;
    }
  };

  return {
    event,
    warning: (message) => screen.note(style.dim(oneLine(message))),
    failure: (failure) => {
      rest();
      screen.note(style.red(formatFailure(failure)));
    },
    close: rest,
  };
}
