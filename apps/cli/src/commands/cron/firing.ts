import type { Firing } from "@hermes/gateway-app";

/** What a person is told where nothing fires, such that jobs are not run. */
export const nobodyFires: readonly string[] = [
  "Nothing is firing: no gateway runs here, and no timer has called.",
  "Start one: hermes gateway start. Or have the system call: hermes cron timer",
];

export function firingText(firing: Firing): string {
  if (firing.by === "gateway") return `The gateway fires (process ${firing.pid}).`;
  return firing.by === "timer" ? "A timer fires, by hermes cron tick." : nobodyFires.join(" ");
}
