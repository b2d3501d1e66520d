import type { PlanEntry, SessionUpdate } from "@agentclientprotocol/sdk";

const todoTool = "todo";

/** The plan after a call; undefined where the call was not about it. */
export function planUpdate(name: string, content: string): SessionUpdate | undefined {
  if (name !== todoTool) return undefined;
  const items = itemsIn(content);
  return items === undefined ? undefined : { sessionUpdate: "plan", entries: items.flatMap(toEntry) };
}

function itemsIn(content: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== "object" || value === null || !("todos" in value)) return undefined;
    return Array.isArray(value.todos) ? value.todos : undefined;
  } catch {
    // An error in words has no list.
    return undefined;
  }
}

/** The order of the list is the priority, and a plan has no word for what was given up. */
function toEntry(item: unknown): readonly PlanEntry[] {
  if (typeof item !== "object" || item === null || !("content" in item) || !("status" in item)) return [];
  const { content, status } = item;
  if (typeof content !== "string" || status === "cancelled") return [];
  if (status !== "pending" && status !== "in_progress" && status !== "completed") return [];
  return [{ content, status, priority: "medium" }];
}
