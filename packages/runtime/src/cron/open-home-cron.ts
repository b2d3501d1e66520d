import { createCronJobs, sqliteCronStore } from "@hermes/cron";
import type { PromptFinding } from "@hermes/cron";
import type { ToolRegistry } from "@hermes/registry";
import { join } from "node:path";
import { sourcesOfFile } from "../permissions/sources-of-file.ts";
import { makePrivateFolder } from "../make-private-folder.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { findScript } from "./find-script.ts";
import type { HomeCron } from "./home-cron.ts";
import { jobChecks } from "./job-checks.ts";

/**
 * The jobs of this home, as its settings have them.
 *
 * @param tools Every tool outside of a session.
 */
export async function openHomeCron(
  parts: RuntimeParts,
  tools: () => Promise<ToolRegistry>,
): Promise<HomeCron> {
  const { options, jobListeners } = parts;
  const { settings } = options.loaded;
  const scripts = join(await parts.home(), "scripts");
  const state = await parts.state();
  if (options.flags?.keepNothing !== true && !state.readOnly) await makePrivateFolder(scripts);
  const store = sqliteCronStore(state);
  const timeZone = settings.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const ofScripts = { findScript: (name: string) => findScript(scripts, name) };
  return {
    store,
    timeZone,
    scripts,
    scan,
    ...ofScripts,
    sourcesOf: async (path) => await sourcesOfFile(parts, path),
    jobs: createCronJobs({
      store,
      timeZone,
      scan,
      maxJobs: settings.cron.max_jobs,
      seconds: settings.cron.timeout,
      checks: jobChecks(parts, { ...ofScripts, tools }),
      onChange: () => {
        for (const listen of jobListeners) listen();
      },
    }),
    onChange(listen) {
      jobListeners.add(listen);
      return () => jobListeners.delete(listen);
    },
  };
}

async function scan(text: string): Promise<readonly PromptFinding[]> {
  const { scanText } = await import("@hermes/scanner");
  return scanText(text, { surface: "cron-prompt" }).findings;
}
