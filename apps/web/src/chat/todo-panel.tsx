import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import type { Entry } from "./entry.ts";
import { Fold } from "./fold.tsx";
import { useSession } from "./session-context.ts";

interface Task {
  readonly id: string;
  readonly content: string;
  readonly status: string;
}

const texts = strings.chat.todo;

/** The tasks of the session, as the agent has written them down last. */
export function TodoPanel(): JSX.Element | null {
  const tasks = tasksIn(useSession().entries.value);
  if (tasks.length === 0) return null;
  const done = tasks.filter(({ status }) => status === "completed" || status === "cancelled").length;
  const now = tasks.find(({ status }) => status === "in_progress")?.content ?? "";
  return (
    <Fold id="todo" class="dock-panel" summary={`${texts.title}: ${texts.summary(done, tasks.length, now)}`}>
      {() => (
        <ul class="tasks" aria-label={texts.title}>
          {tasks.map(({ id, content, status }) => (
            <li key={id} class={status}>
              <span class="task-state">{texts.states[status] ?? status}</span>
              <span>{content}</span>
            </li>
          ))}
        </ul>
      )}
    </Fold>
  );
}

function tasksIn(entries: readonly Entry[]): readonly Task[] {
  for (const entry of entries.toReversed()) {
    if (entry.kind !== "answer") continue;
    for (const part of entry.parts.toReversed()) {
      if (part.type !== "call" || part.name !== "todo" || part.facts.result === undefined) continue;
      const tasks = tasksOf(part.facts.result.content);
      if (tasks !== undefined) return tasks;
    }
  }
  return [];
}

function tasksOf(content: string): readonly Task[] | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== "object" || value === null || !("todos" in value) || !Array.isArray(value.todos))
      return undefined;
    return value.todos.filter(isTask);
  } catch {
    return undefined;
  }
}

function isTask(value: unknown): value is Task {
  return (
    typeof value === "object" &&
    value !== null &&
    ["id", "content", "status"].every((name) => name in value && typeof Reflect.get(value, name) === "string")
  );
}
