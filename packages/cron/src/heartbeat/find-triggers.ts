import { createHash } from "node:crypto";
import { nextTime } from "../schedule/due-times.ts";
import { parseSchedule } from "../schedule/parse-schedule.ts";
import type { HeartbeatFile, HeartbeatTask, HeartbeatWatch } from "./heartbeat-file.ts";
import type { HeartbeatSeen, SeenTask } from "./heartbeat-memory.ts";

/** Why the model is asked. */
export type HeartbeatTrigger =
  | { readonly type: "file"; readonly isNew: boolean }
  | { readonly type: "due"; readonly task: HeartbeatTask; readonly at: number }
  | { readonly type: "changed"; readonly watch: HeartbeatWatch }
  | { readonly type: "ended"; readonly count: number }
  | { readonly type: "asked"; readonly text: string };

/** What is the case now. */
export interface HeartbeatFacts {
  readonly file: HeartbeatFile;
  /** Of watched paths, by how they were written. */
  readonly digests: Readonly<Record<string, string>>;
  /** Ids of ends of work that the session was not told of. */
  readonly ended: readonly string[];
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When the look was to be: new tasks begin then, so that a look that is late moves none of their times. */
  readonly lookAt: number;
}

export interface FoundTriggers {
  readonly triggers: readonly HeartbeatTrigger[];
  /** What has been seen once these are dealt with. */
  readonly seen: HeartbeatSeen;
}

/** Compares what is with what was seen. */
export function findTriggers(before: HeartbeatSeen, facts: HeartbeatFacts): FoundTriggers {
  const { file, digests, ended } = facts;
  const digest = file.isEmpty ? "" : createHash("sha256").update(file.text).digest("hex").slice(0, 32);
  const isChanged = digest !== before.file && digest !== "";
  const tasks = tasksOf(before, facts);
  const changed = file.watches.filter(({ path }) => {
    const seen = before.watched[path];
    return seen !== undefined && seen !== digests[path];
  });
  const news = ended.filter((id) => !before.ended.includes(id));
  const triggers: readonly HeartbeatTrigger[] = [
    ...(isChanged ? [{ type: "file", isNew: before.file === "" } as const] : []),
    ...tasks.due.map(({ task, at }) => ({ type: "due", task, at }) as const),
    ...changed.map((watch) => ({ type: "changed", watch }) as const),
    ...(news.length > 0 ? [{ type: "ended", count: news.length } as const] : []),
  ];
  return {
    triggers,
    seen: {
      file: digest,
      tasks: tasks.seen,
      watched: digests,
      ended: news.length > 0 ? ended : before.ended,
    },
  };
}

/** A task that was due several times is due once. */
function tasksOf(
  before: HeartbeatSeen,
  { file, timeZone, now, lookAt }: HeartbeatFacts,
): {
  readonly due: readonly { readonly task: HeartbeatTask; readonly at: number }[];
  readonly seen: HeartbeatSeen["tasks"];
} {
  const due: { task: HeartbeatTask; at: number }[] = [];
  const seen: Record<string, SeenTask> = {};
  for (const task of file.tasks) {
    const count = file.tasks
      .slice(0, file.tasks.indexOf(task))
      .filter(({ schedule }) => schedule === task.schedule);
    // Its words may be changed: it stays the same task.
    const id = `${task.schedule}#${count.length} ${timeZone}`;
    const known = before.tasks[id] ?? begun(task, { timeZone, since: lookAt, until: lookAt });
    // Clocks may be set back.
    const { since, until } = known;
    const of = until > now ? begun(task, { timeZone, since, until: now }) : known;
    const isDue = of.next !== undefined && of.next <= now;
    if (isDue) due.push({ task, at: of.next });
    seen[id] = isDue ? begun(task, { timeZone, since, until: now }) : of;
  }
  return { due, seen };
}

function begun(
  { schedule }: HeartbeatTask,
  { timeZone, since, until }: Pick<SeenTask, "since" | "until"> & Pick<HeartbeatFacts, "timeZone">,
): SeenTask {
  const seen = { since, until };
  try {
    const next = nextTime(parseSchedule(schedule, { timeZone, now: since }).schedule, until);
    return next === undefined ? seen : { ...seen, next };
  } catch {
    // Its one time had passed when it was written.
    return seen;
  }
}
