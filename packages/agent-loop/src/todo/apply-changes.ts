import type { TodoChange, TodoItem } from "./todo-item.ts";

const maxItems = 100;
const maxContentChars = 500;

export type TodoUpdate = { readonly ok: true } | { readonly ok: false; readonly problems: readonly string[] };

type Applied =
  | { readonly ok: true; readonly items: readonly TodoItem[] }
  | Extract<TodoUpdate, { ok: false }>;

/** Changes items by id and adds new ones at the end; all or nothing. */
export function applyChanges(items: readonly TodoItem[], changes: readonly TodoChange[]): Applied {
  const byId = new Map(items.map((item) => [item.id, item]));
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
    if (content.length > maxContentChars)
      problems.push(`Item "${id}" is longer than ${maxContentChars} characters.`);
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
