import { join } from "node:path";
import type { AgentHooks, TurnEnd } from "@hermes/agent-loop";
import { appendRotatingLine } from "@hermes/atomic-files";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** What of the program writes: a conversation, the server, jobs that a timer fires, an editor. */
export type LogPart = "chat" | "serve" | "cron" | "acp";

/** The log of what goes wrong where no gateway runs. What can't be written is lost: no turn waits for it, or fails through it. */
export interface AgentLog {
  write(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Notes the turns that did not end as they should. */
  readonly hooks: AgentHooks;
  /** Once everything is on the disk that is going to be. Never rejects. */
  written(): Promise<void>;
}

export interface AgentLogOptions {
  /** Home of Hermes. */
  readonly home: string;
  readonly part: LogPart;
  /** Takes secrets out of a line. */
  readonly redactor: () => Promise<(text: string) => string>;
}

export function agentLogPath(home: string): string {
  return join(home, "logs", "agent.log");
}

export function openAgentLog({ home, part, redactor }: AgentLogOptions): AgentLog {
  const path = agentLogPath(home);
  let last = Promise.resolve();
  const write: AgentLog["write"] = (level, message, fields = {}) => {
    const entry = { at: new Date().toISOString(), level, message, part, ...fields };
    last = last
      .then(async () => {
        const redact = await redactor();
        appendRotatingLine(path, redact(JSON.stringify(entry)));
      })
      // As above.
      .catch(() => undefined);
  };
  return {
    write,
    hooks: {
      name: "log",
      messageOut(end, { sessionId }) {
        const level = levels[end.reason];
        if (level === undefined) return;
        const { code, message } = end.error ?? {};
        write(level, `A turn ended early: ${end.reason}.`, { session: sessionId, code, error: message });
      },
    },
    written: async () => await last,
  };
}

/** Ends that nobody meant. */
const levels: Partial<Record<TurnEnd["reason"], LogLevel>> = {
  "model-error": "error",
  "invalid-output": "warn",
  "empty-answer": "warn",
  "spend-limit": "warn",
  "budget-exhausted": "warn",
  "content-filter": "warn",
  truncated: "warn",
  guardrail: "warn",
};
