import { defineTool, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { todoToolName } from "./todo-list.ts";
import type { TodoList } from "./todo-list.ts";

const description = `Your task list for this conversation. Without arguments it reads the list; with \`todos\` it writes. The whole list comes back each time, with counts and the number of tool calls since you last called it.

Use it for work of three steps or more, or when the user asks for several things; skip it for simple requests.
- The order of the list is the priority.
- merge=false makes a fresh list; merge=true changes items by id and adds new ones at the end.
- Start the first item (in_progress) right away. Only one item is in_progress at a time.
- Mark an item completed as soon as it is done, not in bunches.
- If one fails, mark it cancelled and add a revised item.
- Add no items for testing or checking unless the user asks.
- Keep the list up to date silently, beside your other calls.`;

/** The tool that reads and writes a plan. Without a list (outside of a session) it answers an error. */
export function createTodoTool(list: TodoList | undefined): Tool {
  const input = z.object({
    todos: z
      .array(
        z.object({
          id: z.string().min(1).optional().describe("Unique id; given by the list when left out."),
          content: z
            .string()
            .optional()
            .describe("What is to be done. May be left out when merging into an item."),
          status: z.enum(["pending", "in_progress", "completed", "cancelled"]).optional(),
        }),
      )
      .optional()
      .describe("Items to write. Leave out to read."),
    merge: z.boolean().default(false).describe("true: change by id; false: replace the list."),
  });
  return defineTool({
    name: todoToolName,
    toolset: "todo",
    description,
    emoji: "📋",
    // Nothing changes but the session's own list: the same list twice is no going in circles.
    action: { name: "plan.write", summary: "keep the task list of this conversation", readOnly: true },
    readOnly: false,
    maxResultChars: Number.POSITIVE_INFINITY,
    input,
    async execute({ todos, merge }) {
      if (list === undefined)
        return toolError("There is no task list here: todo works within a conversation only.");
      if (todos === undefined) {
        const state = stateOf(list);
        list.review();
        return state;
      }
      const update = list.update(todos, merge);
      return update.ok
        ? stateOf(list)
        : toolError(`The list was not changed. ${update.problems.join(" ")}`, {
            hint: "Correct the items and send them again.",
          });
    },
    detail: () => undefined,
  });
}

function stateOf(list: TodoList): object {
  const { counts } = list;
  return {
    todos: list.items,
    counts,
    calls_since_update: list.callsSinceUpdate,
    ...(counts.in_progress > 1 ? { note: `${counts.in_progress} items are in_progress; keep one.` } : {}),
  };
}
