import { parseSchedule } from "../schedule/parse-schedule.ts";

/** Something to do at set times. */
export interface HeartbeatTask {
  /** As `parseSchedule` reads it. */
  readonly schedule: string;
  readonly words: string;
}

/** Something to do when a file or a folder is another one than before. */
export interface HeartbeatWatch {
  /** As it was written. */
  readonly path: string;
  readonly words: string;
}

/** What a `HEARTBEAT.md` says. */
export interface HeartbeatFile {
  /** Nothing but headings, comments and empty items. */
  readonly isEmpty: boolean;
  /** All of it, without comments. */
  readonly text: string;
  /** What holds at every heartbeat: the text without tasks and watches. Empty: nothing. */
  readonly always: string;
  readonly tasks: readonly HeartbeatTask[];
  readonly watches: readonly HeartbeatWatch[];
}

const maxChars = 20_000;
const maxTasks = 50;
const maxWatches = 20;
const maxScheduleChars = 80;

/**
 * Reads a `HEARTBEAT.md`. An item of a list that begins with a schedule and a colon (`- every 2h: …`) is a task, `- when PATH changes: …`
 * a watch; lines that are indented deeper belong to it. Never throws: what is read as neither is words. What is beyond 20,000
 * characters, 50 tasks or 20 watches is left out.
 *
 * @param timeZone A zone that there is.
 */
export function parseHeartbeatFile(markdown: string, timeZone: string): HeartbeatFile {
  const text = markdown
    .slice(0, maxChars)
    .replace(/<!--[\s\S]*?(?:-->|$)/gu, "")
    .trim();
  const tasks: HeartbeatTask[] = [];
  const watches: HeartbeatWatch[] = [];
  const always: string[] = [];
  for (const block of blocksOf(text)) {
    const item = itemOf(block);
    const watch = item === undefined ? undefined : watchOf(item);
    const task = item === undefined || watch !== undefined ? undefined : taskOf(item, timeZone);
    if (watch !== undefined) watches.push(watch);
    else if (task !== undefined) tasks.push(task);
    else always.push(block);
  }
  const words = always.some(saysSomething) ? always.join("\n").trim() : "";
  return {
    ...{ isEmpty: words === "" && tasks.length + watches.length === 0, text, always: words },
    ...{ tasks: tasks.slice(0, maxTasks), watches: watches.slice(0, maxWatches) },
  };
}

/** Lines; an item of a list with the lines that are indented deeper is one. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  let indent: number | undefined;
  for (const line of text.split(/\r?\n/u)) {
    const deep = line.search(/\S/u);
    if (indent !== undefined && deep > indent) blocks.push(`${blocks.pop() ?? ""}\n${line}`);
    else {
      indent = itemMark.test(line) ? deep : undefined;
      blocks.push(line);
    }
  }
  return blocks;
}

const itemMark = /^\s*(?:[-*+]|\d+[.)])(?:\s+|$)(?:\[[ xX]\](?:\s+|$))?/u;

function itemOf(block: string): string | undefined {
  return itemMark.test(block) ? block.replace(itemMark, "").trim() : undefined;
}

function watchOf(item: string): HeartbeatWatch | undefined {
  const { path, words } = /^when\s+(?<path>\S.*?)\s+changes:\s*(?<words>[\s\S]*)$/iu.exec(item)?.groups ?? {};
  if (path === undefined || words === undefined) return undefined;
  return { path: path.replace(/^(["'`])(?<inner>.+)\1$/u, "$<inner>"), words };
}

/** The shortest beginning before a colon that is a schedule: clock times have colons too. */
function taskOf(item: string, timeZone: string): HeartbeatTask | undefined {
  for (const { index } of item.slice(0, maxScheduleChars + 1).matchAll(/:(?=\s|$)/gu)) {
    const schedule = item.slice(0, index).replaceAll("`", "").trim();
    if (isSchedule(schedule, timeZone)) return { schedule, words: item.slice(index + 1).trim() };
  }
  return undefined;
}

function isSchedule(text: string, timeZone: string): boolean {
  try {
    // As if written long ago: a time that has passed by now makes it no other text.
    parseSchedule(text, { timeZone, now: 0 });
    return true;
  } catch {
    return false;
  }
}

function saysSomething(block: string): boolean {
  const words = block.replace(itemMark, "");
  return !/^\s*#/u.test(words) && /[\p{L}\p{N}]/u.test(words);
}
