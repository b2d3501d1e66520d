import type { Job, JobRun } from "@hermes/cron";
import type { JobParts } from "./job-parts.ts";

const lateMs = 120_000;

/** What the model of a run is told of where it is. */
export function runNote(
  { job, slot }: Pick<JobRun, "job" | "slot">,
  { cron, now }: Pick<JobParts, "cron" | "now">,
): string {
  const zone = zoneOf(job, cron.timeZone);
  const lateBy = now() - slot.at;
  const isLate = lateBy > lateMs + job.jitterSeconds * 1_000;
  const due =
    slot.cause === "asked"
      ? "A person asked for this run now."
      : `It was due on ${clockTime(slot.at, zone)} (${zone})${isLate ? `, and begins ${Math.round(lateBy / 60_000)} minutes late` : ""}.`;
  return [
    `This is a run of the scheduled job “${job.name}”. ${due}`,
    "Nobody is there: no question is answered, and what would need a permission is refused. Do what can be done without, and say what could not.",
    `Your final answer is delivered by itself to: ${job.deliver.join(", ")}. Send no message for it. Where there is nothing worth telling, answer [SILENT] and nothing else.`,
  ].join("\n");
}

/** What people find the session by. */
export function sessionTitle(
  { job, slot }: Pick<JobRun, "job" | "slot">,
  { cron }: Pick<JobParts, "cron">,
): string {
  return `Job: ${job.name.slice(0, 70)}, ${clockTime(slot.at, zoneOf(job, cron.timeZone))}`;
}

function zoneOf({ schedule }: Job, timeZone: string): string {
  return schedule.type === "cron" ? schedule.timeZone : timeZone;
}

/** Such as `Tue 24 Nov 09:00`. */
function clockTime(at: number, timeZone: string): string {
  const parts = {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  return new Intl.DateTimeFormat("en-GB", { ...parts, hourCycle: "h23", timeZone })
    .format(at)
    .replaceAll(",", "");
}
