import { styleText } from "node:util";

/** Marks up text for a terminal, or leaves it as it is. */
export interface Style {
  /** Whether anything is marked up at all. */
  readonly colours: boolean;
  dim(text: string): string;
  bold(text: string): string;
  italic(text: string): string;
  underline(text: string): string;
  strike(text: string): string;
  /** Text and background change places. */
  inverse(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  cyan(text: string): string;
  magenta(text: string): string;
  /** What was looked for. */
  mark(text: string): string;
}

type Format =
  | "dim"
  | "bold"
  | "italic"
  | "underline"
  | "strikethrough"
  | "inverse"
  | "red"
  | "yellow"
  | "green"
  | "cyan"
  | "magenta";

export function createStyle(enabled: boolean): Style {
  const mark =
    (...formats: Format[]) =>
    (text: string) =>
      enabled ? styleText(formats, text, { validateStream: false }) : text;
  return {
    colours: enabled,
    dim: mark("dim"),
    bold: mark("bold"),
    italic: mark("italic"),
    underline: mark("underline"),
    strike: mark("strikethrough"),
    inverse: mark("inverse"),
    red: mark("red"),
    yellow: mark("yellow"),
    green: mark("green"),
    cyan: mark("cyan"),
    magenta: mark("magenta"),
    mark: mark("bold", "yellow"),
  };
}

/** Whether an output takes colours: a terminal, and nobody said `NO_COLOR`. */
export function coloured(output: NodeJS.WriteStream): boolean {
  return output.isTTY && output.hasColors();
}
