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

export function isOpen({ status }: TodoItem): boolean {
  return status === "pending" || status === "in_progress";
}

const statuses: ReadonlySet<unknown> = new Set<TodoStatus>([
  "pending",
  "in_progress",
  "completed",
  "cancelled",
]);

/** The list as a result of the tool tells it; undefined for errors and for anything else. */
export function todosOf(content: string): readonly TodoItem[] | undefined {
  const value = parsed(content);
  if (typeof value !== "object" || value === null || !("todos" in value) || !Array.isArray(value.todos))
    return undefined;
  const items = value.todos.filter(isTodoItem);
  return items.length === value.todos.length ? items : undefined;
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
  return typeof value.id === "string" && typeof value.content === "string" && statuses.has(value.status);
}
