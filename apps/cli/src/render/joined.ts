import { columnsOf } from "./fit.ts";
import { wrap, type WrapOptions } from "./wrap.ts";

/** Facts with `·` between them, as many on a line as fit; one that is too long alone is broken, not cut. */
export function joined(facts: readonly string[], { columns, indent = 0 }: WrapOptions): readonly string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const longer = last === undefined ? undefined : `${last} · ${fact}`;
    if (longer !== undefined && (columns === undefined || columnsOf(longer) + indent <= columns))
      lines[lines.length - 1] = longer;
    else lines.push(fact);
  }
  return lines.flatMap((line) => wrap(line, { columns, indent }));
}
