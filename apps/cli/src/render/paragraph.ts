import { wrap, type WrapOptions } from "./wrap.ts";

/** Words as lines of one left margin: a break takes the place of the blank it stands for. */
export function paragraph(text: string, { columns, indent = 0 }: WrapOptions): readonly string[] {
  const margin = " ".repeat(indent);
  return wrap(text, { columns, indent }).map((line) => margin + line.trimStart());
}
