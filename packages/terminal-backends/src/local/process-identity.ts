import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When a process started, as the system tells it. With the id it names one process for good: ids are given again.
 *
 * @returns Undefined when there is no such process, or it is a zombie.
 */
export function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform !== "linux") return startTimeByPs(pid);
    return startTimeIn(readFileSync(`/proc/${pid}/stat`, "latin1"), bootId());
  } catch {
    // Nobody has this id.
    return undefined;
  }
}

/** @param boot Names the start of the machine, which the ticks are counted from. */
export function startTimeIn(stat: string, boot: string): string | undefined {
  // After the command in parentheses, which may itself hold any character: state, 18 others, start in clock ticks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? undefined : `${fields[19]}@${boot}`;
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
}

/** At once, as where there is `/proc`: execa is loaded later than that. */
function startTimeByPs(pid: number): string | undefined {
  const text = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    timeout: 5_000,
  }).trim();
  return text === "" ? undefined : text;
}
