import type { Tool } from "@hermes/registry";
import { defineTool, toolError } from "@hermes/registry";
import { z } from "zod";
import type { BackgroundProcesses, TrackedProcess } from "./background-processes.ts";
import { describeExit } from "./describe-exit.ts";
import { plainText } from "./plain-text.ts";

export interface ProcessToolOptions {
  readonly processes: BackgroundProcesses;
  readonly now: () => number;
}

const maxPolledChars = 10_000;
const maxListedCommandChars = 200;

/** Looks after what `terminal` started in the background; see `terminalTools`. */
export function createProcessTool({ processes, now }: ProcessToolOptions): Tool {
  return defineTool({
    name: "process",
    toolset: "terminal",
    description: [
      "Look after processes that terminal started with background.",
      "list: all of them. poll: status and newest output of one. kill: end one with everything it started.",
    ].join("\n"),
    emoji: "⚙️",
    concurrency: "parallel",
    input: z.object({
      action: z.enum(["list", "poll", "kill"]),
      process_id: z.string().optional().describe("Needed by poll and kill."),
    }),
    detail: ({ action, process_id: id }) => (id === undefined ? action : `${action} ${id}`),
    async execute({ action, process_id: id }, { taskId }) {
      if (action === "list") {
        return { processes: processes.list(taskId).map((entry) => summarize(entry, now())) };
      }
      const entry = id === undefined ? undefined : processes.find(taskId, id);
      if (entry === undefined) return unknownProcess(id, processes.list(taskId));
      const ranBefore = entry.exit === undefined;
      if (action === "kill" && ranBefore) await entry.process.kill();
      const output = plainText(entry.process.output());
      return {
        ...summarize(entry, now()),
        ...(action === "kill" && ranBefore ? { status: "killed" } : {}),
        output: output.slice(-maxPolledChars),
        ...(output.length > maxPolledChars ? { truncated: true } : {}),
      };
    },
  });
}

function summarize({ process, command, exit, startedAtMs }: TrackedProcess, nowMs: number): object {
  return {
    process_id: process.id,
    pid: process.pid,
    command: command.slice(0, maxListedCommandChars),
    status: exit === undefined ? "running" : "exited",
    ...(exit === undefined ? {} : describeExit(exit)),
    seconds: Math.round(((exit?.atMs ?? nowMs) - startedAtMs) / 100) / 10,
  };
}

function unknownProcess(id: string | undefined, known: readonly TrackedProcess[]): object {
  const ids = known.map(({ process }) => process.id);
  return toolError(
    id === undefined ? "Which process? process_id is missing." : `There is no process "${id}".`,
    {
      hint: ids.length === 0 ? "None was started in the background." : `There are: ${ids.join(", ")}.`,
    },
  );
}
