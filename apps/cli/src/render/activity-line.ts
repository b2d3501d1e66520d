import { columnsOf, fit, oneLine } from "./fit.ts";

export interface Activity {
  /** In front of the line. @default "┊" */
  readonly sign?: string | undefined;
  readonly emoji: string;
  readonly name: string;
  readonly detail?: string | undefined;
  /** Undefined while the call is running. */
  readonly durationMs?: number | undefined;
  /** How it ended, where it is worth a word. */
  readonly ending?: string | undefined;
  /** Of a call that is running. */
  readonly elapsedMs?: number | undefined;
  /** The newest sign of life of a call that is running; takes the place of the detail. */
  readonly progress?: string | undefined;
}

export interface ActivityPaint {
  /** The whole line but its end. */
  readonly line?: ((text: string) => string) | undefined;
  /** How it ended. */
  readonly ending?: ((text: string) => string) | undefined;
}

/** `┊ 💻 terminal  ls -la  0.3s`, cut to a number of columns; the detail gives way first. */
export function activityLine(activity: Activity, columns: number, paint: ActivityPaint = {}): string {
  const { line: paintLine = asIs, ending: paintEnding = asIs } = paint;
  const ending = activity.ending === undefined || activity.ending === "" ? "" : ` ${activity.ending}`;
  const tail = fit(`${timeOf(activity)}${ending}`, columns);
  const head = fit(
    `${activity.sign ?? "┊"} ${activity.emoji} ${oneLine(activity.name)}`,
    columns - columnsOf(tail),
  );
  const room = columns - columnsOf(head) - columnsOf(tail) - 2;
  const detail = oneLine(activity.progress ?? activity.detail ?? "");
  const middle = detail === "" || room < 4 ? "" : `  ${fit(detail, room)}`;
  const time = ending === "" || !tail.endsWith(ending) ? tail : tail.slice(0, -ending.length);
  return `${paintLine(`${head}${middle}${time}`)}${time === tail ? "" : paintEnding(ending)}`;
}

function asIs(text: string): string {
  return text;
}

function timeOf({ durationMs, elapsedMs = 0 }: Activity): string {
  if (durationMs !== undefined) return `  ${formatDuration(durationMs)}`;
  return elapsedMs < 1000 ? " …" : ` … ${formatDuration(elapsedMs)}`;
}

/** `31ms`, `0.3s`, `12s`, `3m 5s`. */
export function formatDuration(ms: number): string {
  if (ms < 95) return `${Math.max(1, Math.round(ms))}ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}
