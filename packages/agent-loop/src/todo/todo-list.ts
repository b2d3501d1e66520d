import type { Message } from "@hermes/models";
import { parseSummary } from "../compression/summary-message.ts";
import { applyChanges } from "./apply-changes.ts";
import type { TodoUpdate } from "./apply-changes.ts";
import { isOpen, todosOf } from "./todo-item.ts";
import type { TodoChange, TodoItem, TodoStatus } from "./todo-item.ts";

export interface TodoCounts {
  readonly total: number;
  readonly pending: number;
  readonly in_progress: number;
  readonly completed: number;
  readonly cancelled: number;
}

/** The plan of one session. Its only trace in the history are the results of the `todo` tool. */
export interface TodoList {
  readonly items: readonly TodoItem[];
  readonly counts: TodoCounts;
  /** Tool calls since the list was last written or reviewed, not counting those of the `todo` tool. */
  readonly callsSinceUpdate: number;
  /** Replaces the list, or with `merge` changes items by id and adds new ones at the end. All or nothing. */
  update(changes: readonly TodoChange[], merge: boolean): TodoUpdate;
  /** The list was read: counting begins anew, and so does the reminder. */
  review(): void;
  /**
   * Counts a finished call. The answer is a note for its result: when the plan was not touched for 10 calls (once
   * until it is written or reviewed), or when the call failed. Undefined while nothing is open.
   */
  noteAfterCall(call: { readonly name: string; readonly isError: boolean }): string | undefined;
  /** Rebuilds list and count from the results of the `todo` tool in a history. */
  restore(messages: readonly Message[]): void;
  /** The list as lines for people and for the text that stands in for a compressed history; empty without items. */
  render(): string;
}

/** Name of the tool through which a model writes the list. */
export const todoToolName = "todo";

const nudgeAfterCalls = 10;

/** An empty plan for one session. */
export function createTodoList(): TodoList {
  let items: readonly TodoItem[] = [];
  let callsSinceUpdate = 0;
  let nudged = false;

  return {
    get items() {
      return items;
    },
    get counts() {
      return countsOf(items);
    },
    get callsSinceUpdate() {
      return callsSinceUpdate;
    },
    update(changes, merge) {
      const next = applyChanges(merge ? items : [], changes);
      if (!next.ok) return next;
      items = next.items;
      this.review();
      return { ok: true };
    },
    review() {
      callsSinceUpdate = 0;
      nudged = false;
    },
    noteAfterCall({ name, isError }) {
      if (name === todoToolName) return undefined;
      callsSinceUpdate++;
      if (!items.some(isOpen)) return undefined;
      if (callsSinceUpdate >= nudgeAfterCalls && !nudged) {
        nudged = true;
        return `${callsSinceUpdate} tool calls since the task list was last looked at: call todo to review it.`;
      }
      return isError ? "This error may affect your task list: call todo to review it." : undefined;
    },
    restore(messages) {
      items = [];
      callsSinceUpdate = 0;
      for (const message of messages) {
        if (message.role === "user") items = todosOfSummary(message) ?? items;
        if (message.role !== "tool") continue;
        const todos = message.name === todoToolName ? todosOf(message.content) : undefined;
        if (todos !== undefined) [items, callsSinceUpdate] = [todos, 0];
        else if (message.name !== todoToolName) callsSinceUpdate++;
      }
      nudged = callsSinceUpdate >= nudgeAfterCalls;
    },
    render() {
      return items
        .map((item) => `- [${marks[item.status]}] ${item.id}. ${item.content} (${item.status})`)
        .join("\n");
    },
  };
}

/** The list as a compression left it. */
function todosOfSummary(message: Message): readonly TodoItem[] | undefined {
  const facts = parseSummary(message)?.facts;
  return facts === undefined ? undefined : todosOf(JSON.stringify({ todos: facts.todo ?? [] }));
}

const marks: Readonly<Record<TodoStatus, string>> = {
  pending: " ",
  in_progress: ">",
  completed: "x",
  cancelled: "-",
};

function countsOf(items: readonly TodoItem[]): TodoCounts {
  const counts = { total: items.length, pending: 0, in_progress: 0, completed: 0, cancelled: 0 };
  for (const { status } of items) counts[status]++;
  return counts;
}
