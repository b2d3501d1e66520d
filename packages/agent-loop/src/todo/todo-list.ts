import type { Message } from "@hermes/models";

export type TodoStatus = "pending" | "in_progress" | "completed" | "cancelled";

export interface TodoItem {
  readonly id: string;
  readonly content: string;
  readonly status: TodoStatus;
}

/** An item as a model writes it: with `merge`, what is left out stays as it was. */
export interface TodoChange {
  readonly id?: string | undefined;
  readonly content?: string | undefined;
  readonly status?: TodoStatus | undefined;
}

export interface TodoCounts {
  readonly total: number;
  readonly pending: number;
  readonly in_progress: number;
  readonly completed: number;
  readonly cancelled: number;
}

export type TodoUpdate = { readonly ok: true } | { readonly ok: false; readonly problems: readonly string[] };

/** The plan of one conversation. Its only trace in the history are the results of the `todo` tool. */
export interface TodoList {
  readonly items: readonly TodoItem[];
  readonly counts: TodoCounts;
  /** Tool calls since the list was last written, not counting those of the `todo` tool. */
  readonly callsSinceUpdate: number;
  /** Replaces the list, or with `merge` changes items by id and adds new ones at the end. All or nothing. */
  update(changes: readonly TodoChange[], merge: boolean): TodoUpdate;
  /**
   * Counts a finished call. The answer is a note for its result: when the plan was not touched for 10 calls (once
   * until the next update), or when the call failed. Undefined while nothing is open.
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
const maxItems = 100;
const maxContentChars = 500;

/** An empty plan for one conversation. */
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
      const next = merge ? merged(items, changes) : replaced(changes);
      if (!next.ok) return next;
      items = next.items;
      callsSinceUpdate = 0;
      nudged = false;
      return { ok: true };
    },
    noteAfterCall({ name, isError }) {
      if (name === todoToolName) return undefined;
      callsSinceUpdate++;
      if (!items.some(isOpen)) return undefined;
      if (callsSinceUpdate >= nudgeAfterCalls && !nudged) {
        nudged = true;
        return `${callsSinceUpdate} tool calls since the task list was last updated: call todo to review it.`;
      }
      return isError ? "This error may affect your task list: call todo to review it." : undefined;
    },
    restore(messages) {
      items = [];
      callsSinceUpdate = 0;
      for (const message of messages) {
        if (message.role !== "tool") continue;
        const state = message.name === todoToolName ? stateOf(message.content) : undefined;
        if (state !== undefined) ({ items, callsSinceUpdate } = state);
        else if (message.name !== todoToolName) callsSinceUpdate++;
      }
      nudged = callsSinceUpdate >= nudgeAfterCalls;
    },
    render() {
      return items.map((item) => `- [${marks[item.status]}] ${item.id}. ${item.content} (${item.status})`).join("\n");
    },
  };
}

const marks: Readonly<Record<TodoStatus, string>> = { pending: " ", in_progress: ">", completed: "x", cancelled: "-" };

function isOpen({ status }: TodoItem): boolean {
  return status === "pending" || status === "in_progress";
}

function countsOf(items: readonly TodoItem[]): TodoCounts {
  const counts = { total: items.length, pending: 0, in_progress: 0, completed: 0, cancelled: 0 };
  for (const { status } of items) counts[status]++;
  return counts;
}

type NextItems = { readonly ok: true; readonly items: readonly TodoItem[] } | Extract<TodoUpdate, { ok: false }>;

function replaced(changes: readonly TodoChange[]): NextItems {
  return applied(new Map(), changes);
}

function merged(items: readonly TodoItem[], changes: readonly TodoChange[]): NextItems {
  return applied(new Map(items.map((item) => [item.id, item])), changes);
}

function applied(byId: Map<string, TodoItem>, changes: readonly TodoChange[]): NextItems {
  const problems: string[] = [];
  const named = new Set<string>();
  const taken = new Set([...byId.keys(), ...changes.map((change) => change.id)]);
  for (const change of changes) {
    const id = change.id ?? freeId(taken);
    taken.add(id);
    if (named.has(id)) problems.push(`Id "${id}" is there twice; ids must be unique.`);
    named.add(id);
    const before = byId.get(id);
    const content = change.content ?? before?.content ?? "";
    if (content.trim() === "") problems.push(`Item "${id}" has no content.`);
    if (content.length > maxContentChars) problems.push(`Item "${id}" is longer than ${maxContentChars} characters.`);
    byId.set(id, { id, content, status: change.status ?? before?.status ?? "pending" });
  }
  if (byId.size > maxItems) problems.push(`The list has ${byId.size} items; at most ${maxItems} fit.`);
  return problems.length === 0 ? { ok: true, items: [...byId.values()] } : { ok: false, problems };
}

function freeId(taken: ReadonlySet<string | undefined>): string {
  let number = 1;
  while (taken.has(String(number))) number++;
  return String(number);
}

/** The list as a result of the tool tells it; undefined for errors and for anything else. */
function stateOf(content: string): { items: readonly TodoItem[]; callsSinceUpdate: number } | undefined {
  const value = parsed(content);
  if (typeof value !== "object" || value === null || !("todos" in value) || !Array.isArray(value.todos)) return undefined;
  const items = value.todos.filter(isTodoItem);
  if (items.length !== value.todos.length) return undefined;
  const calls = "calls_since_update" in value ? value.calls_since_update : 0;
  return { items, callsSinceUpdate: typeof calls === "number" ? calls : 0 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A result that is not JSON holds no list.
    return undefined;
  }
}

function isTodoItem(value: unknown): value is TodoItem {
  if (typeof value !== "object" || value === null) return false;
  if (!("id" in value) || !("content" in value) || !("status" in value)) return false;
  const isText = typeof value.id === "string" && typeof value.content === "string";
  return isText && typeof value.status === "string" && Object.hasOwn(marks, value.status);
}
