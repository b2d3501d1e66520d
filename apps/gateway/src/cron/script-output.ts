import type { Job, JobRun } from "@hermes/cron";
import { HermesError, untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import type { JobParts } from "./job-parts.ts";
import { runScript } from "./run-script.ts";

export interface ScriptOutput {
  /** Without secrets and without space around it; empty: it had nothing to say. */
  readonly text: string;
  /** Untrusted sources of the script itself. */
  readonly provenance: readonly Provenance[];
}

const errorChars = 1_000;

/**
 * What the script of a job printed.
 *
 * @throws {HermesError} `CRON_SCRIPT_GONE`, `CRON_SCRIPT_FAILED`, `CRON_SCRIPT_TIMEOUT`.
 * @throws the reason of the signal.
 */
export async function scriptOutput(
  { runtime, home, cron }: JobParts,
  { job, slot, signal }: Pick<JobRun, "job" | "slot" | "signal">,
  { script, folder }: { readonly script: string; readonly folder: string },
): Promise<ScriptOutput> {
  const { env, settings } = home.loaded;
  const [found, redact] = await Promise.all([cron.findScript(script), runtime.redactor()]);
  if (!found.ok)
    throw new HermesError(found.problem, { code: "CRON_SCRIPT_GONE", hint: "Put it back, or edit the job." });
  const seconds = secondsOf(job, settings.cron);
  const { output, errors, exitCode, timedOut } = await runScript({
    ...{ path: found.path, folder, env, passThrough: settings.terminal.env_passthrough, signal },
    variables: {
      HERMES_CRON_JOB: job.id,
      HERMES_CRON_NAME: job.name,
      HERMES_CRON_AT: new Date(slot.at).toISOString(),
    },
    timeoutMs: seconds * 1_000,
  });
  // The end says why; it is cut where no secret can be cut in two any more.
  const said = errors === "" ? "" : ` It wrote: ${redact(errors).slice(-errorChars)}`;
  if (timedOut)
    throw new HermesError(`The script ${script} took longer than ${seconds} s and was ended.${said}`, {
      code: "CRON_SCRIPT_TIMEOUT",
      hint: "Make it faster, give the job a longer limit, or raise cron.script_timeout_seconds.",
    });
  if (exitCode !== 0)
    throw new HermesError(
      `The script ${script} ${exitCode === null ? "was ended by a signal" : `ended with exit code ${exitCode}`}.${said}`,
      { code: "CRON_SCRIPT_FAILED", hint: "Run it by hand to see why." },
    );
  return { text: redact(output).trim(), provenance: untrustedSources(await cron.sourcesOf(found.path)) };
}

/** A job with a limit of its own has that for its script, too. */
function secondsOf(
  { limits }: Job,
  { timeout, script_timeout_seconds }: { readonly timeout: number; readonly script_timeout_seconds: number },
): number {
  return limits.seconds === timeout ? script_timeout_seconds : limits.seconds;
}
