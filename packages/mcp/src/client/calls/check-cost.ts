import { isRecord } from "../texts/is-record.ts";

/** How many parts a value of JSON has, itself among them, and how deep it is; without recursion, since it may be very deep. */
export function measure(value: unknown): { readonly nodes: number; readonly depth: number } {
  let nodes = 0;
  let depth = 0;
  for (let level: readonly unknown[] = [value]; level.length > 0; depth += 1) {
    nodes += level.length;
    level = level.flatMap(partsOf);
  }
  return { nodes, depth };
}

/** How many parts a schema has where references are written out, at most `limit`: one that refers to itself has as many. */
export function expandedNodes(schema: unknown, limit: number): number {
  const waiting: unknown[] = [schema];
  let nodes = 0;
  while (waiting.length > 0 && nodes < limit) {
    const node = waiting.pop();
    nodes += 1;
    waiting.push(...partsOf(node));
    if (!isRecord(node)) continue;
    for (const key of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      // What an anchor names is not looked for: it may be anything, also the whole.
      if (typeof node[key] === "string") waiting.push(targetOf(schema, node[key]) ?? schema);
    }
  }
  return nodes;
}

function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}

function targetOf(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  const steps = reference.slice(2).split("/");
  return steps.reduce(
    (at, step) => (isRecord(at) ? at[step.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
    root,
  );
}
