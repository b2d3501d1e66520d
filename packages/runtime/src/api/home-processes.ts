import type { ProcessId, StatusPort } from "@hermes/api";
import type { ProcessInfo } from "@hermes/client/contract";
import type { State } from "@hermes/state";
import type { ProcessRecord, TrackedProcess } from "@hermes/terminal-backends";
import { stripVTControlCharacters } from "node:util";
import type { OpenSessions } from "../open-sessions.ts";

export interface HomeProcessesOptions {
  readonly store: () => Promise<State>;
  /** Those that this process has open: what they run can be reached. */
  readonly sessions: OpenSessions;
  readonly redactor: () => Promise<(text: string) => string>;
}

const maxOutputChars = 64_000;
/** A secret that begins before what is shown is seen whole all the same. */
const marginChars = 2_000;

/** Commands in the background of sessions. Of those that another program runs, and of those that it left, the records are told. */
export function homeProcesses({
  store,
  sessions,
  redactor,
}: HomeProcessesOptions): Pick<StatusPort, "process" | "processes" | "stopProcess"> {
  const records = async (sessionId: string | undefined): Promise<readonly ProcessRecord[]> => {
    const { allStoredProcesses } = await import("../processes/stored-processes.ts");
    return allStoredProcesses(await store(), sessionId);
  };
  return {
    processes: async ({ sessionId }) => (await records(sessionId)).map(toInfo),
    async process({ sessionId, id }) {
      const tracked = await trackedIn(sessions, { sessionId, id });
      if (tracked !== undefined)
        return { process: toInfo(tracked.record), output: outputOf(tracked, await redactor()) };
      const record = (await records(sessionId)).find((each) => each.id === id);
      return record && { process: toInfo(record) };
    },
    async stopProcess(of) {
      const tracked = await trackedIn(sessions, of);
      if (tracked?.isRunning === true) await tracked.kill();
      return tracked && toInfo(tracked.record);
    },
  };
}

/** Opens no place of work: where nothing was started here, nothing can be reached. */
async function trackedIn(
  sessions: OpenSessions,
  { sessionId, id }: ProcessId,
): Promise<TrackedProcess | undefined> {
  const table = await sessions.find(sessionId)?.parts.processes.table.made;
  return await table?.find(sessionId, id);
}

/** The newest of it; undefined where one that has ended left nothing, or only its record. */
function outputOf(tracked: TrackedProcess, redact: (text: string) => string): string | undefined {
  const whole = tracked.output();
  if (whole === "" && !tracked.isRunning) return undefined;
  const newest = withoutControls(whole).slice(-(maxOutputChars + marginChars));
  return redact(newest).slice(-maxOutputChars);
}

/** Lines and tabs stay. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  return stripVTControlCharacters(text).replaceAll(
    /[\u0000-\u0008\u000b-\u000c\u000e-\u001f\u007f-\u009f]/g,
    "",
  );
}

function toInfo({ taskId, id, command, state, startedAtMs, exit }: ProcessRecord): ProcessInfo {
  const isRunning = state === "starting" || state === "running";
  return {
    ...{ id, sessionId: taskId, command, startedAt: startedAtMs, endedAt: exit?.atMs },
    state: isRunning ? "running" : state === "lost" ? "lost" : "exited",
    exitCode: exit?.exitCode ?? undefined,
  };
}
