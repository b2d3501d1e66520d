import { styleText } from "node:util";

/** Marks up text for a terminal, or leaves it as it is. */
export interface Style {
  dim(text: string): string;
  bold(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  cyan(text: string): string;
}

export function createStyle(enabled: boolean): Style {
  const mark = (format: keyof Style) => (text: string) =>
    enabled ? styleText(format, text, { validateStream: false }) : text;
  return {
    dim: mark("dim"),
    bold: mark("bold"),
    red: mark("red"),
    yellow: mark("yellow"),
    green: mark("green"),
    cyan: mark("cyan"),
  };
}

/** Whether an output takes colours: a terminal, and nobody said `NO_COLOR`. */
export function coloured(output: NodeJS.WriteStream): boolean {
  return output.isTTY && output.hasColors();
}
