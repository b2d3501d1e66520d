/** A line as it stands in the text, beside the line that somebody took it for. */
export interface LinePair {
  readonly wanted: string;
  readonly actual: string;
}

/**
 * Carries the indentation that lines were thought to have over to what they have: another depth, tabs for blanks or
 * blanks for tabs.
 *
 * @param pairs Lines that stand for each other. The first one may lack its indentation, as what is copied from the
 *   middle of a line does.
 * @returns Gives a new line, written for the text as it was thought to be, the indentation that fits the text.
 *   Undefined when lines thought to be at one depth are at several: the structure is another one.
 */
export function createIndenter(pairs: readonly LinePair[]): ((line: string) => string) | undefined {
  const [first] = pairs;
  const lacks = first !== undefined && indentOf(first.wanted) === "" && indentOf(first.actual) !== "";
  const known = depthsOf(pairs) ?? (lacks ? depthsOf(pairs.slice(1)) : undefined);
  if (known === undefined) return undefined;
  if ([...known].every(([wanted, actual]) => wanted === actual)) return (line) => line;
  const units = { wanted: unitOf([...known.keys()]), actual: unitOf([...known.values()]) };
  return (line) => {
    const indent = indentOf(line);
    if (line.trim() === "") return line;
    return (known.get(indent) ?? derive(indent, known, units)) + line.slice(indent.length);
  };
}

function depthsOf(pairs: readonly LinePair[]): ReadonlyMap<string, string> | undefined {
  const known = new Map<string, string>();
  for (const { wanted, actual } of pairs) {
    if (wanted.trim() === "") continue;
    const [indent, stands] = [indentOf(wanted), indentOf(actual)];
    if ((known.get(indent) ?? stands) !== stands) return undefined;
    known.set(indent, stands);
  }
  return known;
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

interface Units {
  readonly wanted: string;
  readonly actual: string;
}

/** The nearest depth that is known, and from there as many steps as there are. */
function derive(indent: string, known: ReadonlyMap<string, string>, units: Units): string {
  const stepChars = widthOf(units.wanted);
  const [nearest, actual] = [...known].reduce((best, next) =>
    distance(next[0], indent) < distance(best[0], indent) ? next : best,
  );
  const difference = widthOf(indent) - widthOf(nearest);
  const steps = Math.trunc(difference / stepChars);
  const rest = Math.abs(difference % stepChars);
  if (difference >= 0) return actual + units.actual.repeat(steps) + " ".repeat(rest);
  const shorter = actual.length - units.actual.length * -steps - (units.actual === "\t" ? 0 : rest);
  return actual.slice(0, Math.max(0, shorter));
}

function distance(left: string, right: string): number {
  return Math.abs(widthOf(left) - widthOf(right));
}

const tabWidth = 4;

function widthOf(indent: string): number {
  return [...indent].reduce((width, unit) => width + (unit === "\t" ? tabWidth : 1), 0);
}

/** One step of indentation: a tab, or the smallest difference between depths. */
function unitOf(indents: readonly string[]): string {
  if (indents.some((indent) => indent.includes("\t"))) return "\t";
  const widths = [...new Set([0, ...indents.map((indent) => indent.length)])].sort((a, b) => a - b);
  const steps = widths.slice(1).map((width, index) => width - (widths[index] ?? 0));
  const smallest = Math.min(...steps.filter((step) => step > 1), 8);
  return " ".repeat(smallest === 8 ? 4 : smallest);
}
