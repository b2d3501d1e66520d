import type { JobsPort } from "@hermes/api";
import type { JobInfo, JobRun } from "@hermes/client/contract";
import type { JobAuthor, JobView, Slot } from "@hermes/cron";
import type { HomeCron } from "../cron/home-cron.ts";

const person: JobAuthor = { by: "person", origin: { platform: "api" } };

/** The jobs of a home, on the word of a person. */
export function homeJobs(cron: () => Promise<HomeCron>): JobsPort {
  const jobs = async () => (await cron()).jobs;
  return {
    list: async () => (await (await jobs()).list()).map(toJob),
    get: async (name) => toJob(await (await jobs()).get(name)),
    create: async (job) => toJob(await (await jobs()).create(job, person)),
    edit: async (name, change) => toJob(await (await jobs()).edit(name, change, person)),
    preview: async (job, name) => toJob(await (await jobs()).preview(job, person, name)),
    async remove(name) {
      await (await jobs()).remove(name);
    },
    pause: async (name) => toJob(await (await jobs()).pause(name)),
    resume: async (name) => toJob(await (await jobs()).resume(name)),
    run: async (name) => toRun((await (await jobs()).run(name)).slot),
    history: async (of) => (await (await jobs()).history(of)).map(toRun),
  };
}

function toJob({ job, reading, last, warnings }: JobView): JobInfo {
  const { id, name, written, work, folder, deliver, state, pausedBecause, nextAt } = job;
  const { runs, madeBy, createdAt, changedAt } = job;
  return {
    ...{ id, name, schedule: written, reading, state, pausedBecause, nextAt, runs },
    ...(work.type === "prompt"
      ? { prompt: work.prompt, skills: work.skills, script: work.script, model: work.model }
      : { skills: [], script: work.script }),
    ...{ folder, deliver, madeBy, createdAt, changedAt },
    last: last && toRun(last),
    warnings: warnings.map(({ reason, line }) => `Line ${line}: ${reason}`),
  };
}

function toRun({ job, at, cause, state, reason, result, sessionId, startedAt, endedAt }: Slot): JobRun {
  return {
    ...{ jobId: job, at, cause, state, outcome: result?.outcome ?? reason },
    ...{ text: result?.text, error: result?.error?.message, sessionId, startedAt, endedAt },
  };
}
