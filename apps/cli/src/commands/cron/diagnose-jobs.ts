import type { LoadedSettings } from "@hermes/config";
import type { Diagnosis, Runtime } from "@hermes/runtime";
import { counted } from "../../render/count-of.ts";
import { firingText } from "./firing.ts";
import { whoFires } from "./gateway-parts.ts";
import { hasFailed } from "./job-lines.ts";

/** For `hermes doctor`: the jobs, who fires them, and which failed last time. Nothing where there is none, or no store that opens. */
export async function diagnoseJobs(runtime: Runtime, loaded: LoadedSettings): Promise<readonly Diagnosis[]> {
  // What is wrong with the store has a row of its own.
  const store = await runtime.existingStore().catch(() => undefined);
  if (store === undefined) return [];
  const { jobs, timeZone } = await runtime.cron();
  const views = (await jobs.list()).filter(({ job }) => job.state !== "done");
  if (views.length === 0) return [];
  const firing = await whoFires({ loaded, cron: runtime.cron });
  const failed = views.filter(({ last }) => hasFailed(last)).map(({ job }) => job.name);
  const isAwaited = firing.by === "nobody" && views.some(({ job }) => job.state === "active");
  const said = [
    `${counted(views.length, "job")}, in the time zone ${timeZone}.`,
    firing.by === "nobody" ? "Nothing is firing." : firingText(firing),
    ...(failed.length === 0 ? [] : [`Failed last time: ${failed.join(", ")}.`]),
  ];
  const hints = [
    ...(isAwaited ? ["Start one: hermes gateway start, or see: hermes cron timer."] : []),
    ...(failed.length === 0 ? [] : ["Why: hermes cron history"]),
  ];
  return [
    {
      ...{ name: "jobs", message: said.join(" ") },
      status: isAwaited || failed.length > 0 ? "warning" : "ok",
      ...(hints.length === 0 ? {} : { hint: hints.join(" ") }),
    },
  ];
}
