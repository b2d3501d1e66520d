import { z } from "zod";
import { fit, oneLine } from "../../render/fit.ts";
import type { Style } from "../../render/style.ts";

const todoResult = z.object({
  todos: z.array(
    z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed", "cancelled"]) }),
  ),
});

export interface TodoItem {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed" | "cancelled";
}

/** The list that a result of the tool tells; undefined where it tells an error. */
export function todosOf(content: string): readonly TodoItem[] | undefined {
  try {
    return todoResult.safeParse(JSON.parse(content)).data?.todos;
  } catch {
    return undefined;
  }
}

const signs = { pending: "☐", in_progress: "▶", completed: "☑", cancelled: "☒" } as const;

/** The task list, a line for each item. */
export function todoLines(
  todos: readonly TodoItem[],
  { columns, style }: { readonly columns: number; readonly style: Style },
): readonly string[] {
  return todos.map(({ content, status }) => {
    const line = fit(`  ${signs[status]} ${oneLine(content)}`, columns);
    if (status === "in_progress") return style.bold(line);
    return status === "pending" ? line : style.dim(line);
  });
}
