import { styleText } from "node:util";
import { type ColorRole, defaultSigns, type Dress, type Signs } from "./look.ts";

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
  /** A line of a diff that is new. */
  added(text: string): string;
  /** A line of a diff that is gone. */
  removed(text: string): string;
  readonly signs: Signs;
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

/** @param dress What the look is now, asked with each text. @default the colours of the terminal */
export function createStyle(enabled: boolean, dress?: Dress): Style {
  const mark =
    (...formats: Format[]) =>
    (text: string) =>
      enabled ? styleText(formats, text, { validateStream: false }) : text;
  const role = (name: ColorRole, ...formats: Format[]): ((text: string) => string) => {
    const usual = mark(...formats);
    if (!enabled || dress === undefined) return usual;
    return (text) => (dress.look?.paints[name] ?? usual)(text);
  };
  return {
    colours: enabled,
    get signs() {
      return dress?.look?.signs ?? defaultSigns;
    },
    dim: role("dim", "dim"),
    bold: mark("bold"),
    italic: mark("italic"),
    underline: mark("underline"),
    strike: mark("strikethrough"),
    inverse: mark("inverse"),
    red: role("error", "red"),
    yellow: role("warning", "yellow"),
    green: role("success", "green"),
    cyan: role("accent", "cyan"),
    magenta: role("code", "magenta"),
    mark: role("mark", "bold", "yellow"),
    added: role("added", "green"),
    removed: role("removed", "red"),
  };
}

/** Whether an output takes colours: a terminal, and nobody said `NO_COLOR`. */
export function coloured(output: NodeJS.WriteStream): boolean {
  return output.isTTY && output.hasColors();
}
