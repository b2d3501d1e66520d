import { platform } from "node:os";
import type { Environment } from "@hermes/registry";
import { columnsOf, fit, oneLine, pad } from "./fit.ts";

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** What stands behind the bar, such as `12.3k`. */
  readonly text: string;
}

export interface ChartOptions {
  readonly columns: number;
  /** Draws with letters that every terminal has. */
  readonly ascii: boolean;
}

const longestBar = 40;
const shortestBar = 3;
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** One line per value: what it is, a bar in proportion to the largest, and the number. None is wider than the columns. */
export function barChart(bars: readonly Bar[], { columns, ascii }: ChartOptions): readonly string[] {
  const texts = bars.map(({ text }) => oneLine(text));
  const labels = bars.map(({ label }) => oneLine(label));
  const textWidth = Math.max(0, ...texts.map(columnsOf));
  const widest = Math.max(0, ...labels.map(columnsOf));
  const labelWidth = Math.min(widest, Math.max(4, columns - textWidth - 2 - 2 - 8));
  const room = Math.min(longestBar, columns - labelWidth - textWidth - 4);
  const largest = Math.max(0, ...bars.map(({ value }) => value));
  return bars.map(({ value }, index) => {
    const label = pad(fit(labels[index] ?? "", labelWidth), labelWidth);
    const bar = room < shortestBar || largest <= 0 ? "" : barOf(value / largest, room, ascii);
    const text = texts[index] ?? "";
    const line = room < shortestBar ? `${label}  ${text}` : `${label}  ${pad(bar, room)}  ${text}`;
    return fit(line, columns).trimEnd();
  });
}

/** What is not nothing is seen, however small. */
function barOf(share: number, room: number, ascii: boolean): string {
  if (!(share > 0)) return "";
  if (ascii) return "#".repeat(Math.max(1, Math.round(share * room)));
  const parts = Math.max(1, Math.round(share * room * 8));
  return "█".repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? "");
}

const levels = "▁▂▃▄▅▆▇█";
const asciiLevels = "12345678";

/** One sign per value, higher for more; a dot for nothing. */
export function sparkLine(values: readonly number[], { ascii }: Pick<ChartOptions, "ascii">): string {
  const largest = Math.max(0, ...values);
  const signs = ascii ? asciiLevels : levels;
  const nothing = ascii ? "." : "·";
  return values
    .map((value) => (value > 0 ? (signs[Math.ceil((value / largest) * 8) - 1] ?? nothing) : nothing))
    .join("");
}

/** Whether the terminal of this environment shows no more than ASCII. */
export function onlyAscii(env: Environment): boolean {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find(
    (each) => each !== undefined && each !== "",
  );
  if (locale === undefined) return platform() === "linux";
  return !/utf-?8/i.test(locale);
}
